// Which expressions are constants? Literals, constants and enumerators are asked of clang, once
// each; operators over them are computed here, since evaluating whole expressions in clang costs
// far more.
#include "internal.h"

#include <string.h>

bool fr_evaluate(CXCursor c, int64_t *value) {
  CXEvalResult e = clang_Cursor_Evaluate(c);
  if (!e)
    return false;
  bool found = clang_EvalResult_getKind(e) == CXEval_Int;
  if (found && clang_EvalResult_isUnsignedInt(e)) {
    unsigned long long u = clang_EvalResult_getAsUnsigned(e);
    found = u <= INT64_MAX;
    *value = (int64_t)u;
  } else if (found) {
    *value = clang_EvalResult_getAsLongLong(e);
  }
  clang_EvalResult_dispose(e);
  return found;
}

// Decimal literals without suffix are read from the text.
static bool plain_number(struct fr *f, const struct fr_raw *raw, int64_t *value) {
  uint32_t n = raw->span.end - raw->span.begin;
  if (raw->in_macro || raw->span.file < 0 || n == 0 || n > 9)
    return false;
  const char *s = f->u->files.data[raw->span.file].text + raw->span.begin;
  if (n > 1 && s[0] == '0')
    return false;
  int64_t v = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (s[i] < '0' || s[i] > '9')
      return false;
    v = v * 10 + (s[i] - '0');
  }
  *value = v;
  return true;
}

// Whether `v` is a value of the type; for unsigned types after wrapping, for signed ones as it is.
static bool fit(CXCursor c, int64_t *v) {
  CXType t = clang_getCanonicalType(clang_getCursorType(c));
  switch (t.kind) {
  case CXType_Bool:
    *v = *v != 0;
    return true;
  case CXType_UChar:
  case CXType_Char_U:
    *v &= 0xff;
    return true;
  case CXType_UShort:
    *v &= 0xffff;
    return true;
  case CXType_UInt:
    *v &= 0xffffffff;
    return true;
  case CXType_ULong:
  case CXType_ULongLong:
    return *v >= 0;
  case CXType_SChar:
  case CXType_Char_S:
    return *v >= -128 && *v <= 127;
  case CXType_Short:
    return *v >= INT16_MIN && *v <= INT16_MAX;
  case CXType_Int:
    return *v >= INT32_MIN && *v <= INT32_MAX;
  case CXType_Long:
  case CXType_LongLong:
    return true;
  default:
    return false;
  }
}

static bool binary(const char *op, int64_t a, int64_t b, int64_t *v) {
  if (strcmp(op, "+") == 0)
    return !__builtin_add_overflow(a, b, v);
  if (strcmp(op, "-") == 0)
    return !__builtin_sub_overflow(a, b, v);
  if (strcmp(op, "*") == 0)
    return !__builtin_mul_overflow(a, b, v);
  if (strcmp(op, "/") == 0 || strcmp(op, "%") == 0) {
    if (b == 0 || (a == INT64_MIN && b == -1))
      return false;
    *v = *op == '/' ? a / b : a % b;
    return true;
  }
  if (strcmp(op, "<<") == 0 || strcmp(op, ">>") == 0) {
    if (b < 0 || b > 62 || a < 0 || (*op == '<' && a > (INT64_MAX >> b)))
      return false;
    *v = *op == '<' ? a << b : a >> b;
    return true;
  }
  static const char *const rest[] = {"&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||"};
  const int64_t result[] = {a & b,  a | b,  a ^ b,  a<b, a> b, a <= b,
                            a >= b, a == b, a != b, a && b,    a || b};
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
    if (strcmp(op, rest[i]) == 0) {
      *v = result[i];
      return true;
    }
  }
  return false;
}

static bool unary(const char *op, int64_t a, int64_t *v) {
  switch (op[0] && !op[1] ? op[0] : 0) {
  case '-':
    return !__builtin_sub_overflow((int64_t)0, a, v);
  case '+':
    *v = a;
    return true;
  case '~':
    *v = ~a;
    return true;
  case '!':
    *v = !a;
    return true;
  default:
    return false;
  }
}

static bool reference(struct fr_body *b, CXCursor c, struct fl_decl *d, int64_t *value) {
  struct fr *f = b->f;
  if (!d || d->dependent || d->is_pointer || d->is_reference || d->is_array || d->is_volatile)
    return false;
  bool enumerator = d->kind == FL_DECL_ENUMERATOR;
  if (!enumerator && !((d->kind == FL_DECL_LOCAL || d->kind == FL_DECL_GLOBAL) && d->is_const))
    return false;
  void *known = fr_map_get(&f->constants, d);
  if (!known) {
    int64_t v = 0;
    known = d;
    if (fr_evaluate(c, &v)) {
      known = fl_alloc(f->arena, sizeof v);
      memcpy(known, &v, sizeof v);
    }
    fr_map_put(f->arena, &f->constants, d, known);
  }
  if (known == d)
    return false;
  memcpy(value, known, sizeof *value);
  return true;
}

void fr_fold(struct fr_body *b, uint32_t r, struct fl_node *n) {
  const struct fr_raw *raw = &b->tree->nodes[r];
  struct fl_node **kid = n->kids.data;
  size_t k = n->kids.len;
  int64_t v = 0;
  bool known = false;
  switch (n->kind) {
  case FL_LITERAL:
    if (raw->kind == CXCursor_IntegerLiteral)
      known = plain_number(b->f, raw, &v) || fr_evaluate(raw->cursor, &v);
    else if (raw->kind == CXCursor_CharacterLiteral || raw->kind == CXCursor_CXXBoolLiteralExpr)
      known = fr_evaluate(raw->cursor, &v);
    break;
  case FL_REF:
  case FL_MEMBER:
    known = reference(b, raw->cursor, n->decl, &v);
    break;
  case FL_BINARY:
    known = k == 2 && kid[0]->has_value && kid[1]->has_value &&
            binary(n->name, kid[0]->value, kid[1]->value, &v) && fit(raw->cursor, &v);
    break;
  case FL_UNARY:
    known =
        k == 1 && kid[0]->has_value && unary(n->name, kid[0]->value, &v) && fit(raw->cursor, &v);
    break;
  case FL_CAST:
    v = k == 1 ? kid[0]->value : 0;
    known = k == 1 && kid[0]->has_value && fit(raw->cursor, &v);
    break;
  case FL_TERNARY:
    if (n->cond && n->cond->has_value) {
      const struct fl_node *chosen = n->cond->value ? n->then : n->otherwise;
      v = chosen->value;
      known = chosen->has_value && fit(raw->cursor, &v);
    }
    break;
  case FL_OTHER_EXPR:
    if (raw->kind == CXCursor_UnaryExpr)
      known = fr_evaluate(raw->cursor, &v);
    break;
  default:
    break;
  }
  n->has_value = known;
  n->value = known ? v : 0;
}

// Whether a use of a variable only reads it. Reading shows as an implicit conversion of the name,
// or of a member of it.
bool fr_only_reads(const struct fr_tree *t, uint32_t r) {
  uint32_t up = t->nodes[r].parent;
  if (t->nodes[up].kind == CXCursor_MemberRefExpr)
    up = t->nodes[up].parent;
  if (t->nodes[up].kind != CXCursor_UnexposedExpr)
    return false;
  CXType type = clang_getCanonicalType(clang_getCursorType(t->nodes[up].cursor));
  return type.kind != CXType_Record || clang_isConstQualifiedType(type);
}

static void find_locals(struct fr_body *b) {
  const struct fr_tree *t = b->tree;
  b->locals_known = true;
  for (uint32_t r = 1; r < t->len; r++) {
    enum CXCursorKind k = t->nodes[r].kind;
    if (k == CXCursor_VarDecl) {
      fr_map_put(b->f->arena, &b->declared, t->nodes[r].cursor.data[0], (void *)(uintptr_t)(r + 1));
    } else if (k == CXCursor_VariableRef || (k == CXCursor_DeclRefExpr && !fr_only_reads(t, r))) {
      CXCursor ref = clang_getCursorReferenced(t->nodes[r].cursor);
      if (clang_getCursorKind(ref) == CXCursor_VarDecl)
        fr_map_put(b->f->arena, &b->changed, ref.data[0], b);
    }
  }
}

static bool launches(struct fr_body *b, uint32_t r) {
  bool any = false;
  for (uint32_t k = r; k < b->tree->nodes[r].end && !any; k++)
    any = fr_is_launch(b->f, b->tree, k);
  return any;
}

// The initialiser of a local variable that is never changed, as a node; NULL if it is not such, or launches: it would be read as another launch.
static struct fl_node *fixed_initialiser(struct fr_body *b, const struct fl_decl *d) {
  const CXCursor *c = d ? fr_map_get(&b->f->cursors, d) : NULL;
  if (!c || d->kind != FL_DECL_LOCAL || d->is_reference || d->is_volatile)
    return NULL;
  if (!b->locals_known)
    find_locals(b);
  uintptr_t declared = (uintptr_t)fr_map_get(&b->declared, c->data[0]);
  if (!declared || (!d->is_const && fr_map_get(&b->changed, c->data[0])))
    return NULL;
  const struct fr_tree *t = b->tree;
  CXCursor init = clang_Cursor_getVarDeclInitializer(t->nodes[declared - 1].cursor);
  for (uint32_t k = t->nodes[declared - 1].first; k; k = t->nodes[k].next) {
    if (clang_equalCursors(t->nodes[k].cursor, init) && !launches(b, k)) {
      struct fr_body apart = *b; // what is mirrored here is no part of the function's lists
      apart.function = NULL;
      return fr_node(&apart, k, NULL, FR_MAX_DEPTH - 64);
    }
  }
  return NULL;
}

bool fr_constant(struct fr_body *b, const struct fl_node *n, int64_t *value) {
  if (!n->has_value && n->kind == FL_REF)
    n = fixed_initialiser(b, n->decl);
  if (!n || !n->has_value)
    return false;
  *value = n->value;
  return true;
}

static bool is_dim3(const struct fl_node *n) {
  return n->type && (strcmp(n->type, "dim3") == 0 || strcmp(n->type, "const dim3") == 0);
}

static bool is_number(const struct fl_node *n) {
  static const char *const numbers[] = {"int",           "unsigned int",       "long",
                                        "unsigned long", "long long",          "size_t",
                                        "unsigned",      "unsigned long long", NULL};
  const char *type = n->type ? n->type : "";
  type += strncmp(type, "const ", strlen("const ")) ? 0 : strlen("const ");
  for (const char *const *p = numbers; *p; p++)
    if (!strcmp(type, *p))
      return true;
  return false;
}

static int64_t extent(struct fr_body *b, const struct fl_node *n) {
  int64_t v;
  return fr_constant(b, n, &v) && v > 0 && v <= INT32_MAX ? v : 0;
}
static void extents(struct fr_body *b, const struct fl_node *n, int64_t *out) {
  for (size_t i = 0; i < 3; i++)
    out[i] = n->kids.len > 3 ? 0 : i < n->kids.len ? extent(b, n->kids.data[i]) : 1;
}

void fr_block_extents(struct fr_body *b, const struct fl_node *n, int64_t *out) {
  int64_t v;
  if (fr_constant(b, n, &v) || is_number(n)) {
    out[0] = extent(b, n);
    out[1] = out[2] = 1;
    return;
  }
  if (n->kind == FL_REF && n->decl && strstr(n->decl->canonical, "dim3"))
    n = fixed_initialiser(b, n->decl);
  for (int i = 0; n && n->kind == FL_CAST && n->kids.len == 1 && is_dim3(n) && i < 4; i++) {
    const struct fl_node *kid = n->kids.data[0];
    if (kid->kind != FL_CALL && kid->kind != FL_INIT_LIST && kid->kind != FL_CAST) {
      extents(b, n, out);
      return;
    }
    n = kid;
  }
  if (!n)
    return;
  if (n->has_value || is_number(n)) { // dim3 b = 32
    out[0] = extent(b, n);
    out[1] = out[2] = 1;
  } else if ((n->kind == FL_CALL && !n->callee && is_dim3(n)) || n->kind == FL_INIT_LIST) {
    extents(b, n, out);
  }
}
