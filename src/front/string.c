// Clang's strings.
#include "internal.h"

#include <string.h>

const char *fr_string(struct fr *f, CXString s) {
  const char *c = clang_getCString(s);
  const char *copy = fl_strdup(f->arena, c ? c : "");
  clang_disposeString(s);
  return copy;
}

bool fr_string_is(CXString s, const char *text) {
  const char *c = clang_getCString(s);
  bool same = c && strcmp(c, text) == 0;
  clang_disposeString(s);
  return same;
}
