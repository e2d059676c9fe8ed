// What do the directives of the files say: which text is skipped, and what is included?
#include "internal.h"

#include <stdlib.h>
#include <string.h>

bool fr_is_skipped(const struct fr *f, int file, uint32_t offset) {
  const struct fr_range *r = f->files.data[file].skipped.data;
  size_t lo = 0, hi = f->files.data[file].skipped.len;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (r[mid].end <= offset)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < f->files.data[file].skipped.len && r[lo].begin <= offset;
}

static int by_begin(const void *a, const void *b) {
  const struct fr_range *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

static void collect_skipped(struct fr *f) {
  CXSourceRangeList *list = clang_getAllSkippedRanges(f->tu);
  for (unsigned i = 0; list && i < list->count; i++) {
    CXFile in, last;
    unsigned begin, end;
    clang_getFileLocation(clang_getRangeStart(list->ranges[i]), &in, NULL, NULL, &begin);
    clang_getFileLocation(clang_getRangeEnd(list->ranges[i]), &last, NULL, NULL, &end);
    const int file = fr_file_index(f, in);
    if (file >= 0 && file == fr_file_index(f, last))
      *fl_vec_add(f->arena, &f->files.data[file].skipped) = (struct fr_range){begin, end};
  }
  clang_disposeSourceRangeList(list);
  for (size_t i = 0; i < f->files.len; i++) {
    struct fr_file *file = &f->files.data[i];
    if (!file->skipped.len)
      continue;
    qsort(file->skipped.data, file->skipped.len, sizeof *file->skipped.data, by_begin);
    f->u->files.data[i].skipped.len = 0;
    for (size_t k = 0; k < file->skipped.len; k++)
      *fl_vec_add(f->arena, &f->u->files.data[i].skipped) = file->skipped.data[k].begin;
    size_t kept = 0;
    for (size_t k = 0; k < file->lexed.tokens.len; k++)
      if (!fr_is_skipped(f, (int)i, file->lexed.tokens.data[k].begin))
        file->lexed.tokens.data[kept++] = file->lexed.tokens.data[k];
    file->lexed.tokens.len = kept;
  }
}

static const char *if_there(struct fr *f, const char *dir, const char *name) {
  const char *path = fl_format(f->arena, "%s/%s", dir, name);
  return fl_real_path(f->arena, path) ? path : NULL;
}

static const char *beside(struct fr *f, const struct fl_file *file, const char *name) {
  const char *slash = strrchr(file->path, '/');
  return if_there(f, slash ? fl_strndup(f->arena, file->path, (size_t)(slash - file->path)) : ".",
                  name);
}

// An include directive's file, found the way the compiler finds it; needed since only the first of
// several directives for a guarded header is reported. The path is as it is composed.
static const char *resolve(struct fr *f, const struct fl_file *includer, const char *name,
                           bool angled) {
  static const char *const flags[] = {"-iquote", "-I", "-isystem"}; // in the order of the search
  const char *found = NULL;
  if (name[0] == '/')
    return fl_real_path(f->arena, name) ? name : NULL;
  if (!angled)
    found = beside(f, includer, name);
  for (size_t k = angled; k < sizeof flags / sizeof *flags && !found; k++)
    for (size_t i = 0; i < f->opt->nargs && !found; i++) {
      const char *a = f->opt->args[i];
      const size_t n = strlen(flags[k]);
      if (strncmp(a, flags[k], n) != 0)
        continue;
      const char *dir = a[n] ? a + n : i + 1 < f->opt->nargs ? f->opt->args[i + 1] : NULL;
      found = dir ? if_there(f, dir, name) : NULL;
    }
  const char *dirs[] = {f->opt->prelude_dir, FL_CLANG_RESOURCE_DIR "/include", "/usr/include"};
  for (size_t i = 0; i < sizeof dirs / sizeof *dirs && !found; i++)
    found = dirs[i] ? if_there(f, dirs[i], name) : NULL;
  return found;
}

// The absolute path of a file, which may be a link: what it includes is looked for beside the link first.
static const char *absolute_path(struct fr *f, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *dir = slash ? fl_strndup(f->arena, path, (size_t)(slash - path)) : ".";
  dir = fl_real_path(f->arena, *dir ? dir : "/");
  return dir ? fl_format(f->arena, "%s/%s", dir, slash ? slash + 1 : path) : NULL;
}

bool fr_has_words(const char *s, uint32_t begin, uint32_t end, const char *first,
                  const char *second) {
  const char *words[] = {"#", first, second};
  for (size_t w = 0; w < 3; w++) {
    while (begin < end && (s[begin] == ' ' || s[begin] == '\t'))
      begin++;
    size_t n = strlen(words[w]);
    if (end - begin < n || memcmp(s + begin, words[w], n) != 0)
      return false;
    begin += (uint32_t)n;
  }
  return true;
}

// `#line 7 "a.y"`, `# 7 "a.y"`: clang knows what the next line is called then.
static void note_line(struct fr *f, int index, struct fr_range d) {
  struct fl_file *file = &f->u->files.data[index];
  uint32_t at = d.begin + 1, next = d.end;
  while (at < d.end && (file->text[at] == ' ' || file->text[at] == '\t'))
    at++;
  while (next < file->len && file->text[next++] != '\n') {
  }
  if (!fr_has_words(file->text, d.begin, d.end, "line", "") &&
      !(at < d.end && file->text[at] >= '0' && file->text[at] <= '9'))
    return;
  CXString name;
  unsigned line;
  CXFile in = clang_getFile(f->tu, file->path);
  if (!in || next >= file->len)
    return;
  clang_getPresumedLocation(clang_getLocationForOffset(f->tu, in, next), &name, &line, NULL);
  const char *path = fr_string(f, name);
  *fl_vec_add(f->arena, &file->renumbered) =
      (struct fl_renumbering){next, line, strcmp(path, file->path) ? path : file->name};
}

struct named_by_macro {
  struct fr *f;
  CXFile in;
  struct fr_range at;
  int file;
  bool several;
};

static enum CXChildVisitResult on_directive(CXCursor c, CXCursor parent, CXClientData data) {
  struct named_by_macro *x = data;
  CXFile in;
  unsigned offset;
  (void)parent;
  if (clang_getCursorKind(c) != CXCursor_InclusionDirective)
    return CXChildVisit_Continue;
  clang_getFileLocation(clang_getCursorLocation(c), &in, NULL, NULL, &offset);
  if (in != x->in || offset < x->at.begin || offset >= x->at.end)
    return CXChildVisit_Continue;
  const int file = fr_file_index(x->f, clang_getIncludedFile(c));
  x->several |= x->file >= 0 && x->file != file;
  x->file = file;
  return CXChildVisit_Continue;
}

// The file that `#include NAME` includes; -1: none that may be edited, or now one and now another.
static int included_by_macro(struct fr *f, int index, struct fr_range d) {
  CXFile in = clang_getFile(f->tu, f->u->files.data[index].path);
  struct named_by_macro x = {.f = f, .in = in, .at = d, .file = -1};
  clang_visitChildren(clang_getTranslationUnitCursor(f->tu), on_directive, &x);
  return x.several ? -1 : x.file;
}

// What a directive that is not followed here may include, on the device or for another compiler: what is beside the file comes first.
static void collect_passed_over(struct fr *f, int index, struct fr_range d) {
  struct fl_file *file = &f->u->files.data[index];
  uint32_t from, to;
  bool angled;
  if (!fr_include_name(file->text, d.begin, d.end, &from, &to, &angled) ||
      file->text[from - 1] != '"')
    return;
  const char *name = fl_strndup(f->arena, file->text + from, to - from);
  const char *found = beside(f, file, name);
  if (found)
    *fl_vec_add(f->arena, &f->u->includes) =
        (struct fl_include){.directive = {index, from - 1, to + 1},
                            .spelled = name,
                            .path = absolute_path(f, found),
                            .file = -1,
                            .asked = true};
}

// `__has_include("name")` in a directive. Where there is none, the folder of the main file, where the text will be, must not be asked.
static void collect_questions(struct fr *f, int index, struct fr_range d) {
  static const char word[] = "__has_include";
  struct fl_file *file = &f->u->files.data[index];
  const char *line = fl_strndup(f->arena, file->text + d.begin, d.end - d.begin);
  for (const char *at = line; (at = fl_find_word(line, at, word)); at++) {
    const char *open = at + sizeof word - 1 + strspn(at + sizeof word - 1, " \t(");
    const size_t len = *open == '"' ? strcspn(open + 1, "\"") : 0;
    if (!len || !open[1 + len])
      continue;
    const uint32_t begin = d.begin + (uint32_t)(open - line);
    struct fl_include *asked = fl_vec_add(f->arena, &f->u->includes);
    *asked = (struct fl_include){.directive = {index, begin, begin + (uint32_t)len + 2},
                                 .spelled = fl_strndup(f->arena, open + 1, len),
                                 .file = -1,
                                 .asked = true};
    const char *found = resolve(f, file, asked->spelled, false);
    asked->path = found                                             ? absolute_path(f, found)
                  : beside(f, &f->u->files.data[0], asked->spelled) ? "/dev/null/none"
                                                                    : NULL;
  }
}

static void collect_directives(struct fr *f, int index) {
  struct fl_file *file = &f->u->files.data[index];
  const struct fr_file *side = &f->files.data[index];
  file->renumbered.len = 0;
  CXFile in = clang_getFile(f->tu, file->path);
  file->guarded = in && clang_isFileMultipleIncludeGuarded(f->tu, in);
  for (size_t i = 0; i < side->lexed.directives.len; i++) {
    struct fr_range d = side->lexed.directives.data[i];
    uint32_t from, to;
    bool angled;
    if (fr_is_skipped(f, index, d.begin)) {
      collect_passed_over(f, index, d);
      continue;
    }
    note_line(f, index, d);
    collect_questions(f, index, d);
    file->pragma_once |= fr_has_words(file->text, d.begin, d.end, "pragma", "once");
    if (!fr_include_name(file->text, d.begin, d.end, &from, &to, &angled))
      continue;
    struct fl_include *inc = fl_vec_add(f->arena, &f->u->includes);
    *inc = (struct fl_include){.directive = {index, d.begin, d.end},
                               .spelled = fl_strndup(f->arena, file->text + from, to - from),
                               .file = -1,
                               .angled = angled};
    const char *found = resolve(f, file, inc->spelled, angled);
    inc->real_path = found ? fl_real_path(f->arena, found) : NULL;
    inc->path = found ? absolute_path(f, found) : NULL;
    if (inc->real_path)
      inc->file = fr_known_file(f, inc->real_path);
    else if (!angled && file->text[from - 1] != '"')
      inc->file = included_by_macro(f, index, d);
  }
}

bool fr_is_whole(const struct fr *f, struct fl_span s, bool conditions) {
  if (s.file < 0)
    return true;
  const char *text = f->u->files.data[s.file].text;
  const struct fr_file *side = &f->files.data[s.file];
  bool whole = true;
  int depth = 0;
  for (size_t i = 0; i < side->lexed.directives.len && whole; i++) {
    const struct fr_range d = side->lexed.directives.data[i];
    if (d.begin < s.begin || d.begin >= s.end)
      continue;
    const bool opens = fr_has_words(text, d.begin, d.end, "if", ""); // #ifdef and #ifndef, too
    const bool goes_on = fr_has_words(text, d.begin, d.end, "el", "");
    const bool closes = fr_has_words(text, d.begin, d.end, "endif", "");
    whole = !fr_has_words(text, d.begin, d.end, "include", "") &&
            (conditions ? !((goes_on || closes) && depth == 0) : !(opens || goes_on || closes));
    depth += opens - closes;
  }
  return whole && depth == 0;
}

uint32_t fr_name_behind(const char *text, struct fr_range d, const char *word) {
  if (!fr_has_words(text, d.begin, d.end, word, ""))
    return 0;
  const char *name = strstr(text + d.begin, word) + strlen(word);
  return (uint32_t)(name + strspn(name, " \t") - text);
}
static uint32_t changed_name(const char *text, struct fr_range d) {
  const uint32_t defined = fr_name_behind(text, d, "define");
  return defined ? defined : fr_name_behind(text, d, "undef");
}
static bool is_blank(const char *text, uint32_t from, uint32_t to) {
  return from <= to && from + strspn(text + from, " \t\r\n") >= to;
}

bool fr_changes_macro(const struct fr *f, struct fl_span s) {
  if (s.file < 0)
    return false;
  const char *code = fl_code(f->u, s.file);
  const struct fr_range *d = f->files.data[s.file].lexed.directives.data;
  const size_t n = f->files.data[s.file].lexed.directives.len;
  for (size_t i = 0; i < n; i++) {
    const bool inside = d[i].begin >= s.begin && d[i].begin < s.end;
    const uint32_t name = inside ? changed_name(code, d[i]) : 0;
    if (!name || fr_is_skipped(f, s.file, d[i].begin))
      continue;
    size_t len = 0;
    while (fl_is_word(code[name + len]))
      len++;
    const char *word = fl_strndup(f->arena, code + name, len);
    const char *at = fl_find_word(code, code + s.begin, word);
    while (fr_is_skipped(f, s.file, (uint32_t)(at - code))) // it stands at `name` at the latest
      at = fl_find_word(code, at + 1, word);
    const uint32_t first = (uint32_t)(at - code);
    bool known = first == name;
    for (size_t k = i; k > 0 && !known && d[k - 1].begin >= s.begin;
         k--) // another directive has set it before
      known = changed_name(code, d[k - 1]) == first && !fr_is_skipped(f, s.file, d[k - 1].begin);
    const bool is_default = i && i + 1 < n && fr_name_behind(code, d[i - 1], "ifndef") == first &&
                            is_blank(code, d[i - 1].end, d[i].begin) &&
                            is_blank(code, d[i].end, d[i + 1].begin) &&
                            fr_has_words(code, d[i + 1].begin, d[i + 1].end, "endif", "");
    if (!known && !is_default)
      return true;
  }
  return false;
}

static enum CXChildVisitResult asks(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  if (clang_getCursorKind(c) != CXCursor_MacroExpansion)
    return CXChildVisit_Continue;
  CXString name = clang_getCursorSpelling(c);
  const char *s = clang_getCString(name);
  bool *found = data;
  *found = s && !strncmp(s, "__CUDA_ARCH", 11);
  clang_disposeString(name);
  return *found ? CXChildVisit_Break : CXChildVisit_Continue;
}

// Is there any use of a macro, in text or in a directive, that has other values on other architectures?
static bool asks_for_architecture(const struct fr *f) {
  bool found = false;
  clang_visitChildren(clang_getTranslationUnitCursor(f->tu), asks, &found);
  return found;
}

void fr_collect_directives(struct fr *f) {
  f->u->asks_for_architecture = f->opt->nmore_archs && asks_for_architecture(f);
  collect_skipped(f);
  for (size_t i = 0; i < f->u->files.len; i++)
    collect_directives(f, (int)i);
}
