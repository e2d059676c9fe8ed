// What do lambdas of the host's name? Those for the device come to kernels by their arguments, and their bodies are nobody's that is mirrored.
#include "internal.h"

#include <string.h>

// Is one said to be for the device, as far as it stands in the text?
static bool is_for_device(struct fr *f, const struct fr_raw *lambda) {
  const char *text = fl_span_text(f->u, lambda->span);
  const char *at = fl_find_word(text, text, "__device__");
  return at && at < text + strcspn(text, "{");
}

static void note(struct fr *f, const char *name, struct fl_function *fn, bool for_device,
                 struct fl_span at) {
  struct fl_unit *u = f->u;
  if (!*name && !fn)
    return;
  for (size_t i = 0; i < u->lambda_uses.len; i++) {
    const struct fl_lambda_use *other = &u->lambda_uses.data[i];
    if (other->function == fn && other->for_device >= for_device && !strcmp(other->name, name))
      return;
  }
  *fl_vec_add(f->arena, &u->lambda_uses) = (struct fl_lambda_use){name, fn, for_device, at};
}

static void note_node(struct fr *f, const struct fr_raw *n, bool for_device, struct fl_span at) {
  const CXCursor ref = clang_getCursorReferenced(n->cursor);
  if (n->kind == CXCursor_GCCAsmStmt)
    note(f, "asm", NULL, for_device, at);
  else if (n->kind == CXCursor_VarDecl && fr_has_attr(n->cursor, CXCursor_CUDASharedAttr))
    note(f, "__shared__", NULL, for_device, at);
  else if (clang_getCursorKind(ref) == CXCursor_OverloadedDeclRef)
    for (unsigned i = 0, count = clang_getNumOverloadedDecls(ref); i < count; i++) {
      const CXCursor one = fr_overload(ref, i);
      note(f, fr_string(f, clang_getCursorSpelling(one)), fr_function_of(f, one), for_device, at);
    }
  else if (clang_isExpression(n->kind) || clang_isReference(n->kind))
    note(f, fr_string(f, clang_getCursorSpelling(n->cursor)),
         clang_Cursor_isNull(ref) ? NULL : fr_function_of(f, ref), for_device, at);
}

void fr_find_lambdas(struct fr *f, const struct fr_tree *t) {
  for (uint32_t r = 1; r < t->len; r++) {
    if (t->nodes[r].kind != CXCursor_LambdaExpr)
      continue;
    const bool for_device = is_for_device(f, &t->nodes[r]);
    for (uint32_t k = r + 1; k < t->nodes[r].end; k++)
      note_node(f, &t->nodes[k], for_device, t->nodes[r].span);
    r = t->nodes[r].end - 1;
  }
}
