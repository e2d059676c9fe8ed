// Shared variables whose types have constructors that do something, `__shared__ cuda::barrier<cuda::thread_scope_block> b;`: nvcc warns, and calls none; clang takes it for an
// error, and leaves out what the body does with them. So they are no shared variables in the copy that clang reads, and become such again in the model.
#include "internal.h"

#include <string.h>

static bool is_known(const struct fr *f, const char *real_path, uint32_t name) {
  for (size_t i = 0; i < f->constructed.len; i++)
    if (f->constructed.data[i].name == name && !strcmp(f->constructed.data[i].path, real_path))
      return true;
  return false;
}

// The `__shared__` of the declaration that has a name at token i; n: it is not in the text.
static size_t qualifier(const char *s, const struct fr_token *t, size_t n, size_t i) {
  static const char *const words[] = {"__shared__", NULL};
  int depth = 0;
  while (i-- > 0 && (depth || !t[i].ch || !strchr(";{", t[i].ch))) {
    depth += (t[i].ch == '}') - (t[i].ch == '{');
    if (fr_token_is_one_of(s, &t[i], words))
      return i;
  }
  return n;
}

static bool note(struct fr *f, CXDiagnostic d) {
  int file;
  uint32_t at;
  bool in_macro;
  if (!fr_string_is(clang_getDiagnosticSpelling(d),
                    "initialization is not supported for __shared__ variables") ||
      !fr_place(f, clang_getDiagnosticLocation(d), &file, &at, &in_macro) || in_macro)
    return false;
  const struct fl_file *of = &f->u->files.data[file];
  size_t n, i = fr_token_at(f, file, at);
  const struct fr_token *t = fr_tokens(f, file, &n);
  const size_t word = i < n ? qualifier(of->text, t, n, i) : n;
  if (word == n || is_known(f, of->real_path, at))
    return false;
  *fl_vec_add(f->arena, &f->constructed) =
      (struct fr_constructed){of->real_path, t[word].begin, t[word].end, at};
  return true;
}

bool fr_note_constructed(struct fr *f) {
  bool any = false;
  CXDiagnosticSet all = clang_getDiagnosticSetFromTU(f->tu);
  for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
    CXDiagnostic d = clang_getDiagnosticInSet(all, i);
    any |= note(f, d);
    clang_disposeDiagnostic(d);
  }
  clang_disposeDiagnosticSet(all);
  for (size_t i = 0; i < f->files.len && any; i++)
    fr_patch_constructed(f, (int)i);
  return any;
}

void fr_patch_constructed(struct fr *f, int file) {
  const struct fl_file *of = &f->u->files.data[file];
  const char **patched = &f->files.data[file].patched;
  for (size_t i = 0; i < f->constructed.len; i++) {
    const struct fr_constructed *c = &f->constructed.data[i];
    if (strcmp(c->path, of->real_path) != 0)
      continue;
    char *copy = fl_strndup(f->arena, *patched ? *patched : of->text, of->len);
    memset(copy + c->begin, ' ', c->end - c->begin);
    *patched = copy;
  }
}

uint32_t fr_constructed_begin(const struct fr *f, struct fl_span s) {
  for (size_t i = 0; i < f->constructed.len && s.file >= 0; i++) {
    const struct fr_constructed *c = &f->constructed.data[i];
    if (s.begin <= c->name && c->name < s.end && c->begin < s.begin &&
        !strcmp(c->path, f->u->files.data[s.file].real_path))
      return c->begin;
  }
  return s.begin;
}

bool fr_is_constructed(struct fr *f, CXCursor c) {
  int file;
  uint32_t at;
  bool in_macro;
  return f->constructed.len && fr_place(f, clang_getCursorLocation(c), &file, &at, &in_macro) &&
         is_known(f, f->u->files.data[file].real_path, at);
}
