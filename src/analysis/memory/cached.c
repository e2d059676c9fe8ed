// Atomic minima and maxima that may look first (silent.c) where the multiprocessor's own cache answers.
//
// What it answers may be old: then it is as if the operation had come earlier, in front of what changed the place since. No thread can tell,
// unless it has seen that change before. What it has seen by way of barriers, fences and its own atomic operations is no longer old in the cache. So a minimum
// or maximum of which the program asks no more than whether it changed anything may go by the cache, where no code of the file reads past it (volatile places,
// atomic loads, assembly, operations that look in memory: plan/stores.c), and where nobody tries again until there is a change: in no loop but one that counts.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/memory/memory.h"
#include "analysis/waits/look.h"

// `for (int j = begin; j < end; j++)`: nobody waits for anything there.
static bool counts(const struct fl_node *loop) {
  const struct fl_node *c = loop->cond, *i = loop->inc;
  static const char *const compare[] = {"<", "<=", ">", ">=", "!="};
  bool compares = false;
  for (size_t k = 0; k < sizeof compare / sizeof *compare; k++)
    compares |= c && fl_is_operator(c, FL_BINARY, compare[k]);
  if (loop->kind != FL_FOR || !compares || !i || !i->kids.len)
    return false;
  const struct fl_decl *d = i->kids.data[0]->kind == FL_REF ? i->kids.data[0]->decl : NULL;
  return d && d->kind == FL_DECL_LOCAL && !d->is_reference && c->kids.data[0]->decl == d &&
         (fl_is_operator(i, FL_UNARY, "++") || fl_is_operator(i, FL_UNARY, "--") ||
          fl_is_operator(i, FL_ASSIGN, "+=") || fl_is_operator(i, FL_ASSIGN, "-="));
}

// In a loop that may go on until other threads have done something?
static bool in_waiting_loop(const struct fl_node *n) {
  for (const struct fl_node *p = n->parent; p; p = p->parent)
    if (p->kind == FL_WHILE || p->kind == FL_DO || (p->kind == FL_FOR && !counts(p)))
      return true;
  return false;
}

static void may_wait(struct fl_function *f) {
  if (f->facts->may_wait)
    return;
  f->facts->may_wait = true;
  for (size_t i = 0; i < f->facts->callees.len; i++)
    may_wait(f->facts->callees.data[i]);
}

static bool is_no_goto(struct fl_node *n, void *data) {
  (void)data;
  return n->kind != FL_GOTO;
}

void fl_find_waiting(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    if (f->kind != FL_KERNEL && (f->is_member || f->address_taken || f->facts->calls_recursively))
      may_wait(f);
    if (!fl_walk(f->body, is_no_goto, NULL))
      may_wait(f);
    for (size_t k = 0; k < f->facts->unresolved.len; k++)
      may_wait(f->facts->unresolved.data[k]);
    for (size_t k = 0; k < f->calls.len; k++) {
      const struct fl_node *call = f->calls.data[k];
      if (!in_waiting_loop(call) && !fl_lambda_around(call))
        continue;
      for (struct fl_function *g = NULL; (g = fl_next_called(u, call, g));)
        may_wait(g);
    }
  }
}

// Is the value used for nothing but to tell whether the operation changes something: `v < atomicMin(p, v)`?
static bool tells_change(struct fl_unit *u, const struct fl_node *n, bool minimum) {
  const struct fl_node *p = n->parent, *given = n->kids.len == 3 ? n->kids.data[2] : NULL;
  if (!p || p->kind != FL_BINARY || p->kids.len != 2 || !p->name || !given ||
      given->kind != FL_REF || !fl_is_local(given->decl) || given->decl->is_reference)
    return false;
  const bool first = p->kids.data[0] == n;
  const struct fl_node *other = p->kids.data[first];
  const char *type = given->decl->canonical;
  return !strcmp(p->name, first == minimum ? ">" : "<") && other->kind == FL_REF &&
         other->decl == given->decl &&
         !strcmp(n->decl->canonical, fl_format(u->arena, "%s (%s *, %s)", type, type, type));
}

bool fl_cached_atomic(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n) {
  if (!fl_silent_atomic(u, n) || in_waiting_loop(n) || fl_lambda_around(n) || f->facts->may_wait ||
      (u->lambda_looks & FL_LOOKS))
    return false;
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->facts->looks & FL_LOOKS)
      return false;
  const bool minimum = !strcmp(n->decl->name, "atomicMin");
  return (minimum || !strcmp(n->decl->name, "atomicMax")) &&
         (fl_unused(n) || tells_change(u, n, minimum));
}
