// Whether a thread's launches have an order, and whether threads may leave before a barrier that others still reach, or go past it.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/launches/launches.h"
#include "analysis/threads/threads.h"
#include "analysis/threads/warps.h"
#include "analysis/waits/waits.h"
#include <string.h>

// What of `f`, and of what it calls, has lanes that leave others which wait for them, and are told of it, or are not.
static const struct fl_function *who_leaves(const struct fl_function *f, bool told,
                                            unsigned search) {
  const struct fl_function *who = NULL;
  if (f->facts->search == search)
    return NULL;
  f->facts->search = search;
  if (told ? f->facts->lanes_leave : f->facts->lane_exit)
    return f;
  for (size_t i = 0; i < f->facts->callees.len && !who; i++)
    who = who_leaves(f->facts->callees.data[i], told, search);
  return who;
}

struct fl_reason fl_leaving_obstacle(struct fl_unit *u, const struct fl_function *k) {
  const struct fl_function *who = k->facts->any_warp ? who_leaves(k, false, ++u->searches) : NULL;
  if (who)
    return (struct fl_reason){
        fl_format(u->arena,
                  "threads of '%s' may leave early while others of their warp exchange values",
                  who->name),
        who->name_span};
  const bool missed = k->facts->any_hides_block && k->facts->early_exit;
  return (struct fl_reason){
      missed ? fl_format(u->arena,
                         "threads of '%s' may leave early while a library, or inline assembly, "
                         "has all of their block meet",
                         k->name)
             : NULL,
      k->name_span};
}

struct fl_reason fl_virtual_obstacle(struct fl_unit *u, const struct fl_function *k,
                                     const struct fl_site *s) {
  struct fl_reason r = fl_leaving_obstacle(u, k);
  if (!r.text)
    r = fl_wait_obstacle(u, k, s);
  if (!r.text && k->facts->any_hides_block)
    r.text = fl_format(u->arena, "a library, or inline assembly, asks who the threads of '%s' are",
                       k->name);
  return r;
}

bool fl_lanes_leave(struct fl_unit *u, const struct fl_function *k) {
  return k->facts->any_warp && who_leaves(k, true, ++u->searches);
}

// A return that not all threads of a set take, before a point where threads of the set wait for each other, or in a
// loop with one; or a way past a barrier. early_exit: the set is the block; lane_exit: a warp.
struct exits {
  struct fl_unit *unit;
  struct fl_function *fn;
  unsigned whom;  // FL_WAITS_FOR_BLOCK or FL_WAITS_FOR_WARP
  uint32_t first; // offset from which on threads that leave are missed
  uint32_t last;  // offset of the last point in the text
  bool values;    // what is called as a value may be a lambda that waits
  bool named;     // only operations of a warp count that name lanes which may be elsewhere
  bool found;
};

unsigned fl_waits_of_call(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_api *api = fl_api_find(call->name);
  bool block = api && api->cls == FL_API_BARRIER, warp = api && api->cls == FL_API_WARP;
  for (struct fl_function *g = NULL; (g = fl_next_called(u, call, g));) {
    block |= g->facts->any_barrier;
    warp |= g->facts->any_warp;
  }
  return fl_group_waits(u, call) | (block ? FL_WAITS_FOR_BLOCK : 0u) |
         (warp ? FL_WAITS_FOR_WARP : 0u);
}

bool fl_meets_in_warp(struct fl_unit *u, const struct fl_node *n) {
  return n->kind == FL_CALL && fl_waits_of_call(u, n) & FL_WAITS_FOR_WARP;
}

static bool waits(const struct exits *e, const struct fl_node *n) {
  return n->kind == FL_CALL && ((e->values && fl_may_call_lambda(e->unit, n)) ||
                                (e->named ? fl_names_lanes(e->unit, e->fn, n)
                                          : (fl_waits_of_call(e->unit, n) & e->whom) != 0));
}

// The end of the outermost loop around a node, or of the node.
static uint32_t end_of_loops(const struct fl_node *n) {
  uint32_t at = n->span.end;
  for (const struct fl_node *p = n->parent; p; p = p->parent)
    if (fl_is_loop(p))
      at = p->span.end;
  return at;
}

static bool find_last(struct fl_node *n, void *data) {
  struct exits *e = data;
  if (waits(e, n) && end_of_loops(n) > e->last) // in a loop, all of the loop comes before it
    e->last = end_of_loops(n);
  return true;
}

static bool find_exit(struct fl_node *n, void *data) {
  struct exits *e = data;
  if (n->kind == FL_LAMBDA)
    return true;
  if (n->kind == FL_GOTO)
    e->found = true;
  if (n->kind == FL_RETURN && end_of_loops(n) > e->first && n->span.begin < e->last)
    e->found =
        fl_is_skipped(e->unit, e->fn, n, e->whom == FL_WAITS_FOR_WARP ? FL_OF_WARP : FL_OF_BLOCK);
  return !e->found;
}

bool fl_decides(struct fl_unit *u, struct fl_function *f, const struct fl_node *p,
                const struct fl_node *n, enum fl_threads among) {
  const bool shortens = p->kind == FL_BINARY && (fl_named(p, "&&") || fl_named(p, "||"));
  const bool arm = n == p->then || n == p->otherwise || (fl_is_loop(p) && n != p->init) ||
                   (p->kind == FL_SWITCH && n != p->cond);
  const struct fl_node *decides = arm                                ? p->cond
                                  : shortens && n == p->kids.data[1] ? p->kids.data[0]
                                                                     : NULL;
  return decides && !fl_uniform(u, f, among, decides);
}

bool fl_is_skipped(struct fl_unit *u, struct fl_function *f, const struct fl_node *n,
                   enum fl_threads among) {
  bool may = false;
  for (struct fl_node *p = n->parent; p && !may; n = p, p = p->parent)
    may = fl_decides(u, f, p, n, among) || fl_skipped_apart(u, f, p, among);
  return may;
}

static bool find_skipped(struct fl_node *n, void *data) {
  struct exits *e = data;
  e->found |= waits(e, n) && fl_is_skipped(e->unit, e->fn, n, FL_OF_BLOCK_LOADING);
  return !e->found;
}

static bool any_exit_of(struct exits e) {
  fl_walk(e.fn->body, find_last, &e);
  fl_walk(e.fn->body, find_exit, &e);
  if (e.whom == FL_WAITS_FOR_BLOCK)
    fl_walk(e.fn->body, find_skipped, &e);
  return e.found;
}

// The same where lambdas of a body wait, for them in functions that may call these.
static bool exits_before_lambda(struct fl_unit *u, struct fl_function *g, void *data) {
  return any_exit_of((struct exits){u, g, .whom = *(const unsigned *)data, .values = true});
}
static bool any_exit(struct fl_unit *u, struct fl_function *f, unsigned whom, uint32_t first,
                     bool named) {
  const bool values = fl_lambdas_do(u, f) & whom;
  const bool hides = whom == FL_WAITS_FOR_BLOCK ? f->facts->hides_block : f->facts->hides_lanes;
  const uint32_t last = hides ? f->body_span.end : 0; // it may be anywhere
  return any_exit_of((struct exits){u, f, whom, first, last, values, named, false}) ||
         (values && first == 0 && fl_any_caller_of_lambdas(u, f, exits_before_lambda, &whom));
}

// A local variable that only ever holds what __activemask() returned.
struct mask {
  struct fl_unit *unit;
  const struct fl_decl *decl;
  uint32_t at; // offset of that call; UINT32_MAX: none, or the variable changes
  bool changes;
};
static bool find_mask(struct fl_node *n, void *data) {
  struct mask *m = data;
  if (n->kind == FL_VAR && n->decl == m->decl && n->init && n->init->kind == FL_CALL &&
      n->init->name && !strcmp(n->init->name, "__activemask"))
    m->at = n->init->span.begin;
  m->changes |= n->kind == FL_REF && n->decl == m->decl && !fl_only_read(m->unit, n);
  return true;
}

// Where all operations of the warp are by way of groups of the lanes that were active at one point, threads that had left before are not missed. A call is such a
// point, if what it calls finds out for itself which lanes are there.
struct actives {
  struct fl_unit *unit;
  struct fl_function *fn;
  unsigned depth;
  uint32_t first; // offset of the first such point
  bool others;    // operations that name lanes by themselves
};
static bool find_active(struct fl_node *n, void *data);

bool fl_names_actives(struct fl_unit *u, struct fl_function *f, unsigned depth) {
  if (depth > FL_MOST_CALLS || !f->body)
    return false;
  signed char *known = &f->facts->names_actives[depth];
  if (!*known) {
    struct actives a = {u, f, depth, UINT32_MAX, false};
    fl_walk(f->body, find_active, &a);
    *known = a.others ? -1 : 1;
  }
  return *known > 0;
}

static bool find_active(struct fl_node *n, void *data) {
  struct actives *a = data;
  if (n->kind != FL_CALL)
    return true;
  const struct fl_api *api = fl_api_find(n->name);
  if (api && !strcmp(api->name, "coalesced_threads")) {
    if (n->span.begin < a->first)
      a->first = n->span.begin;
  } else if (fl_group_waits(a->unit, n) & FL_WAITS_FOR_WARP) {
    const struct fl_node *by = fl_group_asked(a->unit, n);
    a->others |= fl_group_of(a->unit, by).kinds != FL_GROUP_COALESCED;
  } else {
    bool named = api && api->cls == FL_API_WARP && strcmp(api->name, "__activemask") != 0;
    const struct fl_node *arg = named && n->kids.len > 1 ? n->kids.data[1] : NULL;
    if (arg && arg->kind == FL_REF && arg->decl && arg->decl->kind == FL_DECL_LOCAL) {
      struct mask m = {a->unit, arg->decl, UINT32_MAX, false};
      fl_walk_uses(a->fn->body, arg->decl, find_mask, &m);
      named = m.changes || m.at == UINT32_MAX;
      if (!named && m.at < a->first)
        a->first = m.at;
    }
    a->others |= named;
    for (struct fl_function *g = NULL; (g = fl_next_called(a->unit, n, g));) {
      if (!g->facts->any_warp)
        continue;
      a->others |= !fl_names_actives(a->unit, g, a->depth + 1);
      if (n->span.begin < a->first)
        a->first = n->span.begin;
    }
  }
  return true;
}

// A mask that was computed may name lanes that have ended, which nobody waits for, but none that go on elsewhere. So lanes that leave tell those behind, whatever masks these
// have, where they can; lanes that leave a function of which the caller goes on are in no such mask.
static bool lanes_exit(struct fl_unit *u, struct fl_function *f) {
  struct fl_nodes *leaving = &f->facts->leaving;
  if (f->facts->any_hides_lanes) // which cannot be told
    return any_exit(u, f, FL_WAITS_FOR_WARP, 0, false);
  if (fl_find_leaving(u, f, true, leaving)) {
    f->facts->lanes_leave = leaving->len > 0;
    return false;
  }
  struct actives a = {u, f, 0, UINT32_MAX, false};
  fl_walk(f->body, find_active, &a);
  const bool exits =
      any_exit(u, f, FL_WAITS_FOR_WARP, a.others ? 0 : a.first, !fl_ends_kernels(u, f)) ||
      (a.others && fl_lanes_skip(u, f));
  const bool told = exits && fl_find_leaving(u, f, false, leaving);
  f->facts->lanes_leave = told;
  return exits && !told;
}

// May threads return from a device function before a barrier in it?
static bool may_miss_barrier(struct fl_unit *u, struct fl_function *f, unsigned depth) {
  if (!f->facts->any_barrier)
    return false;
  if (depth > FL_MOST_CALLS || !f->body)
    return true;
  signed char *known = &f->facts->misses_barrier[depth];
  if (*known)
    return *known > 0;
  bool may = any_exit(u, f, FL_WAITS_FOR_BLOCK, 0, false);
  for (size_t i = 0; i < f->facts->callees.len && !may; i++)
    may = may_miss_barrier(u, f->facts->callees.data[i], depth + 1);
  *known = may ? 1 : -1;
  return may;
}

void fl_analyse_order(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  x->in_turn = fl_launches_often(u, f, FL_BY_BLOCK);
  x->many_launches = x->in_turn || fl_launches_often(u, f, FL_IN_ORDER);
  x->launches_once = !fl_launches_often(u, f, FL_AT_ALL);
  // Only a grid that has launches in it for certain leaves room for what it copies to be recorded without an order.
  const bool simple = f->sites.len && !f->template_params.len && !f->in_template_class;
  x->ordered = x->many_launches || x->shares_streams || (x->copies && !simple);
  if (f->body && x->any_warp)
    x->lane_exit = lanes_exit(u, f);
  if (!x->any_barrier || !f->body)
    return;
  x->early_exit = any_exit(u, f, FL_WAITS_FOR_BLOCK, 0, false);
  for (size_t i = 0; i < x->callees.len;
       i++) // a barrier in a callee that some threads do not reach
    x->early_exit |= may_miss_barrier(u, x->callees.data[i], 0);
}
