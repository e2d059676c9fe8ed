// Is a header that the file includes nowhere, with the toolkit's headers or without? Then there is nothing to be learnt from reading those, which takes
// seconds: the compiler will say the same.
#include "internal.h"

#include <string.h>

// Are the first directives of a file `#ifndef NAME` and `#define NAME`?
static bool begins_guard(struct fr *f, const char *text, const struct fr_lexed *lexed) {
  const struct fr_range *d = lexed->directives.data;
  if (lexed->directives.len < 2 || !fr_has_words(text, d[0].begin, d[0].end, "ifndef", ""))
    return false;
  uint32_t end = d[0].end, begin;
  while (end > d[0].begin && !fl_is_word(text[end - 1]))
    end--;
  for (begin = end; begin > d[0].begin && fl_is_word(text[begin - 1]);)
    begin--;
  return fr_has_words(text, d[1].begin, d[1].end, "define",
                      fl_strndup(f->arena, text + begin, end - begin));
}

// Does an include directive at `offset` stand under no condition but its file's own include guard? What the toolkit's headers define may change others.
static bool is_unconditional(struct fr *f, const char *text, size_t len, unsigned offset) {
  struct fr_lexed lexed = {0};
  uint32_t from, to;
  bool angled, guarded = false;
  int depth = 0;
  fr_lex(f->arena, text, 0, (uint32_t)len, &lexed);
  for (size_t i = 0; i < lexed.directives.len; i++) {
    const struct fr_range d = lexed.directives.data[i];
    if (offset < d.end)
      return offset >= d.begin && depth == guarded &&
             fr_include_name(text, d.begin, d.end, &from, &to, &angled) &&
             (angled || text[from - 1] == '"');
    if (fr_has_words(text, d.begin, d.end, "if", "")) { // #ifdef and #ifndef, too
      guarded |= i == 0 && begins_guard(f, text, &lexed);
      depth++;
    } else if (fr_has_words(text, d.begin, d.end, "endif", "")) {
      depth--;
      guarded &= depth > 0;
    } else if (fr_has_words(text, d.begin, d.end, "el", "")) {
      guarded &= depth > 1;
    }
  }
  return false;
}

static bool stands_unconditionally(struct fr *f, CXSourceLocation at) {
  CXFile in;
  unsigned offset;
  size_t len = 0;
  clang_getFileLocation(at, &in, NULL, NULL, &offset);
  if (!in) // -include
    return true;
  const char *path = fr_string(f, clang_getFileName(in));
  const char *text = clang_getFileContents(f->tu, in, &len);
  return text && len < UINT32_MAX && !fr_is_stand_in(f, path) &&
         is_unconditional(f, text, len, offset);
}

struct inclusion {
  struct fr *f;
  CXFile of;
  bool unconditional;
};
static void on_inclusion(CXFile included, CXSourceLocation *stack, unsigned depth,
                         CXClientData data) {
  struct inclusion *x = data;
  if (x->unconditional || !clang_File_isEqual(included, x->of))
    return;
  x->unconditional = true;
  for (unsigned i = 0; i < depth; i++)
    x->unconditional &= stands_unconditionally(x->f, stack[i]);
}

static bool is_toolkits(struct fr *f, const char *name) {
  const char *dirs[] = {fl_format(f->arena, "%s/include", f->opt->cuda_path),
                        fl_format(f->arena, "%s/include/cccl", f->opt->cuda_path),
                        FL_CLANG_RESOURCE_DIR "/include",
                        FL_CLANG_RESOURCE_DIR "/include/cuda_wrappers"};
  bool found = false;
  for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
    found |= fl_real_path(f->arena, fl_format(f->arena, "%s/%s", dirs[i], name)) != NULL;
  return found;
}

// Is what the directive `c` includes nowhere, whatever headers there are?
static bool is_absent(struct fr *f, CXCursor c) {
  const CXSourceLocation at = clang_getCursorLocation(c);
  const char *name = fr_string(f, clang_getCursorSpelling(c));
  struct inclusion x = {.f = f};
  clang_getFileLocation(at, &x.of, NULL, NULL, NULL);
  if (!x.of || name[0] == '/' || is_toolkits(f, name) || !stands_unconditionally(f, at))
    return false;
  clang_getInclusions(f->tu, on_inclusion, &x);
  return x.unconditional;
}

static enum CXChildVisitResult on_directive(CXCursor c, CXCursor parent, CXClientData data) {
  struct fr *f = data;
  CXFile in;
  unsigned line, col;
  (void)parent;
  if (clang_getCursorKind(c) != CXCursor_InclusionDirective || clang_getIncludedFile(c) ||
      !is_absent(f, c))
    return CXChildVisit_Continue;
  const char *name = fr_string(f, clang_getCursorSpelling(c));
  clang_getFileLocation(clang_getRangeEnd(clang_getCursorExtent(c)), &in, &line, &col, NULL);
  f->u->parse_errors = true;
  fl_report(f->diags, FL_ERROR, fr_string(f, clang_getFileName(in)), line,
            col - (unsigned)strlen("<>") - (unsigned)strlen(name), NULL, "'%s' file not found",
            name);
  return CXChildVisit_Break;
}

bool fr_lacks_header(struct fr *f) {
  if (f->opt->cuda_path)
    clang_visitChildren(clang_getTranslationUnitCursor(f->tu), on_directive, f);
  return f->u->parse_errors;
}
