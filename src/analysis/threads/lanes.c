// Operations of a warp that some of its lanes go past, to their kernel's end, while the others wait for them: `if (i < n) v = __shfl_down_sync(~0u, v, 1);`. CUDA waits for no lane that
// has ended, but a lane of a virtual block has not. Conditions by which whole warps go one way do no harm (`threadIdx.x < 32`, `threadIdx.x / 32 == 0`), nor do masks
// that were asked for (`__ballot_sync`) or name fewer lanes.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/threads/threads.h"
#include "analysis/threads/warps.h"

enum { MOST_DEPTH = 12 };

struct lanes {
  struct fl_unit *unit;
  struct fl_function *fn;
  unsigned depth;
};

// Each value that a local variable is given.
struct given {
  struct lanes *search;
  const struct fl_decl *decl;
  bool (*is)(struct lanes *s, const struct fl_node *n);
};
static bool find_given(struct fl_node *n, void *data) {
  const struct given *g = data;
  const struct fl_node *p = n->parent;
  if (n->kind == FL_VAR && n->decl == g->decl)
    return n->init && g->is(g->search, n->init);
  if (n->kind != FL_REF || n->decl != g->decl || fl_only_read(g->search->unit, n))
    return true;
  if (p->kind == FL_ASSIGN && p->kids.len == 2 && p->kids.data[0] == n)
    return !fl_named(p, "=") || g->is(g->search, p->kids.data[1]);
  return p->kind == FL_UNARY && (fl_named(p, "++") || fl_named(p, "--"));
}
static bool all_given(struct lanes *s, const struct fl_decl *d,
                      bool (*is)(struct lanes *s, const struct fl_node *n)) {
  struct given g = {s, d, is};
  if (d->kind != FL_DECL_LOCAL || d->is_reference || s->depth == MOST_DEPTH)
    return false;
  s->depth++;
  const bool all = fl_walk_uses(s->fn->body, d, find_given, &g);
  s->depth--;
  return all;
}

static bool is_full(struct lanes *s, const struct fl_node *mask);
static bool is_other(struct fl_unit *u, struct fl_function *caller, const struct fl_node *value,
                     void *data) {
  struct lanes s = {u, caller, *(unsigned *)data + 1};
  return value && s.depth < MOST_DEPTH && !is_full(&s, value);
}

// Does a mask name lanes that may be elsewhere? One that was asked for, or computed, names those that come. What the host gives, or a variable of the device holds, is taken for all.
static bool is_full(struct lanes *s, const struct fl_node *mask) {
  if (mask->has_value)
    return ((uint64_t)mask->value & 0xffffffffu) == 0xffffffffu;
  if (mask->kind == FL_CAST && mask->kids.len)
    return is_full(s, mask->kids.data[mask->kids.len - 1]);
  if (mask->kind != FL_REF || !mask->decl)
    return false;
  switch (mask->decl->kind) {
  case FL_DECL_PARAM:
    return !fl_all_hand_to(s->unit, mask->decl, is_other, &s->depth);
  case FL_DECL_LOCAL:
    return all_given(s, mask->decl, is_full);
  default:
    return true;
  }
}
static bool is_mask(struct lanes *s, const struct fl_node *n) {
  const bool local = n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL;
  return (local && all_given(s, n->decl, is_mask)) ||
         (n->kind == FL_CALL && (fl_named(n, "__ballot_sync") || fl_named(n, "__activemask") ||
                                 fl_begins(n->name, "__match_")));
}

bool fl_names_lanes(struct fl_unit *u, struct fl_function *f, const struct fl_node *n) {
  struct lanes s = {u, f, 0};
  if (!fl_meets_in_warp(u, n))
    return false;
  if (fl_named(n, "__activemask") || fl_named(n, "coalesced_threads")) // ask who is there
    return false;
  const struct fl_api *api = fl_api_find(n->name);
  const struct fl_node *mask = fl_nth_argument(n, 0), *object = fl_object_of(n);
  const struct fl_node *group = object ? object : mask; // also one that is handed on
  bool names = !(group && fl_group_of(u, group).kinds == FL_GROUP_COALESCED);
  struct fl_function *called = fl_next_called(u, n, NULL);
  if (called) { // whose mask it gets, or which finds out itself
    for (size_t i = 0; (mask = fl_nth_argument(n, i)); i++)
      names &= !is_mask(&s, mask);
    while (called && fl_names_actives(u, called, 0))
      called = fl_next_called(u, n, called);
    names &= called != NULL;
  } else if (api && api->cls == FL_API_WARP && mask && !object)
    names = is_full(&s, mask);
  return names;
}

struct skips {
  struct fl_unit *unit;
  struct fl_function *fn;
};
static bool find_skipped(struct fl_node *n, void *data) {
  const struct skips *s = data;
  return !fl_names_lanes(s->unit, s->fn, n) || !fl_is_skipped(s->unit, s->fn, n, FL_OF_WARP);
}

bool fl_lanes_skip(struct fl_unit *u, struct fl_function *f) {
  struct skips s = {u, f};
  return !fl_walk(f->body, find_skipped, &s);
}
