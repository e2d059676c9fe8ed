// Does an error of clang's say that device code names a function of the host's? nvcc minds where it is called, but not in what is never evaluated, `decltype(f())`.
#include "internal.h"

#include <string.h>

static bool speaks_of_host(CXDiagnostic d) {
  CXString s = clang_getDiagnosticSpelling(d);
  const char *text = clang_getCString(s);
  bool speaks = text && strstr(text, "__host__ function");
  clang_disposeString(s);
  CXDiagnosticSet notes = clang_getChildDiagnostics(d);
  for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes) && !speaks; i++) {
    CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
    speaks = speaks_of_host(note);
    clang_disposeDiagnostic(note);
  }
  return speaks;
}

static bool is_word(const struct fr *f, int file, size_t i) {
  static const char *const words[] = {
      "decltype",    "__decltype", "sizeof",   "noexcept",   "alignof",  "_Alignof", "__alignof",
      "__alignof__", "typeof",     "__typeof", "__typeof__", "requires", NULL};
  return fr_token_is_one_of(f->u->files.data[file].text, &f->files.data[file].lexed.tokens.data[i],
                            words);
}

// Is token i behind a word that keeps it from being evaluated, or in such a one's brackets?
static bool is_unevaluated(const struct fr *f, int file, size_t i) {
  size_t n;
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i && is_word(f, file, i - 1)) // `sizeof f()`
    return true;
  while (i < n && i-- > 0) {
    if (t[i].ch && strchr(")]}", t[i].ch)) {
      i = fr_match_back(t, n, i);
    } else if (i && t[i].ch && strchr("([{", t[i].ch)) {
      const bool requires = t[i].ch == '{' && t[i - 1].ch == ')';
      const size_t parameters = requires ? fr_match_back(t, n, i - 1) : i;
      if (parameters && parameters < n && is_word(f, file, parameters - 1))
        return true;
    }
  }
  return false;
}

void fr_note_host_names(struct fr *f, CXDiagnostic d) {
  int file;
  uint32_t at;
  bool in_macro;
  unsigned use;
  if (f->calls_host || !speaks_of_host(d))
    return;
  f->names_host = true;
  const CXSourceLocation loc = clang_getDiagnosticLocation(d);
  if (!fr_place(f, loc, &file, &at, &in_macro))
    return; // the headers of others are right
  clang_getExpansionLocation(loc, NULL, NULL, NULL, &use);
  f->calls_host = !in_macro && use == at && !is_unevaluated(f, file, fr_token_at(f, file, at));
}
