// Functions that take locks: `while (atomicCAS(lock, 0, 1) != 0);`. Threads that run one after another find a lock free (spin.c), but not where the thread
// that runs a child in its own place may hold it: it may hold whatever it may take, and the child waits for what it asks for again and again. What it has not taken itself, it
// may be the one to free.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"
#include <stddef.h>
#include <string.h>

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

// Does a jump lead from behind a node to a label in front of it?
struct jump_back {
  const struct fl_function *fn;
  const struct fl_node *over;
  const char *label;
  bool found;
};
static bool find_jump(struct fl_node *n, void *data) {
  struct jump_back *j = data;
  j->found |=
      n->kind == FL_GOTO && n->order > j->over->order && n->name && !strcmp(n->name, j->label);
  return !j->found;
}
static bool find_label(struct fl_node *n, void *data) {
  struct jump_back *j = data;
  if (n->kind == FL_LABEL && n->name && n->order < j->over->order) {
    j->label = n->name;
    fl_walk(j->fn->body, find_jump, j);
  }
  return !j->found;
}
static bool find_any_label(struct fl_node *n, void *data) {
  bool *found = data;
  *found |= n->kind == FL_LABEL;
  return !*found;
}
static bool has_labels(struct fl_function *f) {
  bool found = false;
  if (!f->facts->has_labels) {
    fl_walk(f->body, find_any_label, &found);
    f->facts->has_labels = found ? 1 : -1;
  }
  return f->facts->has_labels > 0;
}
static bool jumps_back(struct fl_function *f, const struct fl_node *over) {
  struct jump_back j = {f, over, NULL, false};
  if (has_labels(f))
    fl_walk(f->body, find_label, &j);
  return j.found;
}

// Does a function call itself with just what it was given?
static bool calls_itself_so(const struct fl_function *f, const struct fl_node *call) {
  bool same = f->params.len != 0;
  for (size_t i = 0; i < f->params.len && same; i++) {
    const struct fl_node *arg = fl_nth_argument(call, i);
    same = arg && arg->kind == FL_REF && arg->decl == f->params.data[i].decl;
  }
  return same;
}

// The same of a function that does it once: is it called in a loop, with the same arguments, or one that calls it? What is called by its address may be.
static bool is_called_again(struct fl_unit *u, const struct fl_function *f, unsigned search) {
  if (f->kind == FL_KERNEL || f->facts->search == search)
    return false;
  f->facts->search = search;
  for (size_t i = 0; i < f->facts->callers.len; i++) {
    struct fl_function *g = f->facts->callers.data[i];
    bool calls = false; // other than in loops
    for (size_t k = 0; k < g->calls.len; k++) {
      const struct fl_node *call = g->calls.data[k];
      struct rounds r = {u, fl_loop_around(call), false};
      struct fl_function *h = NULL;
      while ((h = fl_next_called(u, call, h)) && h != f)
        ;
      if (!h)
        continue;
      if ((g == f && calls_itself_so(f, call)) || jumps_back(g, call))
        return true;
      for (size_t a = 0; r.loop && !r.moves && fl_nth_argument(call, a); a++)
        fl_walk((struct fl_node *)fl_nth_argument(call, a), find_moved, &r);
      if (r.loop && !r.moves)
        return true;
      calls |= !r.loop;
    }
    if (calls && is_called_again(u, g, search))
      return true;
  }
  return f->address_taken;
}
static bool called_again(struct fl_unit *u, struct fl_function *f) {
  if (!f->facts->called_again)
    f->facts->called_again = is_called_again(u, f, ++u->searches) ? 1 : -1;
  return f->facts->called_again > 0;
}

// Is it a place in memory that is not the block's own?
static bool others_see(const struct fl_node *n) {
  const struct fl_node *of = n;
  while (of->kids.len && (of->kind == FL_MEMBER || of->kind == FL_SUBSCRIPT || of->kind == FL_CAST))
    of = of->kids.data[0];
  return n->kind == FL_TERNARY ||
         (fl_is_in_memory(n) && !(of->decl && of->decl->kind == FL_DECL_SHARED));
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
  if ((n->kind == FL_ASSIGN || fl_is_operator(n, FL_UNARY, "++") ||
       fl_is_operator(n, FL_UNARY, "--")) &&
      n->kids.len)
    x->may_release |= others_see(n->kids.data[0]);
  if (n->kind != FL_CALL || !n->name)
    return true;
  const struct fl_node *place = fl_atomic_place(s->unit, s->fn, n);
  const bool again =
      place && (tries_again(s->unit, s->fn, n) || fl_lambda_around(n) || fl_in_local_class(n) ||
                jumps_back(s->fn, n) || called_again(s->unit, s->fn));
  x->may_release |= fl_may_release(s->unit, s->fn, n);
  if (fl_takes_free(s->unit, s->fn, n, again)) {
    x->takes_lock = true;
    x->any_lock |= is_repeated(n);
    x->spins |= again;
  }
  return true;
}

// Takes over what `f` does by what it calls.
static bool spread(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  static const size_t flags[] = {
      offsetof(struct fl_facts, takes_lock), offsetof(struct fl_facts, any_lock),
      offsetof(struct fl_facts, spins), offsetof(struct fl_facts, may_release)};
  const bool any = x->any_lock,
             changed = fl_take_from_callees(f, flags, sizeof flags / sizeof *flags);
  for (size_t i = 0; i < x->unresolved.len; i++)
    x->any_lock |= x->unresolved.data[i]->facts->takes_lock;
  for (size_t i = 0; i < f->calls.len; i++)
    for (struct fl_function *g = NULL;
         is_repeated(f->calls.data[i]) && (g = fl_next_called(u, f->calls.data[i], g));)
      x->any_lock |= g->facts->takes_lock;
  return changed || any != x->any_lock;
}

void fl_analyse_locks(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++)
    fl_walk(u->functions.data[i]->body, find_lock, &(struct search){u, u->functions.data[i]});
  fl_iterate(u, spread);
}

// May threads of a kernel, or of what is launched below it, take a lock? Or do they ask for one until they have it (`spins`)?
struct locks {
  bool taken, spins;
};
static struct locks locks_of(const struct fl_function *k) {
  struct locks l = {k->facts->any_lock, k->facts->spins};
  for (size_t i = 0; i < k->facts->below.len; i++) {
    l.taken |= k->facts->below.data[i]->facts->any_lock;
    l.spins |= k->facts->below.data[i]->facts->spins;
  }
  return l;
}

struct fl_reason fl_lock_obstacle(struct fl_unit *u, const struct fl_site *s) {
  const struct locks l = locks_of(s->kernel);
  for (size_t i = 0; i < u->functions.len && (l.taken || l.spins); i++) {
    const struct fl_function *f = u->functions.data[i];
    const bool holds = (l.taken && f->facts->takes_lock) || (l.spins && f->facts->may_release);
    for (size_t k = 0; k < f->facts->reach.len && holds; k++)
      if (f->facts->reach.data[k] == s)
        return (struct fl_reason){fl_format(u->arena,
                                            "'%s' may hold a lock that threads of '%s' take",
                                            f->name, s->kernel->name),
                                  s->span};
  }
  return (struct fl_reason){NULL, s->span};
}
