// Conditions by which lanes of a warp leave a kernel, or go to its end past all that others of the warp still do together: `if (i >= n) return;`,
// `if (i < n) v = __shfl_down_sync(~0u, v, 1);`. CUDA waits for no lane that has ended. A lane of a virtual block has not, so it tells the others at the condition, to
// which all come that have not left, and operations behind it leave it out, those by groups that were formed before, too.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/threads/threads.h"
#include "analysis/threads/warps.h"

struct leaving {
  struct fl_unit *unit;
  struct fl_function *fn;
  struct fl_nodes *found; // what has such a condition
  bool any; // operations by any mask count, not only those that name lanes which may be elsewhere
  unsigned search; // marks the functions that were looked at
  uint32_t last;   // where the last operation of the warp ends, with the loops around it
};

// Are there lambdas whose threads wait for others of their warp? Who calls them is not known.
static bool lambdas_meet(struct fl_unit *u) {
  for (size_t i = 0; !u->lambdas_meet && i < u->functions.len; i++)
    if (fl_lambdas_do(u, u->functions.data[i]) & FL_WAITS_FOR_WARP)
      u->lambdas_meet = 1;
  if (!u->lambdas_meet)
    u->lambdas_meet = -1;
  return u->lambdas_meet > 0;
}

// Lambdas and jumps are not followed.
static bool is_plain(struct fl_node *n, void *data) {
  const struct leaving *s = data;
  if (n->kind == FL_GOTO)
    return false;
  if (n->kind != FL_CALL)
    return true;
  bool plain = true;
  for (struct fl_function *g = NULL; plain && (g = fl_next_called(s->unit, n, g));) {
    const bool look = g->facts->any_warp && g->facts->search != s->search;
    g->facts->search = s->search;
    plain = !look || (g->body && fl_walk(g->body, is_plain, data));
  }
  return plain;
}

static bool find_last(struct fl_node *n, void *data) {
  struct leaving *s = data;
  if (!fl_meets_in_warp(s->unit, n))
    return true;
  const struct fl_node *last = n;
  for (const struct fl_node *p = n->parent; p; p = p->parent)
    last = fl_is_loop(p) ? p : last;
  s->last = last->span.end > s->last ? last->span.end : s->last;
  return true;
}

// Adds the conditions by which some lanes alone come to a node. Returns whether lanes can tell of them all.
static bool add_deciders(struct leaving *s, const struct fl_node *n) {
  for (struct fl_node *p = n->parent; p; n = p, p = p->parent) {
    if (fl_skipped_apart(s->unit, s->fn, p, FL_OF_WARP))
      return false;
    if (!fl_decides(s->unit, s->fn, p, n, FL_OF_WARP))
      continue;
    const struct fl_node *c = p->cond;
    const bool tells = p->kind == FL_IF || (fl_is_loop(p) && p->kind != FL_RANGE_FOR && !s->any);
    if (!tells || c->kind == FL_VAR || c->kind == FL_DECL_STMT || !c->editable ||
        c->span.file != s->fn->body_span.file)
      return false;
    if (!fl_has_node(s->found, p))
      *fl_vec_add(s->unit->arena, s->found) = p;
  }
  return true;
}
static bool find_decided(struct fl_node *n, void *data) {
  struct leaving *s = data;
  const bool leaves = fl_leaves_body(n) && n->span.begin < s->last;
  const bool counts = s->any ? fl_meets_in_warp(s->unit, n) : fl_names_lanes(s->unit, s->fn, n);
  return (!leaves && !counts) || add_deciders(s, n);
}

static bool find_none(struct fl_node *n, void *data) { return !fl_meets_in_warp(data, n); }
static bool waits(struct fl_unit *u, struct fl_node *n) { return n && !fl_walk(n, find_none, u); }

// Operations behind a statement, or in another round of a loop around it.
struct behind {
  struct fl_unit *unit;
  uint32_t end;
};
static bool find_behind(struct fl_node *n, void *data) {
  const struct behind *b = data;
  return n->span.begin < b->end || find_none(n, b->unit);
}
static bool is_last(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n) {
  struct behind b = {u, n->span.end};
  for (const struct fl_node *p = n->parent; p; p = p->parent)
    if (fl_is_loop(p) || p->kind == FL_LAMBDA)
      return false;
  return fl_walk(f->body, find_behind, &b);
}

bool fl_ends_kernels(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  if (x->ends_kernels)
    return x->ends_kernels > 0;
  bool ends = f->kind == FL_KERNEL || (x->callers.len && !x->calls_recursively);
  for (size_t i = 0; ends && i < x->callers.len; i++) {
    struct fl_function *g = x->callers.data[i];
    for (size_t k = 0; ends && k < g->facts->unresolved.len; k++)
      ends = g->facts->unresolved.data[k] != f;
    for (size_t k = 0; ends && k < g->calls.len; k++) {
      struct fl_function *h = NULL;
      while ((h = fl_next_called(u, g->calls.data[k], h)) && h != f)
        ;
      ends = !h || is_last(u, g, g->calls.data[k]);
    }
    ends = ends && fl_ends_kernels(u, g);
  }
  x->ends_kernels = ends ? 1 : -1;
  return ends;
}

// Do those who do not come to the operations under a condition never come to one again?
static bool parts_for_good(const struct leaving *s, struct fl_node *n) {
  for (const struct fl_node *p = n->parent; p && s->any; p = p->parent)
    if (fl_is_loop(p)) // that lanes need not come around together
      return false;
  if (n->kind != FL_IF)
    return is_last(s->unit, s->fn, n);
  const bool first = waits(s->unit, n->then), second = waits(s->unit, n->otherwise);
  if ((fl_always_leaves(n->then) && !first) || (fl_always_leaves(n->otherwise) && !second))
    return true;
  return !(first && second) && is_last(s->unit, s->fn, n);
}

bool fl_find_leaving(struct fl_unit *u, struct fl_function *f, bool any, struct fl_nodes *found) {
  struct leaving s = {u, f, found, any, ++u->searches, 0};
  bool all = !f->facts->any_wait && !lambdas_meet(u) && fl_walk(f->body, is_plain, &s) &&
             fl_ends_kernels(u, f);
  if (all) {
    fl_walk(f->body, find_last, &s);
    all = fl_walk(f->body, find_decided, &s);
  }
  for (size_t i = 0; i < found->len; i++)
    all = all && parts_for_good(&s, found->data[i]);
  if (!all)
    found->len = 0;
  return all;
}
