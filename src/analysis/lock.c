// Functions that take locks: `while (atomicCAS(lock, 0, 1) != 0);`. Threads that run one after another find a lock free (spin.c), but not where the thread
// that runs a child in its own place may hold it.
#include "analysis/look.h"

// Does an atomic operation take something that is free, or give it back: from one constant to another, or an exchange for one?
bool fl_may_take_lock(const struct fl_node *n) {
  if (n->kind != FL_CALL || !n->name)
    return false;
  const bool compares = fl_begins(n->name, "atomicCAS");
  if (!compares && !fl_begins(n->name, "atomicExch"))
    return false;
  const struct fl_node *first = fl_nth_argument(n, 1),
                       *second = compares ? fl_nth_argument(n, 2) : first;
  return first && second && first->has_value && second->has_value;
}

static bool find_lock(struct fl_node *n, void *data) {
  struct fl_function *f = data;
  f->facts->any_lock |= fl_may_take_lock(n) &&
                        (fl_loop_around(n) || fl_lambda_around(n)); // a lambda may be called in one
  return !f->facts->any_lock;
}

void fl_analyse_locks(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->body)
      fl_walk(u->functions.data[i]->body, find_lock, u->functions.data[i]);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < u->functions.len; i++) {
      struct fl_function *f = u->functions.data[i];
      for (size_t k = 0; k < f->facts->callees.len && !f->facts->any_lock; k++)
        changed |= f->facts->any_lock = f->facts->callees.data[k]->facts->any_lock;
    }
  }
}

struct fl_reason fl_lock_obstacle(struct fl_unit *u, const struct fl_site *s) {
  for (size_t i = 0; i < u->functions.len && s->kernel->facts->any_lock; i++) {
    const struct fl_function *f = u->functions.data[i];
    for (size_t k = 0; k < f->facts->reach.len && f->facts->any_lock; k++)
      if (f->facts->reach.data[k] == s)
        return (struct fl_reason){fl_format(u->arena,
                                            "'%s' may hold a lock that threads of '%s' take",
                                            f->name, s->kernel->name),
                                  s->span};
  }
  return (struct fl_reason){NULL, s->span};
}
