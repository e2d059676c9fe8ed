// Variables that are another name of one kernel (`constexpr auto k = child;`, `auto &k = child;`, `auto k = child;` that nothing changes): what is launched
// by such a name is the kernel. So the kernel's own name is put in the place of the variable's in `k<<<g, b>>>(p)`, and the file is parsed again.
// Where it is one of several (`auto k = n > 9 ? many : few;`, `k = few; if (n > 9) k = many;`, `table[i]`), choice.c has the rest.
#include "internal.h"

#include <string.h>

enum { DEEPEST = 8 }; // variables that are initialised by variables

// A declaration's initialiser; the null cursor if there is none in sight.
static CXCursor initialiser(CXCursor var) {
  CXCursor init = clang_Cursor_getVarDeclInitializer(var);
  if (clang_Cursor_isNull(init))
    init = clang_Cursor_getVarDeclInitializer(clang_getCursorDefinition(var));
  return init;
}

struct kids {
  CXCursor kid[FR_MOST_KERNELS];
  unsigned count; // of expressions, also of those that find no place
};

static enum CXChildVisitResult see_kid(CXCursor c, CXCursor parent, CXClientData data) {
  struct kids *k = data;
  (void)parent;
  if (clang_isExpression(clang_getCursorKind(c)) && k->count++ < FR_MOST_KERNELS)
    k->kid[k->count - 1] = c;
  return CXChildVisit_Continue;
}

static struct kids kids_of(CXCursor e) {
  struct kids k = {.count = 0};
  clang_visitChildren(e, see_kid, &k);
  return k;
}

// Through conversions, parentheses, braces, `&` and `*`, of which a function's name needs none.
static CXCursor peeled(CXCursor e) {
  for (int i = 0; i < 64 && !clang_Cursor_isNull(e); i++) {
    const enum CXCursorKind k = clang_getCursorKind(e);
    bool postfix;
    const char *op = k == CXCursor_UnaryOperator ? fr_operator(e, &postfix) : "";
    if (k != CXCursor_UnexposedExpr && k != CXCursor_ParenExpr && k != CXCursor_InitListExpr &&
        strcmp(op, "&") != 0 && strcmp(op, "*") != 0)
      return e;
    const struct kids in = kids_of(e);
    if (in.count != 1)
      break;
    e = in.kid[0];
  }
  return clang_getNullCursor();
}

// Is a name what is called or launched, `k(p)` or `(*k)(p)`?
static bool is_callee(const struct fr_tree *t, uint32_t r) {
  uint32_t up = t->nodes[r].parent;
  bool postfix;
  for (; up; r = up, up = t->nodes[r].parent)
    if (t->nodes[up].kind != CXCursor_ParenExpr && t->nodes[up].kind != CXCursor_UnexposedExpr &&
        (t->nodes[up].kind != CXCursor_UnaryOperator ||
         strcmp(fr_operator(t->nodes[up].cursor, &postfix), "*") != 0))
      break;
  return t->nodes[up].kind == CXCursor_CallExpr && t->nodes[up].first == r;
}

// Is a name the left side of an assignment that is a statement by itself?
static bool is_assigned(const struct fr_tree *t, uint32_t r) {
  const uint32_t up = t->nodes[r].parent;
  return t->nodes[up].kind == CXCursor_BinaryOperator && t->nodes[up].first == r &&
         clang_getCursorBinaryOperatorKind(t->nodes[up].cursor) == CXBinaryOperator_Assign &&
         clang_isStatement(t->nodes[t->nodes[up].parent].kind);
}

static bool is_variable(CXCursor c) { return clang_getCursorKind(c) == CXCursor_VarDecl; }

// Is a variable with automatic storage changed somewhere in the body, or may it be, by way of a pointer or reference? Perhaps other than by assignments.
static bool may_change(const struct fr_body *b, CXCursor var, bool otherwise) {
  const struct fr_tree *t = b->tree;
  bool declared = false;
  for (uint32_t r = 1; r < t->len; r++) {
    const struct fr_raw *n = &t->nodes[r];
    declared |= clang_equalCursors(n->cursor, var);
    if ((n->kind == CXCursor_VariableRef ||
         (n->kind == CXCursor_DeclRefExpr && !fr_only_reads(t, r) && !is_callee(t, r) &&
          !(otherwise && is_assigned(t, r)))) &&
        clang_equalCursors(clang_getCursorReferenced(n->cursor), var))
      return true;
  }
  return !declared;
}

bool fr_is_of_template(CXCursor var) {
  for (CXCursor in = clang_getCursorSemanticParent(var);; in = clang_getCursorSemanticParent(in)) {
    const enum CXCursorKind k = clang_getCursorKind(in);
    if (clang_Cursor_isNull(in) || clang_isInvalid(k) || k == CXCursor_TranslationUnit ||
        fr_is_function(k))
      return false;
    if (k == CXCursor_ClassTemplate || k == CXCursor_ClassTemplatePartialSpecialization)
      return true;
  }
}

// May the host write to a variable by its symbol?
static bool is_symbol(struct fr *f, CXCursor var) {
  return (fr_has_attr(var, CXCursor_CUDADeviceAttr) ||
          fr_has_attr(var, CXCursor_CUDAConstantAttr)) &&
         !fr_says(f, var, "constexpr");
}

// Is a variable what it was initialised by as long as it lives? Of a type that says so, or of one that the initialiser says, or a pointer; an object of a class
// may launch whatever it likes.
static bool is_fixed(const struct fr_body *b, CXCursor var) {
  CXType t = clang_getCanonicalType(clang_getCursorType(var));
  if (fr_is_of_template(var))
    return false;
  if (t.kind == CXType_LValueReference || t.kind == CXType_RValueReference) {
    t = clang_getPointeeType(t);
    if (t.kind == CXType_FunctionProto || t.kind == CXType_Auto)
      return true;
  }
  if ((t.kind != CXType_Pointer && t.kind != CXType_Auto) || clang_isVolatileQualifiedType(t) ||
      is_symbol(b->f, var))
    return false;
  return clang_isConstQualifiedType(t) ||
         (!clang_Cursor_hasVarDeclGlobalStorage(var) && !may_change(b, var, false));
}

// Is a local pointer what it was initialised by, or assigned by the statements of the body?
static bool is_kept_track_of(const struct fr_body *b, CXCursor var) {
  const CXType t = clang_getCanonicalType(clang_getCursorType(var));
  return t.kind == CXType_Pointer && !clang_isVolatileQualifiedType(t) &&
         !clang_Cursor_hasVarDeclGlobalStorage(var) && !may_change(b, var, true);
}

// Does an array hold what it was initialised by as long as it lives? What qualifies its elements qualifies its canonical type.
static bool is_table(const struct fr_body *b, CXCursor var) {
  const CXType t = clang_getCanonicalType(clang_getCursorType(var));
  return t.kind == CXType_ConstantArray &&
         clang_getCanonicalType(clang_getArrayElementType(t)).kind == CXType_Pointer &&
         clang_isConstQualifiedType(t) && !clang_isVolatileQualifiedType(t) &&
         !fr_is_of_template(var) && !is_symbol(b->f, var);
}

// Is a name declared more than once in the body? Then it may mean one thing where it is written, another in a launch.
static bool is_ambiguous(struct fr_body *b, const char *text, const struct fr_token *word) {
  const struct fr_tree *t = b->tree;
  const char *name = fl_strndup(b->f->arena, text + word->begin, word->end - word->begin);
  unsigned count = 0;
  for (uint32_t r = 1; r < t->len; r++)
    count += clang_isDeclaration(t->nodes[r].kind) &&
             fr_string_is(clang_getCursorSpelling(t->nodes[r].cursor), name);
  return count > 1;
}

// The template arguments of a name in the body, as they are written, which mean the same in all of it; NULL: they do not, or some are left out.
static const char *written_args(struct fr_body *b, CXCursor name, CXCursor var,
                                const struct fl_function *kernel) {
  struct fr *f = b->f;
  bool in_macro;
  const struct fl_span s = fr_extent(f, name, &in_macro);
  const struct fl_span args =
      s.file < 0 || in_macro ? (struct fl_span){.file = -1} : fr_explicit_args(f, s, kernel);
  if (args.file < 0 ||
      !clang_equalCursors(clang_getCanonicalCursor(clang_getCursorSemanticParent(var)),
                          clang_getCanonicalCursor(b->tree->nodes[0].cursor)))
    return NULL;
  size_t n, i = fr_token_at(f, args.file, args.begin);
  const struct fr_token *t = fr_tokens(f, args.file, &n);
  for (; i < n && t[i].begin < args.end; i++)
    if (t[i].kind == FR_IDENT && is_ambiguous(b, f->u->files.data[args.file].text, &t[i]))
      return NULL;
  return fl_span_text(f->u, args);
}

// The kernel that a variable's initialiser names, so that it means the same everywhere; NULL: it cannot be told, or not so. Apart: where the launch is, other
// names may be known.
static const char *kernel_named(struct fr_body *b, CXCursor name, CXCursor var, bool apart) {
  struct fr *f = b->f;
  CXCursor ref = clang_getCursorReferenced(name);
  if (clang_getCursorKind(ref) == CXCursor_OverloadedDeclRef)
    ref = fr_only_fit(f, ref, FL_ANY_NUMBER, true);
  const struct fl_function *k = fr_function_of(f, ref);
  if (!k || k->kind != FL_KERNEL || k->is_member || k->from_macro ||
      fr_only_function(f->u, k->name, strlen(k->name)) != k)
    return NULL;
  if (!k->template_params.len)
    return fl_format(f->arena, "::%s", k->visible);
  const char *args = fr_instance_args(f, ref);
  if (!*args)
    args = apart ? NULL : written_args(b, name, var, k);
  return args ? fl_format(f->arena, "::%s<%s>", k->visible, args) : NULL;
}

// The declaration of a local variable in a statement of the body; 0: it is none.
static uint32_t statement_of(const struct fr_tree *t, CXCursor var) {
  for (uint32_t r = 1; r < t->len; r++)
    if (clang_equalCursors(t->nodes[r].cursor, var))
      return t->nodes[t->nodes[r].parent].kind == CXCursor_DeclStmt ? t->nodes[r].parent : 0;
  return 0;
}

// What names a function, or functions, in its own words, which mean the same without what stands around; NULL: it does not.
static const char *function_named(struct fr *f, CXCursor name) {
  bool in_macro;
  const struct fl_span s = fr_extent(f, name, &in_macro);
  return s.file >= 0 && !in_macro ? fl_span_text(f->u, s) : NULL;
}

static bool add_kernel(struct fr_alias *a, const char *name) {
  for (size_t i = 0; name && i < a->kernels; i++)
    if (!strcmp(a->kernel[i], name))
      return true;
  if (!name || a->kernels == FR_MOST_KERNELS)
    return false;
  a->kernel[a->kernels++] = name;
  return true;
}

static bool find_kernels(struct fr_body *b, CXCursor e, CXCursor var, int depth,
                         struct fr_alias *a);

// What is assigned to a variable in the body.
static bool find_assigned(struct fr_body *b, CXCursor var, int depth, struct fr_alias *a) {
  const struct fr_tree *t = b->tree;
  a->apart = true;
  for (uint32_t r = 1; r < t->len; r++)
    if (t->nodes[r].kind == CXCursor_DeclRefExpr && is_assigned(t, r) &&
        clang_equalCursors(clang_getCursorReferenced(t->nodes[r].cursor), var) &&
        (!t->nodes[r].next ||
         !find_kernels(b, t->nodes[t->nodes[r].next].cursor, var, depth + 1, a)))
      return false;
  return true;
}

static bool find_in_variable(struct fr_body *b, CXCursor var, int depth, struct fr_alias *a) {
  const CXCursor init = initialiser(var);
  if (is_fixed(b, var))
    return find_kernels(b, init, var, depth + 1, a);
  return is_kept_track_of(b, var) &&
         (clang_Cursor_isNull(init) || find_kernels(b, init, var, depth + 1, a)) &&
         find_assigned(b, var, depth, a);
}

static bool find_in_table(struct fr_body *b, CXCursor table, CXCursor index, int depth,
                          struct fr_alias *a) {
  const CXCursor e = peeled(table), var = clang_getCursorReferenced(e);
  if (clang_Cursor_isNull(e) || clang_getCursorKind(e) != CXCursor_DeclRefExpr ||
      !is_variable(var) || !is_table(b, var))
    return false;
  const CXCursor list = initialiser(var);
  const struct kids in = kids_of(list);
  if (clang_Cursor_isNull(list) || clang_getCursorKind(list) != CXCursor_InitListExpr ||
      in.count > FR_MOST_KERNELS || in.count != clang_getArraySize(clang_getCursorType(var)))
    return false;
  int64_t only;
  const bool one = fr_evaluate(index, &only);
  for (unsigned i = 0; i < in.count; i++)
    if ((!one || only == i) && !find_kernels(b, in.kid[i], var, depth + 1, a))
      return false;
  return true;
}

// The kernels that an expression may name, where it initialises a variable (or is assigned to it), or is launched itself. False: there may be others.
static bool find_kernels(struct fr_body *b, CXCursor e, CXCursor var, int depth,
                         struct fr_alias *a) {
  const CXCursor name = peeled(e), ref = clang_getCursorReferenced(name);
  if (clang_Cursor_isNull(name) || depth > DEEPEST)
    return false;
  const struct kids in = kids_of(name);
  switch ((int)clang_getCursorKind(name)) {
  case CXCursor_ConditionalOperator:
    return in.count == 3 && find_kernels(b, in.kid[1], var, depth + 1, a) &&
           find_kernels(b, in.kid[2], var, depth + 1, a);
  case CXCursor_ArraySubscriptExpr:
    return in.count == 2 && find_in_table(b, in.kid[0], in.kid[1], depth, a);
  case CXCursor_DeclRefExpr:
    if (clang_Cursor_isNull(ref))
      return false;
    if (is_variable(ref))
      return find_in_variable(b, ref, depth, a);
    if (!clang_Cursor_isNull(var))
      return add_kernel(a, kernel_named(b, name, var, a->apart));
    return (fr_is_function(clang_getCursorKind(ref)) ||
            clang_getCursorKind(ref) == CXCursor_OverloadedDeclRef) &&
           add_kernel(a, function_named(b->f, name));
  default:
    return false;
  }
}

void fr_note_alias(struct fr_body *b, uint32_t callee, const struct fl_site *s) {
  const CXCursor e = b->tree->nodes[callee].cursor;
  struct fr_alias a = {.site = s, .statement = {.file = -1}, .declared = {.file = -1}};
  const char *held = s->editable ? fr_held_kernel(b, callee, s) : NULL;
  if (held) {
    add_kernel(&a, held);
    *fl_vec_add(b->f->arena, &b->f->aliases) = a;
    return;
  }
  if (!s->editable || !find_kernels(b, e, clang_getNullCursor(), 0, &a) || !a.kernels)
    return;
  a.statement = fr_launch_statement(b, callee, s);
  const CXCursor var = clang_getCursorReferenced(peeled(e));
  const uint32_t at = is_variable(var) ? statement_of(b->tree, var) : 0;
  if (at && a.kernels == 1 && !b->tree->nodes[at].in_macro)
    a.declared = b->tree->nodes[at].span;
  *fl_vec_add(b->f->arena, &b->f->aliases) = a;
}

bool fr_is_only_site(const struct fl_unit *u, const struct fl_site *s) {
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *other = u->sites.data[i];
    if (other != s && other->callee.file == s->callee.file &&
        other->callee.begin == s->callee.begin)
      return false;
  }
  return true;
}

bool fr_may_be_assigned_unseen(const struct fl_unit *u, const struct fl_site *s) {
  for (size_t i = 0; i < u->unseen_statements.len; i++) {
    const struct fl_span at = u->unseen_statements.data[i];
    if (at.file == s->callee.file &&
        (!s->caller || (s->caller->span.begin <= at.begin && at.end <= s->caller->span.end)))
      return true;
  }
  return false;
}

bool fr_name_kernels(struct fr *f) {
  FL_VEC(struct fr_edit) edits = {0};
  for (size_t i = 0; i < f->aliases.len; i++) {
    const struct fr_alias *a = &f->aliases.data[i];
    if (a->kernels > 1 || !fr_is_only_site(f->u, a->site) || // it may be another kernel each time
        fr_may_be_assigned_unseen(f->u, a->site))
      continue;
    *fl_vec_add(f->arena, &edits) = (struct fr_edit){a->site->callee, a->kernel[0], i};
    bool marked = a->declared.file < 0;
    for (size_t k = 0; k < i && !marked; k++)
      marked = f->aliases.data[k].declared.file == a->declared.file &&
               f->aliases.data[k].declared.begin == a->declared.begin;
    if (!marked) // compilers would say that it is not used
      *fl_vec_add(f->arena, &edits) = (struct fr_edit){
          {a->declared.file, a->declared.begin, a->declared.begin}, "[[maybe_unused]] ", i};
  }
  fr_rewrite(f, edits.data, edits.len);
  return edits.len > 0;
}
