// A parent that reads what its child writes, behind the launch and without a join, reads too early: since CUDA 12 a parent never sees its
// children's writes, and before that it had to wait for them.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/launches/launches.h"
#include <string.h>

// The pointer that an expression such as `p`, `p + i` or `&p[i]` points by.
static const struct fl_decl *pointer_of(const struct fl_node *e) {
  if (!e)
    return NULL;
  switch (e->kind) {
  case FL_REF:
    return e->decl && (e->decl->kind == FL_DECL_PARAM || e->decl->kind == FL_DECL_LOCAL) &&
                   e->decl->is_pointer
               ? e->decl
               : NULL;
  case FL_UNARY:
    if (!e->name || strcmp(e->name, "&") != 0 || !e->kids.len)
      return NULL;
    e = e->kids.data[0];
    return e->kind == FL_SUBSCRIPT && e->kids.len ? pointer_of(e->kids.data[0]) : NULL;
  case FL_BINARY:
  case FL_CAST:
    for (size_t i = 0; i < e->kids.len; i++) {
      const struct fl_decl *d = pointer_of(e->kids.data[i]);
      if (d)
        return d;
    }
    return NULL;
  default:
    return NULL;
  }
}

// `p[i]` or `*p`.
static const struct fl_decl *reached_by(const struct fl_node *n) {
  if (n->kind == FL_SUBSCRIPT && n->kids.len)
    return pointer_of(n->kids.data[0]);
  if (n->kind == FL_UNARY && n->name && !strcmp(n->name, "*") && n->kids.len)
    return pointer_of(n->kids.data[0]);
  return NULL;
}

struct writes {
  const struct fl_function *fn;
  bool *written; // per parameter
};

static void set_written(const struct writes *w, const struct fl_decl *d) {
  for (size_t i = 0; d && i < w->fn->params.len; i++)
    w->written[i] |= w->fn->params.data[i].decl == d;
}

static bool find_writes(struct fl_node *n, void *data) {
  const struct writes *w = data;
  const struct fl_node *p = n->parent;
  if (p && ((p->kind == FL_ASSIGN && p->kids.len && p->kids.data[0] == n) ||
            (p->kind == FL_UNARY && p->name && (!strcmp(p->name, "++") || !strcmp(p->name, "--")))))
    set_written(w, reached_by(n));
  if (n->kind == FL_CALL && n->name && !strncmp(n->name, "atomic", 6))
    for (size_t i = 0; i < n->kids.len; i++)
      if (n->kids.data[i] != n->callee)
        set_written(w, pointer_of(n->kids.data[i]));
  return true;
}

// Does a kernel write through its i-th parameter, in its own text?
static bool writes_through(struct fl_unit *u, const struct fl_function *k, size_t i) {
  if (!k->body || i >= k->params.len)
    return false;
  if (!k->facts->writes) {
    k->facts->writes = fl_alloc(u->arena, k->params.len);
    struct writes w = {k, k->facts->writes};
    fl_walk(k->body, find_writes, &w);
  }
  return k->facts->writes[i];
}

// Part of an expression that is a constant, as of sizeof.
static bool constant(const struct fl_node *n) {
  for (; n; n = n->parent)
    if (n->has_value)
      return true;
  return false;
}

// Can control come from `a` to `b`, which stands behind it in the text? Not from one branch to another, nor past a return.
static bool reaches(const struct fl_node *a, const struct fl_node *b) {
  for (const struct fl_node *n = a; n->parent; n = n->parent) {
    const struct fl_node *p = n->parent;
    bool around = false;
    for (const struct fl_node *m = b; m && !around; m = m->parent)
      around = m == p;
    if (around)
      return !(p->kind == FL_IF && n == p->then) || p->otherwise == NULL ||
             b->span.begin < p->otherwise->span.begin;
    if (p->kind == FL_COMPOUND)
      for (size_t i = 0; i < p->kids.len; i++)
        if (p->kids.data[i]->kind == FL_RETURN && p->kids.data[i]->span.begin >= n->span.end)
          return false;
    if (p->kind == FL_SWITCH || p->kind == FL_LAMBDA)
      return false;
  }
  return false;
}

// What one body reads through pointers, and where it joins, in the order of the text.
struct events {
  struct fl_unit *unit;
  FL_VEC(const struct fl_node *) reads;
  FL_VEC(uint32_t) joins; // where they begin
};

static bool find_events(struct fl_node *n, void *data) {
  struct events *e = data;
  const struct fl_api *api = n->kind == FL_CALL ? fl_api_find(n->name) : NULL;
  bool joins = api && api->cls == FL_API_JOIN;
  for (struct fl_function *g = NULL; n->kind == FL_CALL && (g = fl_next_called(e->unit, n, g));)
    joins |= g->facts->any_join;
  if (joins) {
    *fl_vec_add(e->unit->arena, &e->joins) = n->span.begin;
  } else if (reached_by(n)) {
    const struct fl_node *p = n->parent;
    // What a parent also writes is mostly its own part of the array.
    const bool written = p && p->kind == FL_ASSIGN && p->kids.len && p->kids.data[0] == n;
    const bool counted =
        p && p->kind == FL_UNARY && p->name &&
        (!strcmp(p->name, "&") || !strcmp(p->name, "++") || !strcmp(p->name, "--"));
    const bool bound = p && p->kind == FL_VAR && p->decl && p->decl->is_reference;
    if (!written && !counted && !bound && !constant(n))
      *fl_vec_add(e->unit->arena, &e->reads) = n;
  }
  return true;
}

// The first read through `d` that control reaches from the launch without a join. Looks at no more than LOOK reads, so that a body of
// n launches and n reads takes no n * n steps.
static const struct fl_node *read_too_early(const struct events *e, const struct fl_site *site,
                                            const struct fl_decl *d) {
  enum { LOOK = 64 };
  uint32_t join = UINT32_MAX;
  size_t low = 0, high = e->joins.len;
  while (low < high) {
    const size_t mid = (low + high) / 2;
    if (e->joins.data[mid] < site->span.end)
      low = mid + 1;
    else
      high = mid;
  }
  if (low < e->joins.len)
    join = e->joins.data[low];
  low = 0, high = e->reads.len;
  while (low < high) {
    const size_t mid = (low + high) / 2;
    if (e->reads.data[mid]->span.begin < site->span.end)
      low = mid + 1;
    else
      high = mid;
  }
  for (size_t i = low; i < e->reads.len && i < low + LOOK; i++) {
    const struct fl_node *n = e->reads.data[i];
    if (n->span.begin > join)
      return NULL;
    if (n->span.file == site->span.file && n->span.begin >= site->span.end && reached_by(n) == d &&
        reaches(site->node, n))
      return n;
  }
  return NULL;
}

// The destructor of a local object may join.
static bool may_join_unseen(const struct fl_unit *u, const struct fl_function *f) {
  bool may = false;
  for (size_t i = 0; i < u->functions.len; i++)
    may |= fl_may_join_unseen(f, u->functions.data[i]);
  return may;
}

void fl_warn_of_races(struct fl_unit *u, struct fl_function *f) {
  const struct fl_node *last = NULL;
  struct events events = {.unit = u};
  if (!f->sites.len || may_join_unseen(u, f))
    return;
  if (f->body)
    fl_walk(f->body, find_events, &events);
  for (size_t i = 0; i < f->sites.len; i++) {
    const struct fl_site *site = f->sites.data[i];
    if (!site->kernel || !site->node || site->span.file < 0 ||
        fl_site_stream(u, site) == FL_STREAM_TAIL) // begins when the parent has ended
      continue;
    for (size_t a = 0; a < site->arg_nodes.len; a++) {
      const struct fl_decl *p = pointer_of(site->arg_nodes.data[a]);
      if (!p || !writes_through(u, site->kernel, a))
        continue;
      const struct fl_node *read = read_too_early(&events, site, p);
      if (!read || read == last)
        continue;
      last = read;
      fl_report_at(
          u, FL_WARNING, read->span, "race",
          "'%s' is read behind the launch of '%s', which writes it, without a join in between: "
          "the parent may not see what the child writes",
          p->name, site->kernel_name);
      fl_report_at(u, FL_NOTE, site->span, NULL, "launched here");
      break;
    }
  }
}
