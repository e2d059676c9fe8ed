// Launches of kernels that the namespaces of their arguments alone make known, `k<<<g, b>>>(ns::X{})`. nvcc finds such, for clang the name is an error: so
// it is qualified where there is one kernel that it may be, and the file is parsed again.
#include "internal.h"

#include <string.h>

struct search {
  struct fr *f;
  const char *name, *scope; // of the kernel that was found
  bool several;
};
static enum CXChildVisitResult see_kernel(CXCursor c, CXCursor parent, CXClientData data) {
  struct search *s = data;
  (void)parent;
  const enum CXCursorKind k = clang_getCursorKind(c);
  if (k == CXCursor_Namespace || k == CXCursor_LinkageSpec)
    return CXChildVisit_Recurse;
  if (!fr_is_function(k) || !fr_string_is(clang_getCursorSpelling(c), s->name) ||
      !fr_has_attr(c, CXCursor_CUDAGlobalAttr))
    return CXChildVisit_Continue;
  const char *scope = fr_visible_scope(s->f, clang_getCursorSemanticParent(c));
  s->several |= s->scope && strcmp(s->scope, scope) != 0;
  s->scope = scope;
  return CXChildVisit_Continue;
}

static bool is_undeclared(CXDiagnostic d) {
  static const char begin[] = "use of undeclared identifier '";
  CXString text = clang_getDiagnosticSpelling(d);
  const bool is = !strncmp(clang_getCString(text), begin, sizeof begin - 1);
  clang_disposeString(text);
  return is;
}

// The name at which an error stands, if it is all that says what is launched.
static struct fl_span launched_at(struct fr *f, CXDiagnostic d) {
  const struct fl_span none = {.file = -1};
  int file;
  uint32_t begin;
  bool in_macro;
  if (!is_undeclared(d) || !fr_place(f, clang_getDiagnosticLocation(d), &file, &begin, &in_macro) ||
      in_macro)
    return none;
  size_t n, i = fr_token_at(f, file, begin);
  const struct fr_token *t = fr_tokens(f, file, &n);
  if (i + 3 >= n || t[i].begin != begin || t[i].kind != FR_IDENT)
    return none;
  for (size_t k = 1; k <= 3; k++)
    if (t[i + k].ch != '<')
      return none;
  return (struct fl_span){file, begin, t[i].end};
}

bool fr_qualify(struct fr *f) {
  FL_VEC(struct fr_edit) edits = {0};
  CXDiagnosticSet all = clang_getDiagnosticSetFromTU(f->tu);
  for (unsigned i = 0, n = clang_getNumDiagnosticsInSet(all); i < n; i++) {
    CXDiagnostic d = clang_getDiagnosticInSet(all, i);
    const struct fl_span at = launched_at(f, d);
    clang_disposeDiagnostic(d);
    if (fl_span_empty(at))
      continue;
    struct search s = {.f = f, .name = fl_span_text(f->u, at)};
    clang_visitChildren(clang_getTranslationUnitCursor(f->tu), see_kernel, &s);
    if (s.scope && *s.scope && !s.several)
      *fl_vec_add(f->arena, &edits) =
          (struct fr_edit){at, fl_format(f->arena, "::%s::%s", s.scope, s.name), i};
  }
  clang_disposeDiagnosticSet(all);
  fr_rewrite(f, edits.data, edits.len);
  return edits.len > 0;
}
