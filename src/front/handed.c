// How do objects of a class come to a kernel? CUDA copies them once, where the launch is, and hands over the bytes; what carries launches out makes
// further copies, though it never moves them.
#include "internal.h"

#include <string.h>

struct members {
  enum fl_handed handed;
  bool copies, moves;  // has a constructor that copies, or something that moves
  CXSourceLocation at; // of the class; what it has without saying so stands there, too
  int depth;
};

static enum fl_handed handed_at(CXType t, int depth);

static void raise_to(struct members *m, enum fl_handed h) {
  if (h > m->handed)
    m->handed = h;
}

static bool moves_by_assignment(CXCursor c) {
  CXString s = clang_getCursorSpelling(c);
  const bool assigns = !strcmp(clang_getCString(s), "operator=");
  clang_disposeString(s);
  const CXType of = clang_getArgType(clang_getCursorType(c), 0);
  return assigns && of.kind == CXType_RValueReference;
}

static enum CXVisitorResult see_method(CXCursor c, CXClientData data) {
  struct members *m = data;
  const bool copies = clang_CXXConstructor_isCopyConstructor(c);
  const bool ends = clang_getCursorKind(c) == CXCursor_Destructor;
  m->copies |= copies;
  m->moves |= (clang_CXXConstructor_isMoveConstructor(c) || moves_by_assignment(c)) &&
              !clang_equalLocations(clang_getCursorLocation(c), m->at);
  if (!copies && !ends)
    return CXVisit_Continue;
  if (clang_CXXMethod_isDeleted(c))
    raise_to(m, FL_HANDED_ONCE);
  else if (!clang_CXXMethod_isDefaulted(c))
    raise_to(m, FL_HANDED_BY_CODE);
  else if (clang_CXXMethod_isExplicit(c))
    raise_to(m, FL_HANDED_ONCE);
  return CXVisit_Continue;
}

static enum CXVisitorResult see_field(CXCursor c, CXClientData data) {
  struct members *m = data;
  raise_to(m, handed_at(clang_getCursorType(c), m->depth + 1));
  return CXVisit_Continue;
}

// dim3 is the one class with code in it that a saved prelude holds. Its bodies, if somebody visits them when clang's indexer
// has ended, would be handed to the indexer.
static bool is_dim3(CXType t) {
  CXString s = clang_getTypeSpelling(clang_getUnqualifiedType(t));
  const bool is = !strcmp(clang_getCString(s), "dim3");
  clang_disposeString(s);
  return is;
}

static enum fl_handed handed_at(CXType t, int depth) {
  enum { DEEPEST = 64 };
  t = clang_getCanonicalType(t);
  while (t.kind == CXType_ConstantArray)
    t = clang_getCanonicalType(clang_getArrayElementType(t));
  if (t.kind != CXType_Record || depth > DEEPEST || is_dim3(t))
    return FL_HANDED_AS_BYTES;
  struct members m = {.at = clang_getCursorLocation(clang_getTypeDeclaration(t)), .depth = depth};
  clang_visitCXXMethods(t, see_method, &m);
  clang_Type_visitFields(t, see_field, &m);
  clang_visitCXXBaseClasses(t, see_field, &m);
  if (m.moves && !m.copies)
    raise_to(&m, FL_HANDED_ONCE);
  return m.handed;
}

struct endings {
  bool any;
  int depth;
};
static bool ends_with_code(CXType t, int depth);
static enum CXVisitorResult see_end(CXCursor c, CXClientData data) {
  struct endings *e = data;
  e->any |= clang_getCursorKind(c) == CXCursor_Destructor && !clang_CXXMethod_isDefaulted(c);
  return CXVisit_Continue;
}
static enum CXVisitorResult see_part(CXCursor c, CXClientData data) {
  struct endings *e = data;
  e->any |= ends_with_code(clang_getCursorType(c), e->depth + 1);
  return CXVisit_Continue;
}
static bool ends_with_code(CXType t, int depth) {
  enum { DEEPEST = 64 };
  t = clang_getCanonicalType(t);
  while (t.kind == CXType_ConstantArray)
    t = clang_getCanonicalType(clang_getArrayElementType(t));
  if (t.kind != CXType_Record || depth > DEEPEST || is_dim3(t) || clang_isPODType(t))
    return t.kind == CXType_Record && depth > DEEPEST;
  struct endings e = {.depth = depth};
  clang_visitCXXMethods(t, see_end, &e);
  clang_Type_visitFields(t, see_part, &e);
  clang_visitCXXBaseClasses(t, see_part, &e);
  return e.any;
}
bool fr_type_ends_with_code(CXType t) {
  t = clang_getCanonicalType(t);
  const bool refers = t.kind == CXType_LValueReference || t.kind == CXType_RValueReference;
  return ends_with_code(refers ? clang_getPointeeType(t) : t, 0);
}

static bool has_union(CXType t, int depth);
static enum CXVisitorResult see_union(CXCursor c, CXClientData data) {
  struct endings *e = data;
  e->any |= has_union(clang_getCursorType(c), e->depth + 1);
  return e->any ? CXVisit_Break : CXVisit_Continue;
}
static bool has_union(CXType t, int depth) {
  enum { DEEPEST = 64 };
  t = clang_getCanonicalType(t);
  while (t.kind == CXType_ConstantArray)
    t = clang_getCanonicalType(clang_getArrayElementType(t));
  if (t.kind != CXType_Record || depth > DEEPEST || is_dim3(t))
    return t.kind == CXType_Record && depth > DEEPEST;
  struct endings e = {.depth = depth};
  e.any = clang_getCursorKind(clang_getTypeDeclaration(t)) == CXCursor_UnionDecl;
  if (!e.any)
    clang_Type_visitFields(t, see_union, &e);
  if (!e.any)
    clang_visitCXXBaseClasses(t, see_union, &e);
  return e.any;
}
bool fr_type_has_union(CXType t) { return has_union(t, 0); }

struct references {
  bool any;
  int depth;
};
static enum CXVisitorResult see_reference(CXCursor c, CXClientData data) {
  struct references *r = data;
  CXType t = clang_getCanonicalType(clang_getCursorType(c));
  while (t.kind == CXType_ConstantArray)
    t = clang_getCanonicalType(clang_getArrayElementType(t));
  r->any |= t.kind == CXType_LValueReference || t.kind == CXType_RValueReference ||
            clang_Type_getSizeOf(t) < 0;
  if (t.kind == CXType_Record && !r->any)
    r->any = fr_type_may_refer(t, r->depth + 1);
  return r->any ? CXVisit_Break : CXVisit_Continue;
}

bool fr_type_may_refer(CXType t, int depth) {
  enum { DEEPEST = 64 };
  struct references r = {.depth = depth};
  t = clang_getCanonicalType(t);
  if (t.kind != CXType_Record || depth > DEEPEST)
    return true;
  clang_Type_visitFields(t, see_reference, &r);
  clang_visitCXXBaseClasses(t, see_reference, &r);
  return r.any;
}

bool fr_type_is_named(CXType t) {
  t = clang_getCanonicalType(t);
  const bool built_in = t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin &&
                        t.kind != CXType_Dependent && t.kind != CXType_Overload;
  return !built_in && t.kind != CXType_Pointer && t.kind != CXType_LValueReference &&
         t.kind != CXType_RValueReference && t.kind != CXType_ConstantArray &&
         t.kind != CXType_IncompleteArray;
}

void fr_note_handed(struct fr *f, struct fl_function *kernel, CXType t) {
  const enum fl_handed h = handed_at(t, 0);
  if (h <= kernel->handed)
    return;
  kernel->handed = h;
  kernel->handed_type = fr_type_name(f, clang_getUnqualifiedType(t));
}
