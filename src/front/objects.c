// Of which classes may objects live in a function's body? Constructors, destructors and operators run there without a call that could be seen.
#include "internal.h"

#include <string.h>

// The classes are found from the types of all that clang's tree shows, what is implicit included: what a pointer leads to, what classes hold and are
// derived from, and what templates were given.
struct collection {
  struct fr *f;
  struct fl_function *fn;
  struct fr_map seen; // canonical types
  unsigned depth;
};

static void see_type(struct collection *c, CXType t);

static enum CXVisitorResult see_member(CXCursor member, CXClientData data) {
  see_type(data, clang_getCursorType(member));
  return CXVisit_Continue;
}

static void see_class(struct collection *c, CXType t) {
  const CXCursor d = clang_getTypeDeclaration(t);
  *fl_vec_add(c->f->arena, &c->fn->objects) = fr_scope_name(c->f, d);
  clang_Type_visitFields(t, see_member, c);
  clang_visitCXXBaseClasses(t, see_member, c);
  const int n = clang_Type_getNumTemplateArguments(t);
  for (int i = 0; i < n; i++)
    see_type(c, clang_Type_getTemplateArgumentAsType(t, (unsigned)i));
}

// Of expressions that have no type of their own: `x.f` and `__builtin_f` in a call, `threadIdx.x`.
static bool is_placeholder(struct fr *f, CXType t) {
  static const char *const names[] = {"<bound member function type>", "<builtin fn type>",
                                      "<pseudo-object type>"};
  const char *name = fr_type_name(f, t);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

static void see_type(struct collection *c, CXType t) {
  t = clang_getCanonicalType(t);
  if (t.kind == CXType_Invalid || fr_map_get(&c->seen, t.data[0]))
    return;
  fr_map_put(c->f->arena, &c->seen, t.data[0], t.data[0]);
  if (c->depth > 200) { // a template that holds itself with longer and longer arguments
    c->fn->any_objects = true;
    return;
  }
  c->depth++;
  switch (t.kind) {
  case CXType_Record:
    see_class(c, t);
    break;
  case CXType_Pointer:
  case CXType_LValueReference:
  case CXType_RValueReference:
    see_type(c, clang_getPointeeType(t));
    break;
  case CXType_MemberPointer:
    see_type(c, clang_getPointeeType(t));
    if (clang_Type_getSizeOf(t) == CXTypeLayoutError_Dependent)
      c->fn->any_objects = true; // libclang crashes when asked for such a class
    else
      see_type(c, clang_Type_getClassType(t));
    break;
  case CXType_ConstantArray:
  case CXType_IncompleteArray:
  case CXType_VariableArray:
  case CXType_DependentSizedArray:
    see_type(c, clang_getArrayElementType(t));
    break;
  case CXType_FunctionProto:
  case CXType_FunctionNoProto:
    see_type(c, clang_getResultType(t));
    for (int i = 0, n = clang_getNumArgTypes(t); i < n; i++)
      see_type(c, clang_getArgType(t, (unsigned)i));
    break;
  case CXType_Enum:
  case CXType_Vector:
  case CXType_ExtVector:
  case CXType_Complex:
  case CXType_Overload: // the names of functions, which the call's own type follows
    break;
  default:
    c->fn->any_objects |= (t.kind < CXType_FirstBuiltin || t.kind > CXType_LastBuiltin ||
                           t.kind == CXType_Dependent) &&
                          !is_placeholder(c->f, t);
  }
  c->depth--;
}

static bool runs_unseen_code(CXCursor c) {
  const enum CXCursorKind k = clang_getCursorKind(c);
  return k == CXCursor_CXXForRangeStmt || k == CXCursor_UnexposedDecl;
}

// May an object be made there by a constructor that no node of the body calls? Copies aside: these are nowhere to be seen.
static bool makes_unseen(const struct fr_tree *t, uint32_t r) {
  const struct fr_raw *n = &t->nodes[r];
  if (n->kind == CXCursor_InitListExpr)
    return clang_getCanonicalType(clang_getCursorType(n->cursor)).kind == CXType_Record;
  const CXCursor made =
      n->kind == CXCursor_CallExpr ? clang_getCursorReferenced(n->cursor) : clang_getNullCursor();
  return clang_getCursorKind(made) == CXCursor_Constructor &&
         !clang_CXXConstructor_isCopyConstructor(made) &&
         !clang_CXXConstructor_isMoveConstructor(made) && fr_peel(t, r) != r;
}

void fr_collect_objects(struct fr *f, const struct fr_tree *t, struct fl_function *fn) {
  struct collection c = {.f = f, .fn = fn};
  fn->any_objects = t->too_deep || fn->in_template_class;
  for (uint32_t r = 0; r < t->len; r++) {
    fn->any_objects |= runs_unseen_code(t->nodes[r].cursor);
    fn->makes_unseen |= makes_unseen(t, r);
    if (clang_isExpression(t->nodes[r].kind) || clang_isDeclaration(t->nodes[r].kind))
      see_type(&c, clang_getCursorType(t->nodes[r].cursor));
  }
}
