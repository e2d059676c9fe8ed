// Clang's tree as the model's nodes: one node for what was written, none for what clang added.
#include "internal.h"

#include <string.h>

static struct fl_node *add_kid(struct fr_body *b, struct fl_node *n, uint32_t r, unsigned depth) {
  struct fl_node *kid = fr_node(b, r, n, depth + 1);
  if (kid)
    *fl_vec_add(b->f->arena, &n->kids) = kid;
  return kid;
}

static bool mirrored(enum CXCursorKind k) {
  return clang_isExpression(k) || clang_isStatement(k) || clang_isDeclaration(k) ||
         k == CXCursor_VariableRef || k == CXCursor_StaticAssert;
}

static void add_kids(struct fr_body *b, struct fl_node *n, uint32_t r, unsigned depth) {
  const struct fr_raw *raw = b->tree->nodes;
  struct fl_span variable = {.file = -1}; // a condition's variable hides the implicit use of it
  for (uint32_t k = raw[r].first; k; k = raw[k].next) {
    if (!mirrored(raw[k].kind))
      continue;
    if (raw[k].kind == CXCursor_VarDecl && raw[r].kind != CXCursor_DeclStmt)
      variable = raw[k].span;
    else if (clang_isExpression(raw[k].kind) && variable.file >= 0 &&
             raw[k].span.file == variable.file && raw[k].span.begin >= variable.begin &&
             raw[k].span.end <= variable.end)
      continue;
    add_kid(b, n, k, depth);
  }
}

static void set_decl(struct fr_body *b, struct fl_node *n, CXCursor c) {
  struct fr *f = b->f;
  CXCursor ref = clang_getCursorReferenced(c);
  enum CXCursorKind k = clang_getCursorKind(ref);
  if (k == CXCursor_OverloadedDeclRef && clang_getNumOverloadedDecls(ref) == 1)
    ref = fr_overload(ref, 0);
  n->decl = fr_decl(f, ref);
  if (n->decl && n->decl->kind != FL_DECL_FUNCTION && k == CXCursor_VarDecl &&
      !fr_map_get(&f->cursors, n->decl)) {
    CXCursor *copy = fl_alloc(f->arena, sizeof *copy);
    *copy = ref;
    fr_map_put(f->arena, &f->cursors, n->decl, copy);
  }
  n->name = n->decl ? n->decl->name : "";
  if (!*n->name)
    n->name = fr_last_name(f, n->span);
}

// Is a use of operator functions the sign itself, `==`, and not `operator==`?
static bool is_operator_sign(struct fr_body *b, uint32_t r) {
  const struct fr_raw *raw = b->tree->nodes;
  const CXCursor named = clang_getCursorReferenced(raw[r].cursor);
  const char *name = fr_string(b->f, clang_getCursorSpelling(named));
  const char *text = raw[r].span.file < 0 ? "" : fl_span_text(b->f->u, raw[r].span);
  return strncmp(name, "operator", 8) == 0 && *text && !strcmp(text, name + 8);
}

// The kid of a call that is its callee: the first, but the second for an operator between its
// operands. 0: a constructor. `open`: it is an operator that an instance of a template tells, maybe the language's own.
static uint32_t callee_of(struct fr_body *b, uint32_t r, const char *name, bool constructor,
                          bool *open) {
  const struct fr_raw *raw = b->tree->nodes;
  uint32_t first = 0, second = 0;
  for (uint32_t k = raw[r].first; k && !second; k = raw[k].next) {
    if (!clang_isExpression(raw[k].kind))
      continue;
    if (first)
      second = k;
    else
      first = k;
  }
  if (constructor || !first)
    return 0;
  const bool named = strncmp(name, "operator", 8) == 0;
  uint32_t p = second ? fr_peel(b->tree, second) : 0;
  if (named && second && raw[p].kind == CXCursor_DeclRefExpr &&
      !fr_string_is(clang_getCursorSpelling(raw[fr_peel(b->tree, first)].cursor), name))
    return second;
  *open = !named && second && raw[p].kind == CXCursor_DeclRefExpr && is_operator_sign(b, p);
  return *open ? second : first;
}

// Of the overloads of a function that a call in a template may mean, the one that takes as many arguments as it has; NULL if that does not tell.
static struct fl_decl *fit_of_call(struct fr_body *b, uint32_t r, uint32_t callee) {
  const struct fr_raw *raw = b->tree->nodes;
  const CXCursor set = clang_getCursorReferenced(raw[fr_peel(b->tree, callee)].cursor);
  unsigned args = 0;
  if (clang_getCursorKind(set) != CXCursor_OverloadedDeclRef)
    return NULL;
  for (uint32_t k = raw[r].first; k; k = raw[k].next) {
    if (raw[k].kind == CXCursor_PackExpansionExpr)
      return NULL; // it may be any number
    args += k != callee && clang_isExpression(raw[k].kind);
  }
  const CXCursor one = fr_only_fit(b->f, set, args, false);
  const struct fl_function *fn = fr_function_of(b->f, one);
  return fn && !fn->is_member ? fr_decl(b->f, one) : NULL;
}

static void make_call(struct fr_body *b, uint32_t r, struct fl_node *n, unsigned depth) {
  const struct fr_raw *raw = b->tree->nodes;
  struct fr *f = b->f;
  CXCursor ref = clang_getCursorReferenced(raw[r].cursor);
  enum CXCursorKind k = clang_getCursorKind(ref);
  bool constructor = k == CXCursor_Constructor;
  uint32_t head = raw[r].first;
  if (!constructor && k != CXCursor_OverloadedDeclRef && head &&
      (raw[head].kind == CXCursor_TypeRef || raw[head].kind == CXCursor_TemplateRef)) {
    n->kind = FL_CAST; // T(x) where T is dependent
    n->name = fr_string(f, clang_getCursorSpelling(raw[head].cursor));
    add_kids(b, n, r, depth);
    return;
  }
  if (k == CXCursor_OverloadedDeclRef && clang_getNumOverloadedDecls(ref) == 1)
    ref = fr_overload(ref, 0);
  struct fl_decl *d = fr_decl(f, ref);
  if (d && d->kind == FL_DECL_FUNCTION)
    n->decl = d;
  n->name = d ? d->name : "";
  bool open = false;
  uint32_t callee = callee_of(b, r, n->name, constructor, &open);
  for (uint32_t kid = head; kid; kid = raw[kid].next) {
    if (!mirrored(raw[kid].kind))
      continue;
    struct fl_node *node = add_kid(b, n, kid, depth);
    if (kid == callee)
      n->callee = node;
  }
  if (open)
    n->decl = NULL;
  if ((open || !*n->name) && n->callee && n->callee->name)
    n->name = n->callee->name;
  if (!open && !n->decl && n->callee && n->callee->decl &&
      n->callee->decl->kind == FL_DECL_FUNCTION)
    n->decl = n->callee->decl;
  struct fl_decl *fit = n->callee && !open ? fit_of_call(b, r, callee) : NULL;
  if (fit)
    n->decl = fit;
  // `f(x)(y)`: of what a call gives clang says what it says of that call.
  const struct fl_node *given = n->callee;
  while (given && given->kind == FL_UNARY && given->kids.len == 1)
    given = given->kids.data[0];
  if (given && given->kind == FL_CALL && given->decl == n->decl) {
    n->decl = NULL;
    n->name = "";
  }
  if (b->function)
    *fl_vec_add(f->arena, &b->function->calls) = n;
}

static void make_variable(struct fr_body *b, uint32_t r, struct fl_node *n, unsigned depth) {
  const struct fr_raw *raw = b->tree->nodes;
  struct fr *f = b->f;
  n->decl = fr_decl(f, raw[r].cursor);
  n->name = n->decl ? n->decl->name : "";
  if (n->decl && !fr_map_get(&f->cursors, n->decl)) {
    CXCursor *copy = fl_alloc(f->arena, sizeof *copy);
    *copy = raw[r].cursor;
    fr_map_put(f->arena, &f->cursors, n->decl, copy);
  }
  if (n->decl && n->decl->kind == FL_DECL_SHARED && b->function)
    *fl_vec_add(f->arena, &b->function->shared) = n;
  if (n->parent && n->parent->kind == FL_RANGE_FOR && n->span.file >= 0) {
    // What clang initialises it with was not written, and its range ends with the colon.
    size_t count, i = fr_token_at(f, n->span.file, n->span.end);
    const struct fr_token *t = fr_tokens(f, n->span.file, &count);
    if (i >= 2 && i <= count && t[i - 1].ch == ':' && t[i - 1].begin > n->span.begin)
      n->span.end = t[i - 2].end;
    return;
  }
  CXCursor init = raw[r].kind == CXCursor_VarDecl
                      ? clang_Cursor_getVarDeclInitializer(raw[r].cursor)
                      : clang_getNullCursor();
  for (uint32_t k = raw[r].first; k; k = raw[k].next) {
    if (!clang_isExpression(raw[k].kind))
      continue;
    struct fl_node *kid = add_kid(b, n, k, depth);
    if (!clang_Cursor_isNull(init) && clang_equalCursors(init, raw[k].cursor))
      n->init = kid;
  }
}

static void make_operator(struct fr_body *b, uint32_t r, struct fl_node *n) {
  n->name = fr_operator(b->tree->nodes[r].cursor, &n->postfix);
  if (n->kind == FL_BINARY && fr_is_assignment(b->tree->nodes[r].cursor))
    n->kind = FL_ASSIGN;
}

static void make_name(struct fr_body *b, uint32_t r, struct fl_node *n) {
  const struct fr_raw *raw = b->tree->nodes;
  n->name = fr_string(b->f, clang_getCursorSpelling(raw[r].cursor));
  if (*n->name)
    return;
  uint32_t k = raw[r].first;
  if (k && raw[k].kind == CXCursor_LabelRef)
    n->name = fr_string(b->f, clang_getCursorSpelling(raw[k].cursor));
}

// A qualified name begins in front of its last identifier, where clang says that it is.
static bool is_qualified(CXCursor name) {
  return !clang_equalLocations(clang_getRangeStart(clang_getCursorExtent(name)),
                               clang_getCursorLocation(name));
}

static void note_args(struct fr_body *b, uint32_t r, const struct fl_node *n) {
  const struct fr_raw *raw = b->tree->nodes;
  for (uint32_t k = r + 1; k < raw[r].end; k++)
    if (raw[k].kind == CXCursor_DeclRefExpr &&
        !fr_is_function(clang_getCursorKind(clang_getCursorReferenced(raw[k].cursor)))) {
      fr_map_put(b->f->arena, &b->f->other_args, n, b);
      return;
    }
}

static void make_parts(struct fr_body *b, uint32_t r, struct fl_node *n, unsigned depth) {
  switch (n->kind) {
  case FL_CALL:
    if (fr_is_launch(b->f, b->tree, r))
      fr_launch(b, r, n, depth);
    else
      make_call(b, r, n, depth);
    return;
  case FL_VAR:
    make_variable(b, r, n, depth);
    return;
  case FL_REF:
    set_decl(b, n, b->tree->nodes[r].cursor);
    n->qualified = is_qualified(b->tree->nodes[r].cursor);
    note_args(b, r, n); // these are what is under a name
    return;
  case FL_MEMBER:
    set_decl(b, n, b->tree->nodes[r].cursor);
    if (strcmp(n->type, "<pseudo-object type>") == 0)
      n->type = "unsigned int"; // threadIdx.x, a property in clang's own headers
    break;
  case FL_BINARY:
  case FL_ASSIGN:
  case FL_UNARY:
    make_operator(b, r, n);
    break;
  case FL_LABEL:
  case FL_GOTO:
  case FL_OTHER_DECL:
    make_name(b, r, n);
    break;
  case FL_OTHER_EXPR:
    if (b->tree->nodes[r].kind == CXCursor_UnaryExpr)
      n->name = "sizeof";
    break;
  default:
    break;
  }
  b->lambdas += n->kind == FL_LAMBDA;
  add_kids(b, n, r, depth);
  b->lambdas -= n->kind == FL_LAMBDA;
  fr_statement_parts(b, r, n);
}

// That something is an array shows in the name of its type, whatever it was called.
static const char *expression_type(struct fr *f, CXType t) {
  const CXType canonical = clang_getCanonicalType(t);
  const bool array = clang_getArrayElementType(canonical).kind != CXType_Invalid;
  const char *name = fr_type_name(f, t);
  return array && !strchr(name, '[') ? fr_type_name(f, canonical) : name;
}

// A class or an enumeration, or a pointer to one: its name may be known where it was written only.
static bool has_scope(CXType canonical) {
  while (canonical.kind == CXType_Pointer || canonical.kind == CXType_LValueReference)
    canonical = clang_getPointeeType(canonical);
  return canonical.kind == CXType_Record || canonical.kind == CXType_Enum;
}

struct fl_node *fr_node(struct fr_body *b, uint32_t r, struct fl_node *parent, unsigned depth) {
  struct fr *f = b->f;
  r = fr_peel(b->tree, r);
  const struct fr_raw *raw = &b->tree->nodes[r];
  if (depth >= FR_MAX_DEPTH) {
    if (!b->too_deep) {
      b->too_deep = f->u->parse_errors = true;
      fl_report_at(f->u, FL_ERROR, raw->span, NULL, "code is nested more than %d levels deep",
                   (int)FR_MAX_DEPTH);
    }
    return NULL;
  }
  struct fl_node *n = fl_alloc(f->arena, sizeof *n);
  n->kind = fr_node_kind(raw->kind);
  n->span = raw->span;
  if (n->kind == FL_DECL_STMT)
    n->span.begin = fr_constructed_begin(f, n->span);
  n->editable = fr_is_written(f, raw->span, raw->in_macro);
  n->parent = parent;
  if (clang_isExpression(raw->kind))
    n->type = expression_type(f, clang_getCursorType(raw->cursor));
  make_parts(b, r, n, depth);
  const CXType canonical = clang_getCanonicalType(clang_getCursorType(raw->cursor));
  if (n->kind == FL_CAST || (n->type && has_scope(canonical)))
    n->canonical = fr_type_name(f, canonical);
  if (n->kind == FL_INIT_LIST)
    n->copies = !fr_type_may_refer(canonical, 0);
  if (n->kind == FL_INIT_LIST || n->kind == FL_CAST)
    n->made_by_code = fr_is_made_by_code(canonical);
  fr_fold(b, r, n);
  return n;
}

static void find_launches(struct fr_body *b) {
  const struct fr_raw *raw = b->tree->nodes;
  for (uint32_t r = 0; r < b->tree->len; r++) {
    if (raw[r].kind != CXCursor_CallExpr || !fr_is_launch(b->f, b->tree, r))
      continue;
    for (uint32_t up = raw[r].parent; up; up = raw[up].parent)
      b->lambdas += raw[up].kind == CXCursor_LambdaExpr;
    fr_node(b, r, NULL, 0);
    b->lambdas = 0;
    r = raw[r].end - 1;
  }
}

void fr_mirror(struct fr *f, const struct fr_code *code) {
  struct fr_tree tree;
  fr_raw_build(f, code->cursor, &tree);
  fr_find_taken(f, code, &tree);
  fr_note_local_functions(f, code, &tree);
  struct fr_body b = {.f = f, .tree = &tree, .function = code->function};
  if (tree.too_deep && !code->function)
    fl_report_at(f->u, FL_WARNING, tree.deep, "depth",
                 "code is nested so deeply that launches in it are not looked for");
  if (!code->function || code->function->kind == FL_HOST_DEVICE)
    fr_find_lambdas(f, &tree);
  if (!code->function) {
    fr_find_host_calls(f, &tree);
    find_launches(&b);
  } else {
    if (f->unseen_calls)
      fr_collect_objects(f, &tree, code->function);
    for (uint32_t k = tree.nodes[0].first; k; k = tree.nodes[k].next)
      if (tree.nodes[k].kind == CXCursor_CompoundStmt || tree.nodes[k].kind == CXCursor_CXXTryStmt)
        code->function->body = fr_node(&b, k, NULL, 0);
  }
  fr_raw_free(&tree);
}
