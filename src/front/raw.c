// Clang's tree of one declaration as a flat array in preorder. It is built without recursion,
// whatever the nesting of the input.
#include "internal.h"

#include <stdlib.h>

struct builder {
  struct fr *f;
  struct fr_tree *tree;
  uint32_t *last; // last child of each node so far
  uint32_t current;
};

static uint32_t append(struct builder *b, CXCursor c, uint32_t parent) {
  struct fr_tree *t = b->tree;
  if (t->len == t->cap) {
    size_t cap = t->cap ? t->cap * 2 : 256;
    t->nodes = realloc(t->nodes, cap * sizeof *t->nodes);
    b->last = realloc(b->last, cap * sizeof *b->last);
    if (!t->nodes || !b->last) {
      fputs("flcc: error: out of memory\n", stderr);
      exit(1);
    }
    t->cap = cap;
  }
  uint32_t i = (uint32_t)t->len++;
  struct fr_raw *n = &t->nodes[i];
  *n = (struct fr_raw){.cursor = c,
                       .kind = clang_getCursorKind(c),
                       .parent = parent,
                       .depth = i ? t->nodes[parent].depth + 1 : 0};
  n->span = fr_extent(b->f, c, &n->in_macro);
  struct fr_raw *in = &t->nodes[parent];
  if (i && in->kind == CXCursor_DeclStmt && in->span.file == n->span.file &&
      n->span.begin < in->span.begin)
    in->span.begin = n->span.begin; // clang leaves out `__shared__` in front of `alignas`
  b->last[i] = 0; // NOLINT(clang-analyzer-core.NullDereference): checked where it grew
  if (i) {
    if (b->last[parent])
      t->nodes[b->last[parent]].next = i;
    else
      t->nodes[parent].first = i;
    b->last[parent] = i;
  }
  return i;
}

// Statements are compared without the declaration that clang attaches to their cursors: at lambdas
// it changes on the way.
static bool same_cursor(CXCursor a, CXCursor b) {
  enum CXCursorKind k = clang_getCursorKind(a);
  if (k == clang_getCursorKind(b) && (clang_isExpression(k) || clang_isStatement(k)))
    return a.data[1] == b.data[1];
  return clang_equalCursors(a, b);
}

static enum CXChildVisitResult on_cursor(CXCursor c, CXCursor parent, CXClientData data) {
  struct builder *b = data;
  enum CXCursorKind k = clang_getCursorKind(c);
  if (clang_isAttribute(k))
    return CXChildVisit_Continue;
  // Defaulted arguments have no place in the source.
  if (k == CXCursor_UnexposedExpr && clang_Range_isNull(clang_getCursorExtent(c)))
    return CXChildVisit_Continue;
  // Preorder: the parent is the node added last, or one above it. What hangs below a node that was
  // not shown, as what a lambda captures without naming it does, was not written.
  const struct fr_raw *nodes = b->tree->nodes;
  uint32_t p = b->current;
  while (p && !same_cursor(nodes[p].cursor, parent))
    p = nodes[p].parent;
  if (!p && !same_cursor(nodes[0].cursor, parent))
    return CXChildVisit_Continue;
  if (same_cursor(nodes[p].cursor, c)) // clang shows a constant expression and what is in it alike
    return CXChildVisit_Recurse;
  for (uint32_t done = b->current; done != p; done = nodes[done].parent)
    b->tree->nodes[done].end = (uint32_t)b->tree->len;
  b->current = append(b, c, p);
  if (b->tree->nodes[b->current].depth < FR_MAX_RAW_DEPTH)
    return CXChildVisit_Recurse;
  if (!b->tree->too_deep)
    b->tree->deep = b->tree->nodes[b->current].span;
  b->tree->too_deep = true;
  return CXChildVisit_Continue;
}

void fr_raw_build(struct fr *f, CXCursor root, struct fr_tree *t) {
  struct builder b = {.f = f, .tree = t};
  *t = (struct fr_tree){0};
  append(&b, root, 0);
  clang_visitChildren(root, on_cursor, &b);
  for (uint32_t p = b.current;; p = t->nodes[p].parent) {
    t->nodes[p].end = (uint32_t)t->len;
    if (!p)
      break;
  }
  free(b.last);
}

void fr_raw_free(struct fr_tree *t) {
  free(t->nodes);
  *t = (struct fr_tree){0};
}

// The only expression under a node, 0 if there are none or several.
static uint32_t only_expr(const struct fr_tree *t, uint32_t r, bool *names_type) {
  uint32_t found = 0;
  for (uint32_t k = t->nodes[r].first; k; k = t->nodes[k].next) {
    if (t->nodes[k].kind == CXCursor_TypeRef || t->nodes[k].kind == CXCursor_TemplateRef)
      *names_type = true;
    if (!clang_isExpression(t->nodes[k].kind))
      continue;
    if (found)
      return 0;
    found = k;
  }
  return found;
}

static bool same_span(struct fl_span a, struct fl_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

uint32_t fr_peel(const struct fr_tree *t, uint32_t r) {
  for (;;) {
    const struct fr_raw *n = &t->nodes[r];
    bool names_type = false;
    if (n->kind != CXCursor_UnexposedExpr && n->kind != CXCursor_ParenExpr &&
        n->kind != CXCursor_CallExpr)
      return r;
    uint32_t kid = only_expr(t, r, &names_type);
    if (!kid)
      return r;
    if (n->kind == CXCursor_ParenExpr) {
      r = kid;
      continue;
    }
    if (!same_span(n->span, t->nodes[kid].span) || n->in_macro != t->nodes[kid].in_macro)
      return r;
    // A constructor call that was not written: the conversion of its only argument.
    if (n->kind == CXCursor_CallExpr &&
        (names_type ||
         clang_getCursorKind(clang_getCursorReferenced(n->cursor)) != CXCursor_Constructor))
      return r;
    r = kid;
  }
}
