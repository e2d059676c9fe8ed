// Which namespaces do the arguments of a launch bring along? nvcc looks for the kernel in these, too, if its name is not qualified; clang does not.
#include "internal.h"

#include <string.h>

enum { DEEPEST = 16 };

struct search {
  struct fr *f;
  const struct fl_function *kernel; // NULL: what may be anything is looked for alone
  int depth;
  bool found;
};

static void see_type(struct search *s, CXType t);

static enum CXVisitorResult see_base(CXCursor c, CXClientData data) {
  struct search *s = data;
  see_type(s, clang_getCursorType(c));
  return s->found ? CXVisit_Break : CXVisit_Continue;
}

// The namespace around a class, in whatever classes it stands.
static bool stands_in(struct search *s, CXCursor class) {
  CXCursor p = clang_getCursorSemanticParent(class);
  while (clang_getCursorKind(p) != CXCursor_Namespace && !clang_Cursor_isNull(p) &&
         !clang_isInvalid(clang_getCursorKind(p)) &&
         clang_getCursorKind(p) != CXCursor_TranslationUnit)
    p = clang_getCursorSemanticParent(p);
  const char *scope = fr_visible_scope(s->f, p), *kernel = s->kernel->visible;
  const size_t len = strlen(scope);
  return strlen(kernel) == len + (len ? 2 : 0) + strlen(s->kernel->name) &&
         !strncmp(kernel, scope, len);
}

static void see_class(struct search *s, CXType t) {
  const CXCursor c = clang_getTypeDeclaration(t);
  s->found |= s->kernel && stands_in(s, c);
  for (int i = 0, n = clang_Type_getNumTemplateArguments(t); i < n && !s->found; i++)
    see_type(s, clang_Type_getTemplateArgumentAsType(t, (unsigned)i));
  if (!s->found && t.kind == CXType_Record && clang_Type_getSizeOf(t) >= 0) // it is defined
    clang_visitCXXBaseClasses(t, see_base, s);
}

// What stands for a member function, in front of the parentheses of its call: no value, and the object has a type of its own.
static bool is_called_member(struct search *s, CXType t) {
  return !strcmp(fr_string(s->f, clang_getTypeSpelling(t)), "<bound member function type>");
}

static void see_type(struct search *s, CXType t) {
  t = clang_getCanonicalType(t);
  if (s->found || t.kind == CXType_Invalid || ++s->depth > DEEPEST)
    return;
  if (t.kind == CXType_Pointer || t.kind == CXType_LValueReference ||
      t.kind == CXType_RValueReference)
    see_type(s, clang_getPointeeType(t));
  else if (clang_getArrayElementType(t).kind != CXType_Invalid)
    see_type(s, clang_getArrayElementType(t));
  else if (t.kind == CXType_MemberPointer) {
    see_type(s, clang_Type_getClassType(t));
    see_type(s, clang_getPointeeType(t));
  } else if (t.kind == CXType_FunctionProto) {
    see_type(s, clang_getResultType(t));
    for (int i = 0, n = clang_getNumArgTypes(t); i < n; i++)
      see_type(s, clang_getArgType(t, (unsigned)i));
  } else if (t.kind == CXType_Record || t.kind == CXType_Enum)
    see_class(s, t);
  else if (t.kind < CXType_FirstBuiltin || t.kind > CXType_LastBuiltin ||
           t.kind == CXType_Dependent)
    s->found = !is_called_member(s, t); // it may be anything
  s->depth--;
}

// What stands in an explicit conversion is not the argument, which may have been of another type in front of implicit ones.
static bool is_explicit(enum CXCursorKind k) {
  return k == CXCursor_CStyleCastExpr ||
         (k >= CXCursor_CXXStaticCastExpr && k <= CXCursor_CXXFunctionalCastExpr);
}

bool fr_is_brought(struct fr_body *b, uint32_t callee, const struct fl_function *kernel) {
  const struct fr_raw *nodes = b->tree->nodes;
  struct search s = {b->f, kernel, 0, false};
  const uint32_t config = nodes[callee].next;
  for (uint32_t arg = config ? nodes[config].next : 0; arg && !s.found; arg = nodes[arg].next)
    for (uint32_t k = arg; k < nodes[arg].end && !s.found;
         k = is_explicit(nodes[k].kind) ? nodes[k].end : k + 1)
      if (clang_isExpression(nodes[k].kind))
        see_type(&s, clang_getCursorType(nodes[k].cursor));
  return s.found;
}
