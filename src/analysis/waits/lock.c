// Functions that take locks: `while (atomicCAS(lock, 0, 1) != 0);`. Threads that run one after another find a lock free (spin.c), but not where the thread
// that runs a child in its own place may hold it: it may hold whatever it may take, and the child waits for what it asks for again and again.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"

// Does a node change a variable that a place is made of, so that it is another one in the next round?
struct rounds {
  struct fl_unit *unit;
  const struct fl_node *loop;
  bool moves;
};
static bool find_moved(struct fl_node *n, void *data) {
  struct rounds *r = data;
  for (size_t i = 0; n->kind == FL_REF && fl_is_local(n->decl) && i < n->decl->uses.len; i++) {
    const struct fl_node *use = n->decl->uses.data[i];
    r->moves |= use->order >= r->loop->order && use->order <= r->loop->last &&
                (use->kind == FL_VAR || !fl_only_read(r->unit, use));
  }
  r->moves |= n->kind == FL_CALL;
  return !r->moves;
}

// Does a loop do the same operation again, at the same place?
static bool tries_again(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n) {
  struct rounds r = {u, fl_loop_around(n), false};
  struct fl_node *place = r.loop ? (struct fl_node *)fl_atomic_place(u, f, n) : NULL;
  return place && fl_walk(place, find_moved, &r);
}

// A lambda, or a member of a local class, may be called in a loop.
static bool is_repeated(const struct fl_node *n) {
  return fl_loop_around(n) || fl_lambda_around(n) || fl_in_local_class(n);
}

struct search {
  struct fl_unit *unit;
  struct fl_function *fn;
};
static bool find_lock(struct fl_node *n, void *data) {
  const struct search *s = data;
  struct fl_facts *x = s->fn->facts;
  if (n->kind == FL_CALL && n->name &&
      fl_takes_free(s->unit, s->fn, n, tries_again(s->unit, s->fn, n))) {
    x->takes_lock = true;
    x->any_lock |= is_repeated(n);
  }
  return true;
}

// Takes over what `f` does by what it calls.
static bool spread(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  const bool took = x->takes_lock, any = x->any_lock;
  for (size_t i = 0; i < x->callees.len; i++) {
    x->takes_lock |= x->callees.data[i]->facts->takes_lock;
    x->any_lock |= x->callees.data[i]->facts->any_lock;
  }
  for (size_t i = 0; i < x->unresolved.len; i++)
    x->any_lock |= x->unresolved.data[i]->facts->takes_lock;
  for (size_t i = 0; i < f->calls.len; i++)
    for (struct fl_function *g = NULL;
         is_repeated(f->calls.data[i]) && (g = fl_next_called(u, f->calls.data[i], g));)
      x->any_lock |= g->facts->takes_lock;
  return took != x->takes_lock || any != x->any_lock;
}

void fl_analyse_locks(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++)
    fl_walk(u->functions.data[i]->body, find_lock, &(struct search){u, u->functions.data[i]});
  fl_iterate(u, spread);
}

// May threads of a kernel, or of what is launched below it, take a lock?
static bool takes_any(const struct fl_function *k) {
  bool any = k->facts->any_lock;
  for (size_t i = 0; i < k->facts->below.len; i++)
    any |= k->facts->below.data[i]->facts->any_lock;
  return any;
}

struct fl_reason fl_lock_obstacle(struct fl_unit *u, const struct fl_site *s) {
  const bool takes = takes_any(s->kernel);
  for (size_t i = 0; i < u->functions.len && takes; i++) {
    const struct fl_function *f = u->functions.data[i];
    for (size_t k = 0; k < f->facts->reach.len && f->facts->takes_lock; k++)
      if (f->facts->reach.data[k] == s)
        return (struct fl_reason){fl_format(u->arena,
                                            "'%s' may hold a lock that threads of '%s' take",
                                            f->name, s->kernel->name),
                                  s->span};
  }
  return (struct fl_reason){NULL, s->span};
}
