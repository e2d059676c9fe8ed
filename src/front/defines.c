// Which macros do the files define?
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static int compare(const struct fr_macro *m, const char *name, size_t len) {
  int c = memcmp(m->name, name, m->len < len ? m->len : len);
  return c ? c : (m->len > len) - (m->len < len);
}

static int by_name(const void *a, const void *b) {
  const struct fr_macro *y = b;
  return compare(a, y->name, y->len);
}

struct fr_macro *fr_find_macro(const struct fr *f, const char *name, size_t len) {
  size_t lo = 0, hi = f->macros.len;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (compare(&f->macros.data[mid], name, len) < 0)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < f->macros.len && compare(&f->macros.data[lo], name, len) == 0 ? &f->macros.data[lo]
                                                                            : NULL;
}

struct fr_macro *fr_next_definition(const struct fr *f, struct fr_macro *m) {
  return m + 1 < f->macros.data + f->macros.len && by_name(m, m + 1) == 0 ? m + 1 : NULL;
}

bool fr_is_only_macro(const struct fr *f, const struct fr_macro *m) {
  const struct fr_macro *all = f->macros.data, *end = all + f->macros.len;
  return !m->undefined && !(m > all && by_name(m - 1, m) == 0) &&
         !(m + 1 < end && by_name(m + 1, m) == 0);
}

// `#undef X`, and `#pragma pop_macro("X")`, after which X may be anything: that is no place in a file.
static void add_undefinition(struct fr *f, int file, uint32_t at, const char *behind) {
  const char *s = f->u->files.data[file].text;
  const bool pops = s[at] == '"';
  at += pops;
  uint32_t n = 0;
  while (s + at + n < behind && fl_is_word(s[at + n]))
    n++;
  *fl_vec_add(f->arena, &f->undefinitions) =
      (struct fr_undefinition){s + at, n, pops ? -1 : file, at};
}

static void collect_undefinitions(struct fr *f) {
  static const char pop[] = "pop_macro";
  size_t pops = 0;
  for (size_t i = 0; i < f->files.len; i++) {
    const char *s = f->u->files.data[i].text;
    for (const char *p = s; (p = strstr(p, pop)); p += strlen(pop))
      pops++;
    for (size_t k = 0; k < f->files.data[i].lexed.directives.len; k++) {
      const struct fr_range d = f->files.data[i].lexed.directives.data[k];
      const char *quote = fr_has_words(s, d.begin, d.end, "pragma", pop)
                              ? memchr(s + d.begin, '"', d.end - d.begin)
                              : NULL;
      const uint32_t name = quote ? (uint32_t)(quote - s) : fr_name_behind(s, d, "undef");
      pops -= quote != NULL;
      if (name && !fr_is_skipped(f, (int)i, d.begin))
        add_undefinition(f, (int)i, name, s + d.end);
    }
  }
  f->pops_macros = pops > 0;
}

// Macros that are taken back mean something up to there.
static void note_undefined(struct fr *f) {
  for (size_t i = 0; i < f->undefinitions.len; i++) {
    struct fr_macro *m =
        fr_find_macro(f, f->undefinitions.data[i].name, f->undefinitions.data[i].len);
    if (m)
      m->undefined = true;
  }
}

// The last directive for the name in front of the place says it, if all of them stand in the same file, which is read once.
struct fr_macro *fr_macro_at(const struct fr *f, const char *name, size_t len, int file,
                             uint32_t at, bool *known) {
  bool ignored;
  struct fr_macro *m = fr_find_macro(f, name, len), *found = NULL;
  known = known ? known : &ignored;
  *known = !m || fr_is_only_macro(f, m);
  if (*known)
    return m && m->body.file == file && m->body.begin > at ? NULL : m;
  const struct fl_file *in = &f->u->files.data[file];
  if (f->pops_macros || !(in->is_main || in->guarded || in->pragma_once))
    return m;
  uint32_t last = 0;
  for (struct fr_macro *one = m; one; one = fr_next_definition(f, one)) {
    if (one->body.file != file)
      return m;
    if (one->body.begin <= at && one->body.begin >= last) {
      last = one->body.begin;
      found = one;
    }
  }
  for (size_t i = 0; i < f->undefinitions.len; i++) {
    const struct fr_undefinition *u = &f->undefinitions.data[i];
    if (compare(m, u->name, u->len) != 0)
      continue;
    if (u->file != file)
      return m;
    if (u->at <= at && u->at > last)
      found = NULL;
  }
  *known = true;
  return found;
}

// Names of the usual form of a macro, and the compiler's own, are nothing that our headers or generated code may use plainly.
static bool is_plain(const char *name, size_t len) {
  bool lower = false;
  for (size_t i = 0; i < len; i++)
    lower |= name[i] >= 'a' && name[i] <= 'z';
  return lower && name[0] != '_';
}

static void note_name(struct fr *f, const char *name, size_t len) {
  if (is_plain(name, len))
    *fl_vec_add(f->arena, &f->u->macro_names) = fl_strndup(f->arena, name, len);
}

const char *fr_given(const struct fr *f, size_t i, const char *option) {
  const char *a = f->opt->args[i];
  if (strncmp(a, option, 2) != 0)
    return NULL;
  return a[2] ? a + 2 : i + 1 < f->opt->nargs ? f->opt->args[i + 1] : NULL;
}

// Macros that the command line defines come before all headers.
static void collect_early(struct fr *f) {
  for (size_t i = 0; i < f->opt->nargs; i++) {
    const char *a = fr_given(f, i, "-D");
    if (!a)
      continue;
    const size_t len = strcspn(a, "=(");
    note_name(f, a, len);
    if (is_plain(a, len))
      *fl_vec_add(f->arena, &f->u->early_macros) = fl_strndup(f->arena, a, len);
  }
}

static void sort(struct fr *f) {
  if (f->macros.len)
    qsort(f->macros.data, f->macros.len, sizeof *f->macros.data, by_name);
  note_undefined(f);
}

static void add_given(struct fr *f, const char *name, size_t len, unsigned depth) {
  struct fr_macro *old = fr_find_macro(f, name, len);
  FL_VEC(struct fr_macro) found = {0};
  bool undefined = false;
  if (old)
    *fl_vec_add(f->arena, &found) = *old;
  for (size_t i = 0; i < f->opt->nargs && !old; i++) {
    const char *is = fr_given(f, i, "-D"), *none = fr_given(f, i, "-U");
    undefined |= none && strlen(none) == len && !strncmp(none, name, len);
    if (!is || strcspn(is, "=(") != len || strncmp(is, name, len) != 0)
      continue;
    char *text = fl_format(f->arena, strchr(is, '=') ? "%s" : "%s 1", is);
    text[strcspn(text, "=")] = ' ';
    *fl_vec_add(f->arena, &found) = (struct fr_macro){
        .name = text,
        .len = len,
        .text = text,
        .body = {-1, (uint32_t)len, (uint32_t)strlen(text)},
        .launch = {.file = -1},
        .function_like = text[len] == '(',
        .variadic = text[len] == '(' && strchr(text, '.'),
    };
  }
  for (size_t i = 0; i < found.len; i++) {
    struct fr_macro m = found.data[i];
    m.undefined |= undefined;
    if (!old)
      *fl_vec_add(f->arena, &f->macros) = m;
  }
  if (found.len && !old)
    sort(f);
  for (size_t i = 0; i < found.len && depth < FR_MAX_MACRO_DEPTH; i++) {
    const struct fr_macro m = found.data[i];
    struct fr_lexed l = {0};
    fr_lex(f->arena, m.text, m.body.begin, m.body.end, &l);
    for (size_t t = 0; t < l.tokens.len; t++)
      if (l.tokens.data[t].kind == FR_IDENT)
        add_given(f, m.text + l.tokens.data[t].begin, l.tokens.data[t].end - l.tokens.data[t].begin,
                  depth + 1);
  }
}

void fr_add_given(struct fr *f, const char *name, size_t len) { add_given(f, name, len, 0); }

// Macros that the command line defines may hold pragmas.
static void add_with_pragmas(struct fr *f) {
  bool any = false;
  for (size_t i = 0; i < f->opt->nargs && !any; i++)
    any = strstr(f->opt->args[i], "_Pragma") != NULL;
  for (size_t i = 0; i < f->opt->nargs && any; i++) {
    const char *a = fr_given(f, i, "-D");
    if (a)
      fr_add_given(f, a, strcspn(a, "=("));
  }
}

struct included {
  struct fr *f;
  bool early; // files are included on the command line
};

// Those of the program's headers that are not editable, and of files included on the command line.
static enum CXChildVisitResult on_definition(CXCursor c, CXCursor parent, CXClientData data) {
  const struct included *x = data;
  struct fl_unit *u = x->f->u;
  (void)parent;
  const CXSourceLocation at = clang_getCursorLocation(c);
  CXFile in = NULL;
  if (clang_getCursorKind(c) != CXCursor_MacroDefinition)
    return CXChildVisit_Continue;
  clang_getFileLocation(at, &in, NULL, NULL, NULL);
  if (!in || clang_Location_isFromMainFile(at))
    return CXChildVisit_Continue;
  const char *name = fr_string(x->f, clang_getCursorSpelling(c));
  note_name(x->f, name, strlen(name));
  if (x->early && !clang_Location_isInSystemHeader(at) && is_plain(name, strlen(name)))
    *fl_vec_add(u->arena, &u->early_macros) = name;
  return CXChildVisit_Continue;
}

static void collect_names(struct fr *f) {
  struct included x = {.f = f};
  for (size_t i = 0; i < f->opt->nargs; i++)
    x.early |= !strcmp(f->opt->args[i], "-include");
  collect_early(f);
  clang_visitChildren(clang_getTranslationUnitCursor(f->tu), on_definition, &x);
}

void fr_collect_macros(struct fr *f) {
  collect_names(f);
  collect_undefinitions(f);
  for (size_t i = 0; i < f->files.len; i++) {
    const char *s = f->u->files.data[i].text;
    for (size_t k = 0; k < f->files.data[i].lexed.directives.len; k++) {
      struct fr_range d = f->files.data[i].lexed.directives.data[k];
      const uint32_t at = fr_name_behind(s, d, "define");
      if (!at)
        continue;
      *fl_vec_add(f->arena, &f->u->defines) = (struct fl_span){(int)i, at, d.end};
      struct fr_lexed l = {0};
      fr_lex(f->arena, s, at, d.end, &l);
      if (!l.tokens.len || l.tokens.data[0].kind != FR_IDENT)
        continue;
      note_name(f, s + at, l.tokens.data[0].end - l.tokens.data[0].begin);
      if (fr_is_skipped(f, (int)i, d.begin))
        continue;
      struct fr_macro *m = fl_vec_add(f->arena, &f->macros);
      *m = (struct fr_macro){.text = s,
                             .name = s + l.tokens.data[0].begin,
                             .len = l.tokens.data[0].end - l.tokens.data[0].begin,
                             .body = {(int)i, l.tokens.data[0].end, d.end},
                             .launch = {.file = -1}};
      m->function_like = l.tokens.len > 1 && l.tokens.data[1].ch == '(' &&
                         l.tokens.data[1].begin == l.tokens.data[0].end;
      for (size_t t = 2; m->function_like && t < l.tokens.len && l.tokens.data[t].ch != ')'; t++)
        m->variadic |= l.tokens.data[t].ch == '.';
      for (size_t t = 1; t < l.tokens.len && m->launch.file < 0; t++)
        if (fr_launch_at(&l, t))
          m->launch = (struct fl_span){(int)i, l.tokens.data[t].begin, l.tokens.data[t + 2].end};
    }
  }
  sort(f);
  add_with_pragmas(f);
}
