// Which classes convert to something, and where do the files name them? If all that is made of such a class is told by these places, no conversion of its
// objects is missed (analysis/calls/convert.c).
#include "internal.h"

#include <string.h>

struct search {
  struct fr *f;
  struct fl_conversions *of;
  int file;
  const struct fr_token *t;
  size_t n;
  size_t known; // conversion functions of the definitions that were found
};

static bool is(const struct search *s, size_t i, const char *word) {
  return fr_token_is(s->f, s->file, i, word);
}
static bool is_char(const struct search *s, size_t i, char c) {
  return i < s->n && s->t[i].kind == FR_PUNCT && s->t[i].ch == c;
}

static void odd(struct search *s, uint32_t begin, uint32_t end) {
  if (!s->of->odd)
    s->of->odd_at = (struct fl_span){s->file, begin, end};
  s->of->odd = true;
}

// The class that a scope ends with.
static const char *last_name(const char *scope) {
  for (const char *p = scope; (p = strstr(p, "::"));)
    scope = p += 2;
  return scope;
}

// Does `struct` or `class` stand in front of token i, and begin a declaration of the class alone?
static bool begins_class(const struct search *s, size_t i) {
  if (i == 0 || !(is(s, i - 1, "struct") || is(s, i - 1, "class")))
    return false;
  if (i == 1)
    return true;
  static const char ends[] = ";{}>";
  static const char *const access[] = {"public", "private", "protected", NULL};
  const struct fr_token *before = &s->t[i - 2];
  if (is_char(s, i - 2, ':') && i > 2)
    return fr_token_is_one_of(s->f->u->files.data[s->file].text, before - 1, access);
  return before->kind == FR_PUNCT && before->ch && strchr(ends, before->ch);
}

// An object of the class in its own members is not named by it; nor are friends, bases and what is in an inner class.
static void see_definition(struct search *s, size_t open, size_t close) {
  static const char *const words[] = {"this",  "friend", "using",   "typedef",  "struct", "class",
                                      "union", "enum",   "virtual", "template", NULL};
  const char *text = s->f->u->files.data[s->file].text;
  size_t operators = 0, functions = 0;
  for (size_t i = open + 1; i < close; i++) {
    operators += is(s, i, "operator");
    if (fr_token_is_one_of(text, &s->t[i], words))
      odd(s, s->t[i].begin, s->t[i].end);
  }
  for (size_t i = 0; i < s->of->functions.len; i++) {
    const struct fl_span end = s->of->functions.data[i]->class_end;
    functions += end.file == s->file && end.begin == s->t[close].begin;
  }
  s->known += functions;
  if (!functions || operators != functions || !is_char(s, close + 1, ';'))
    odd(s, s->t[open].begin, s->t[open].end);
}

// Is token i qualified by the namespaces of such a class, if at all?
static bool is_plainly_qualified(const struct search *s, size_t i) {
  if (i == 0 || !is(s, i - 1, "::"))
    return i == 0 || !(is(s, i - 1, "typename") || is(s, i - 1, "template"));
  const char *text = s->f->u->files.data[s->file].text;
  bool plain = false;
  for (size_t k = 0; k < s->of->functions.len && !plain; k++) {
    const char *scope = s->of->functions.data[k]->scope;
    size_t left = strlen(scope) - strlen(last_name(scope)), at = i;
    bool same = true;
    while (same && at > 0 && is(s, at - 1, "::")) { // `left`: of the scope, its `::` included
      const bool word = at > 1 && s->t[at - 2].kind == FR_IDENT && !is(s, at - 2, "return");
      if (!word) {
        same = left == 0 && !(at > 1 && (s->t[at - 2].ch == '>' || s->t[at - 2].ch == ')'));
        at--;
        continue;
      }
      const size_t len = s->t[at - 2].end - s->t[at - 2].begin;
      same = left >= len + 2 && !strncmp(scope + left - 2 - len, text + s->t[at - 2].begin, len) &&
             (left == len + 2 || scope[left - 3 - len] == ':');
      left -= same ? len + 2 : 0;
      at -= 2;
    }
    plain = same && !(at > 0 && (is(s, at - 1, "typename") || is(s, at - 1, "template")));
  }
  return plain;
}

static void see_name(struct search *s, size_t i) {
  size_t behind = i + 1;
  if (is_char(s, behind, '<'))
    behind = fr_match(s->f, s->file, behind) + 1;
  if (begins_class(s, i) && is_char(s, behind, ';'))
    return;
  if (begins_class(s, i) && is_char(s, behind, '{')) {
    const size_t close = fr_match(s->f, s->file, behind);
    if (close < s->n)
      see_definition(s, behind, close);
    else
      odd(s, s->t[i].begin, s->t[i].end);
    return;
  }
  if (!is_plainly_qualified(s, i))
    odd(s, s->t[i].begin, s->t[i].end);
  *fl_vec_add(s->f->arena, &s->of->names) = (struct fl_span){s->file, s->t[i].begin, s->t[i].end};
}

static bool mentions(const struct search *s, uint32_t begin, uint32_t end) {
  const char *text = fl_span_text(s->f->u, (struct fl_span){s->file, begin, end});
  return fl_find_word(text, text, s->of->name) != NULL;
}

static void see_files(struct fr *f, struct fl_conversions *of) {
  struct search s = {.f = f, .of = of};
  for (size_t k = 0; k < f->u->files.len; k++) {
    s.file = (int)k;
    s.t = fr_tokens(f, s.file, &s.n);
    const struct fr_file *file = &f->files.data[k];
    for (size_t i = 0; i < s.n; i++)
      if (s.t[i].kind == FR_IDENT && is(&s, i, of->name))
        see_name(&s, i);
    for (size_t i = 0; i < file->skipped.len; i++) // other passes of the compiler may take it
      if (mentions(&s, file->skipped.data[i].begin, file->skipped.data[i].end))
        odd(&s, file->skipped.data[i].begin, file->skipped.data[i].end);
  }
  for (size_t i = 0; i < f->macros.len; i++) {
    const struct fl_span body = f->macros.data[i].body;
    s.file = body.file;
    if (body.file >= 0 && mentions(&s, body.begin, body.end))
      odd(&s, body.begin, body.end);
  }
  if (s.known != of->functions.len) {
    of->odd_at = of->odd ? of->odd_at : of->functions.data[0]->name_span;
    of->odd = true;
  }
}

// Does the text say at a place what clang finds there, and no macro have a part in it?
static bool is_told(struct search *s, CXSourceLocation at, const char *name) {
  unsigned expanded, spelled;
  CXFile in;
  clang_getExpansionLocation(at, NULL, NULL, NULL, &expanded);
  clang_getSpellingLocation(at, &in, NULL, NULL, &spelled);
  uint32_t offset;
  bool in_macro;
  return fr_place(s->f, at, &s->file, &offset, &in_macro) && !in_macro && expanded == spelled &&
         is(s, fr_token_at(s->f, s->file, offset), name);
}

// Where clang finds the class, or a variable that is an object of it, and no text of the program's says so, a macro does, or a file of others. Where the
// text says so, it may name a class of others.
static enum CXChildVisitResult see_reference(CXCursor c, CXCursor parent, CXClientData data) {
  struct fr *f = data;
  const enum CXCursorKind k = clang_getCursorKind(c);
  const bool variable = k == CXCursor_DeclRefExpr;
  struct search s = {.f = f};
  (void)parent;
  if (k != CXCursor_TypeRef && k != CXCursor_TemplateRef && !variable)
    return CXChildVisit_Recurse;
  const CXCursor of = clang_getCursorReferenced(c);
  if (variable && clang_getCursorKind(of) != CXCursor_VarDecl)
    return CXChildVisit_Recurse;
  const char *name = fr_string(f, clang_getCursorSpelling(of));
  const char *means = variable ? fr_type_name(f, clang_getCursorType(of)) : name;
  for (size_t i = 0; i < f->u->conversions.len; i++) {
    s.of = f->u->conversions.data[i];
    uint32_t at;
    bool in_macro;
    if (!fl_find_word(means, means, s.of->name))
      continue;
    const bool own = fr_place(f, clang_getCursorLocation(of), &s.file, &at, &in_macro);
    if (is_told(&s, clang_getCursorLocation(c), name) == own) // or another, of others
      continue;
    if (!fr_place(f, clang_getCursorLocation(c), &s.file, &at, &in_macro))
      (void)fr_place(f, clang_getCursorLocation(of), &s.file, &at, &in_macro);
    odd(&s, at, at);
  }
  return CXChildVisit_Recurse;
}

void fr_collect_conversions(struct fr *f) {
  struct fl_unit *u = f->u;
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *fn = u->functions.data[i];
    if (!fn->is_conversion || !fn->scope)
      continue;
    const char *name = last_name(fn->scope);
    struct fl_conversions *of = NULL;
    for (size_t k = 0; k < u->conversions.len && !of; k++)
      if (!strcmp(u->conversions.data[k]->name, name))
        of = u->conversions.data[k];
    if (!of) {
      of = fl_alloc(f->arena, sizeof *of);
      of->name = name;
      *fl_vec_add(f->arena, &u->conversions) = of;
    }
    *fl_vec_add(f->arena, &of->functions) = fn;
  }
  for (size_t i = 0; i < u->conversions.len; i++)
    see_files(f, u->conversions.data[i]);
  bool open = false;
  for (size_t i = 0; i < u->conversions.len; i++)
    open |= !u->conversions.data[i]->odd;
  if (open)
    clang_visitChildren(clang_getTranslationUnitCursor(f->tu), see_reference, f);
}
