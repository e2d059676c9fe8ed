// Of which functions is the address taken: by a name that is used other than to call or launch them?
#include "internal.h"

#include <string.h>

static void note_instance(struct fr *f, struct fl_function *kernel, CXCursor ref) {
  const char *args = fr_public_args(f, ref);
  if (!*args)
    return;
  fr_note_instance(f, kernel, ref);
  for (size_t i = 0; i < kernel->taken_instances.len; i++)
    if (!strcmp(kernel->taken_instances.data[i], args))
      return;
  *fl_vec_add(f->arena, &kernel->taken_instances) = args;
}

static void note_other(struct fr *f, const char *name, size_t len) {
  fl_names_add(f->arena, &f->u->taken_others, name, len);
}

// Marks functions whose name is used other than to call or launch them.
static void mark_taken(struct fr *f, CXCursor ref, bool by_host) {
  if (clang_getCursorKind(ref) == CXCursor_OverloadedDeclRef) {
    unsigned n = clang_getNumOverloadedDecls(ref);
    for (unsigned i = 0; i < n; i++)
      mark_taken(f, fr_overload(ref, i), by_host);
    return;
  }
  struct fl_function *fn = fr_function_of(f, ref);
  if (!fn) {
    const char *name = by_host || !fr_is_function(clang_getCursorKind(ref))
                           ? ""
                           : fr_string(f, clang_getCursorSpelling(ref));
    note_other(f, name, strlen(name));
    return;
  }
  fn->address_taken = true;
  if (fn->kind == FL_KERNEL && fn->template_params.len)
    note_instance(f, fn, ref);
}

// The same for a name that is looked up in a class which depends on template parameters, `&Box<T>::put`: it may be any member's. An object's, `box.put`, without
// a call can only be a static one's.
static void mark_members_taken(struct fr *f, const char *name, bool of_object) {
  for (size_t i = 0; *name && i < f->u->functions.len; i++) {
    struct fl_function *fn = f->u->functions.data[i];
    if (fn->is_member && (!of_object || fn->is_static_member) && !strcmp(fn->name, name))
      fn->address_taken = true;
  }
}

// Is a name what is called, or the operator of an expression, which stands between its operands?
static bool is_called(const struct fr_tree *t, uint32_t r) {
  uint32_t at = r, up = t->nodes[r].parent;
  while (up &&
         (t->nodes[up].kind == CXCursor_UnexposedExpr || t->nodes[up].kind == CXCursor_ParenExpr)) {
    at = up;
    up = t->nodes[up].parent;
  }
  if (!up || t->nodes[up].kind != CXCursor_CallExpr)
    return false;
  uint32_t first = t->nodes[up].first;
  while (first && !clang_isExpression(t->nodes[first].kind))
    first = t->nodes[first].next;
  if (first == at)
    return true;
  CXString s = clang_getCursorSpelling(t->nodes[r].cursor);
  bool is_operator = strncmp(clang_getCString(s), "operator", 8) == 0;
  clang_disposeString(s);
  return is_operator && t->nodes[first].next == at;
}

// Clang does not show what stands in a template of a variable.
static bool is_variable_template(struct fr *f, const struct fr_raw *n) {
  return n->kind == CXCursor_UnexposedDecl && n->span.file >= 0 &&
         fr_token_is(f, n->span.file, fr_token_at(f, n->span.file, n->span.begin), "template");
}
static void mark_mentioned(struct fr *f, struct fl_span s) {
  const char *text = fl_span_text(f->u, s);
  for (size_t i = 0; i < f->u->functions.len; i++)
    if (fl_find_word(text, text, f->u->functions.data[i]->name))
      f->u->functions.data[i]->address_taken = true;
  for (size_t n; *text; text += n ? n : 1) {
    for (n = 0; fl_is_word(text[n]); n++) {
    }
    note_other(f, text, n);
  }
}

// Does a node of a function of the host's stand in no lambda, which may be the device's?
static bool is_of_host(const struct fr_code *code, const struct fr_tree *t, uint32_t r) {
  bool host = !code->function && fr_is_function(clang_getCursorKind(code->cursor));
  for (; r && host; r = t->nodes[r].parent)
    host = t->nodes[r].kind != CXCursor_LambdaExpr;
  return host;
}

void fr_find_taken(struct fr *f, const struct fr_code *code, const struct fr_tree *t) {
  if (is_variable_template(f, &t->nodes[0]))
    mark_mentioned(f, t->nodes[0].span);
  for (uint32_t r = 1; r < t->len; r++) {
    const struct fr_raw *n = &t->nodes[r];
    const bool of_object = n->kind == CXCursor_MemberRefExpr;
    if ((n->kind != CXCursor_DeclRefExpr && !of_object) || is_called(t, r))
      continue;
    const CXCursor ref = clang_getCursorReferenced(n->cursor);
    if (clang_Cursor_isNull(ref))
      mark_members_taken(f, fr_last_name(f, n->span), of_object);
    else
      mark_taken(f, ref, is_of_host(code, t, r));
  }
}
