// Where in the text is what clang shows? Locations in a macro's body are mapped to the macro's use,
// those in a macro's arguments to the argument as it was written.
#include "internal.h"

struct place {
  int file;
  uint32_t at, use; // the place in the text; where the macro's use begins, or `at`
  bool in_body;
};

// To clang, a token at the beginning of a line begins with the backslash by which the line before goes on in it.
static uint32_t past_splices(const struct fr *f, int file, uint32_t at) {
  const char *text = f->u->files.data[file].text; // ends with a NUL
  while (text[at] == '\\') {
    const uint32_t end = at + 1 + (text[at + 1] == '\r');
    if (text[end] != '\n')
      break;
    at = end + 1;
  }
  return at;
}

static bool find(struct fr *f, CXSourceLocation loc, struct place *p) {
  CXFile in, spelled, expanded;
  unsigned at, spelled_at, use;
  clang_getFileLocation(loc, &in, NULL, NULL, &at);
  p->file = fr_file_index(f, in);
  if (p->file < 0)
    return false;
  clang_getSpellingLocation(loc, &spelled, NULL, NULL, &spelled_at);
  clang_getExpansionLocation(loc, &expanded, NULL, NULL, &use);
  size_t len = f->u->files.data[p->file].len;
  p->at = at > len ? (uint32_t)len : at;
  p->use = expanded == in && use <= len ? use : p->at;
  p->in_body = spelled != in || spelled_at != at;
  if (p->use != p->at)
    p->use = past_splices(f, p->file, p->use);
  return true;
}

bool fr_place(struct fr *f, CXSourceLocation loc, int *file, uint32_t *offset, bool *in_macro) {
  struct place p = {.file = -1};
  bool found = find(f, loc, &p);
  *file = p.file;
  *offset = found ? past_splices(f, p.file, p.at) : p.at;
  *in_macro = p.in_body;
  return found;
}

// Whether begin and end lie in different arguments of a macro of the user's: what is between them
// is then no code by itself.
static bool spans_arguments(const struct fr *f, int file, uint32_t use, uint32_t begin,
                            uint32_t end) {
  enum { FAR = 512 }; // tokens to look at; code in macro arguments is short
  size_t n, i = fr_token_at(f, file, use);
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i >= n || t[i].begin != use)
    return false;
  const struct fr_macro *m =
      fr_macro_at(f, f->u->files.data[file].text + use, t[i].end - t[i].begin, file, use, NULL);
  if (!m || m->variadic)
    return false;
  int depth = 0; // 1: in the arguments' own parentheses
  for (size_t k = 0; k < FAR && ++i < n && t[i].begin < end; k++) {
    if (t[i].ch == '(')
      depth++;
    else if (t[i].ch == ')')
      depth--;
    else if (t[i].ch == ',' && depth == 1 && t[i].begin >= begin)
      return true;
  }
  return false;
}

struct fl_span fr_extent(struct fr *f, CXCursor c, bool *in_macro) {
  CXSourceRange r = clang_getCursorExtent(c);
  struct fl_span s = {.file = -1};
  struct place b, e;
  *in_macro = false;
  if (!find(f, clang_getRangeStart(r), &b) || !find(f, clang_getRangeEnd(r), &e) ||
      b.file != e.file)
    return s;
  b.at = past_splices(f, b.file, b.at);
  b.use = past_splices(f, b.file, b.use);
  *in_macro = b.in_body;
  s = (struct fl_span){b.file, b.at, e.at};
  bool begin_in_use = b.use != b.at, end_in_use = e.use != e.at;
  if (end_in_use && e.in_body) // a macro's use among the arguments of another
    s.end = fr_macro_use_end(f, s.file, e.at);
  if (begin_in_use != end_in_use || (begin_in_use && b.use != e.use) ||
      (begin_in_use && !b.in_body && spans_arguments(f, s.file, b.use, s.begin, s.end))) {
    // Only one end lies in the arguments, or they lie in different ones: the whole use is meant.
    *in_macro |= begin_in_use;
    s.begin = b.use;
    if (end_in_use)
      s.end = fr_macro_use_end(f, s.file, e.use);
  }
  if (s.end < s.begin)
    s.end = s.begin;
  return s;
}
