// Loops in which a thread waits for another: `while (*flag == 0);`. Threads of a block make progress together, so such a loop ends, but not where one
// thread runs them all, one after another.
//
// A loop waits if its end depends on what is read as only memory that other threads write must be (volatile, by an atomic operation that changes
// nothing or waits for what it finds, past the cache; by any load, in a loop with a fence or __nanosleep), and if nothing that the loop itself does could end it
// (ends.c). In doubt a loop that depends on such a read waits.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/launches/launches.h"
#include "analysis/threads/threads.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"
#include <stdlib.h>

enum { MOST_STEPS = 1 << 22, MANY_STEPS = 1 << 26 };

struct leave {
  struct fl_ends *search;
  enum fl_end end;
};
static bool find_leave(struct fl_node *n, void *data) {
  struct leave *l = data;
  bool always;
  if (fl_is_spent(l->search))
    return false;
  if (fl_leaves_loop(l->search, n) && fl_in_ended_loop(l->search, n))
    l->end = fl_either(l->end, fl_end_by_reaching(l->search, n, NULL, &always));
  return true;
}

// Does a loop wait for other threads? `jump`: what the last statement goes round, back to a label. `any_load`: any load in it may look for what they write.
static bool waits(struct fl_ends *s, struct fl_node *loop, const struct fl_node *jump,
                  bool any_load) {
  const struct fl_node *label = jump ? loop : NULL;
  if (jump)
    loop = loop->parent;
  const unsigned looks = fl_looks_in(s->unit, s->fn, loop);
  *s = (struct fl_ends){.unit = s->unit,
                        .fn = s->fn,
                        .loop = loop,
                        .label = label,
                        .jump = jump,
                        .looks = looks,
                        .any_load = any_load || (looks & FL_PAUSES),
                        .stores = s->stores,
                        .text = s->text,
                        .steps = s->stores ? MANY_STEPS : MOST_STEPS};
  if (!(looks & FL_ASKS) && !(s->any_load && looks & FL_READS))
    return false;
  struct leave l = {s, FL_BY_NOBODY};
  bool always;
  if (jump)
    l.end = fl_end_by_ways(s, jump, NULL, false, &always);
  else if (loop->cond)
    l.end = fl_end_of_truth(s, loop->cond, false);
  fl_walk(loop, find_leave, &l);
  return l.end == FL_BY_OTHERS || fl_is_spent(s);
}

// A member of std::atomic and its like, of a barrier or latch, that waits; assembly that goes round and looks.
static bool waits_within(struct fl_unit *u, const struct fl_node *n) {
  bool known;
  if (n->kind == FL_ASM)
    return fl_mentions(fl_asm_text(u, n, &known), "bra") && fl_looks_of_asm(u, n) & FL_ASKS;
  const struct fl_node *object = n->kind == FL_CALL && n->name ? fl_object_of(n) : NULL;
  return object && object->type && strstr(n->name, "wait") &&
         (fl_is_of_atomic(u, n) || strstr(object->type, "barrier") ||
          strstr(object->type, "latch"));
}

// A function that calls itself goes round, too, until a condition is met: by a parameter that is another one each time, or by others. So does a lambda that calls
// what it is handed, where that may be itself.
struct calls_itself {
  struct fl_unit *unit;
  const struct fl_function *fn;
  struct fl_node *lambda;   // NULL: the function itself
  const struct fl_node *at; // such a call
  bool other;               // an argument that conditions rest on is not the parameter itself
};
struct mention {
  const struct fl_decl *decl;
  const struct fl_node *in;
  bool in_condition;
};
static bool find_condition(struct fl_node *n, void *data) {
  struct mention *m = data;
  for (const struct fl_node *k = n, *p = n->parent; k != m->in && p && fl_is_variable(n, m->decl);
       k = p, p = p->parent)
    m->in_condition |= k == p->cond || fl_is_operator(p, FL_BINARY, "&&") ||
                       fl_is_operator(p, FL_BINARY, "||") || p->kind == FL_VAR;
  return !m->in_condition;
}
static bool decides(struct fl_node *in, const struct fl_decl *d) {
  struct mention m = {d, in, false};
  fl_walk(in, find_condition, &m);
  return m.in_condition;
}
// `seen`: functions that were looked at, by their index.
static bool reaches(const struct fl_function *f, const struct fl_function *to, bool *seen) {
  if (seen[f->facts->index])
    return false;
  seen[f->facts->index] = true;
  for (size_t i = 0; i < f->facts->callees.len; i++)
    if (f->facts->callees.data[i] == to || reaches(f->facts->callees.data[i], to, seen))
      return true;
  return false;
}
static bool leads_back(struct fl_unit *u, const struct fl_function *f,
                       const struct fl_function *to) {
  bool *seen = calloc(u->functions.len, sizeof *seen);
  const bool leads = seen && reaches(f, to, seen);
  free(seen);
  return leads;
}
// The n-th parameter of a function, or of a lambda; NULL: it has fewer.
static const struct fl_decl *nth_parameter(const struct calls_itself *c, size_t n) {
  if (!c->lambda)
    return n < c->fn->params.len ? c->fn->params.data[n].decl : NULL;
  for (size_t i = 0; i < c->lambda->kids.len; i++) {
    const struct fl_decl *d = c->lambda->kids.data[i]->decl;
    if (c->lambda->kids.data[i]->kind == FL_VAR && d && d->kind == FL_DECL_PARAM && n-- == 0)
      return d;
  }
  return NULL;
}
static bool is_parameter(const struct calls_itself *c, const struct fl_decl *d) {
  const struct fl_decl *p;
  for (size_t i = 0; (p = nth_parameter(c, i)); i++)
    if (p == d)
      return true;
  return false;
}
static bool calls_back(const struct calls_itself *c, const struct fl_node *call) {
  if (c->lambda)
    return call->callee && call->callee->kind == FL_REF && is_parameter(c, call->callee->decl);
  for (struct fl_function *g = NULL; (g = fl_next_called(c->unit, call, g));)
    if (g == c->fn || leads_back(c->unit, g, c->fn))
      return true;
  return false;
}
static bool find_call(struct fl_node *n, void *data) {
  struct calls_itself *c = data;
  if (n->kind != FL_CALL || !calls_back(c, n))
    return true;
  c->at = n;
  // What is called may hand itself on, `me(k + 1)` for `me(me, k + 1)`.
  size_t args = 0;
  while (fl_nth_argument(n, args))
    args++;
  const size_t first = c->lambda && !nth_parameter(c, args + 1) && nth_parameter(c, args);
  for (size_t i = 0; i < args; i++) {
    const struct fl_node *a = fl_nth_argument(n, i);
    const struct fl_decl *d = nth_parameter(c, i + first);
    c->other |= d && !fl_is_variable(a, d) && decides(c->lambda ? c->lambda : c->fn->body, d);
  }
  return true;
}
static bool waits_by_recursion(struct fl_unit *u, struct fl_function *f, struct fl_span *at) {
  struct calls_itself c = {u, f, NULL, NULL, false};
  if (f->facts->looks & FL_ASKS && leads_back(u, f, f))
    fl_walk(f->body, find_call, &c);
  if (c.at)
    *at = c.at->span;
  return c.at && !c.other;
}
// Is a variable named but to be called?
static bool find_handed(struct fl_node *n, void *data) {
  const struct fl_node *p = n->parent;
  return n->kind != FL_REF || n->decl != data || !p || p->callee == n ||
         (p->kind == FL_CALL && fl_called_object(p) == n);
}
// Lambdas that wait by calling themselves.
static bool mark_lambda(struct fl_node *n, void *data) {
  struct calls_itself c = *(struct calls_itself *)data;
  const struct fl_node *p = n->parent;
  if (n->kind != FL_LAMBDA || (p && p->kind == FL_VAR && p->decl &&
                               fl_walk_uses(c.fn->body, p->decl, find_handed, p->decl)))
    return true;
  c.lambda = n;
  fl_walk(n, find_call, &c);
  n->waits = c.at && !c.other && fl_looks_in(c.unit, c.fn, n) & FL_ASKS;
  struct fl_facts *x = c.fn->facts;
  if (n->waits && !x->any_wait)
    x->wait_at = c.at->span;
  x->any_wait |= n->waits;
  return true;
}

// Launches and joins in a statement.
struct launches {
  struct fl_unit *unit;
  bool values;       // what is called may be a lambda that launches
  uint32_t from, to; // only nodes with these numbers, and between them
  bool launch, join;
};
static bool launches(struct fl_unit *u, const struct fl_node *n, bool values) {
  bool may = fl_is_put(n) || (values && fl_may_call_lambda(u, n));
  for (struct fl_function *g = NULL; !may && n->kind == FL_CALL && (g = fl_next_called(u, n, g));)
    may = g->facts->reach.len || g->facts->any_stream;
  return may;
}
static bool joins(struct fl_unit *u, const struct fl_node *n) {
  bool any = false, all = true; // of those that the call may be of
  for (struct fl_function *g = NULL; n->kind == FL_CALL && (g = fl_next_called(u, n, g));) {
    any = true;
    all &= g->facts->any_join;
  }
  return fl_is_join(n) || (any && all);
}
static bool find_launches(struct fl_node *n, void *data) {
  struct launches *l = data;
  if (n->order < l->from || n->order > l->to)
    return true;
  l->launch |= launches(l->unit, n, l->values);
  l->join |= joins(l->unit, n);
  return true;
}
// Does a part of a statement launch, and not join?
static bool only_launches(struct fl_unit *u, bool values, const struct fl_node *n, uint32_t from,
                          uint32_t to) {
  struct launches l = {u, values, from, to, false, false};
  fl_walk((struct fl_node *)n, find_launches, &l);
  return l.launch && !l.join;
}

// Does a loop, or a jump back to a label, launch until a child has written something, without a join? CUDA promises no such thing, but children may run
// beside the loop, and there it ends.
static bool polls(struct fl_ends *s, struct fl_node *loop, const struct fl_node *jump,
                  bool values) {
  return only_launches(s->unit, values, jump ? loop->parent : loop, jump ? loop->order : 0,
                       jump ? jump->order : UINT32_MAX) &&
         waits(s, loop, jump, true);
}

// The label in front of a jump that it goes back to; NULL: it does not.
static struct fl_node *label_of(const struct fl_function *f, const struct fl_node *n) {
  struct fl_node *label = n->kind == FL_GOTO && n->name ? fl_label_in(f->body, n) : NULL;
  return label && label->parent && label->span.begin < n->span.begin ? label : NULL;
}
static bool is_loop(const struct fl_node *n) {
  return n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_FOR;
}
// Do threads wait for others in a loop, at its head or where it jumps back?
static bool waits_at(struct fl_ends *s, struct fl_node *n) {
  struct fl_node *label = label_of(s->fn, n);
  return (is_loop(n) && waits(s, n, NULL, false)) || (label && waits(s, label, n, false)) ||
         waits_within(s->unit, n);
}

bool fl_waits_here(struct fl_waiting_loop *w, struct fl_node *n) {
  struct fl_ends s = {.unit = w->unit, .fn = w->fn, .stores = w->stores, .text = w->text};
  const bool waits = waits_at(&s, n);
  w->all = s.loop && !waits_within(w->unit, n) ? s.loop : n;
  w->any_load = s.any_load;
  return waits;
}

static bool find_wait(struct fl_node *n, void *data) {
  struct fl_ends *s = data;
  struct fl_facts *x = s->fn->facts;
  if (!waits_at(s, n))
    return true;
  x->wait_at = n->span;
  x->any_wait = true;
  return false;
}

struct poll {
  struct fl_ends ends;
  bool values;                  // as in struct launches
  const struct fl_node *launch; // one that was met, and no join behind it
  struct fl_reason *why;
};
static bool find_poll(struct fl_node *n, void *data) {
  struct poll *p = data;
  struct fl_node *label = label_of(p->ends.fn, n);
  if (!(is_loop(n) && polls(&p->ends, n, NULL, p->values)) &&
      !(label && polls(&p->ends, label, n, p->values)))
    return true;
  *p->why = (struct fl_reason){
      "a loop that launches ends by what children write, and does not wait for them", n->span};
  return false;
}

// Has an expression one value in all threads of a grid, as far as a kernel's parameters and constants tell?
static bool find_varying(struct fl_node *n, void *data) {
  const struct fl_ends *s = data;
  const struct fl_decl *d = n->decl;
  if (n->has_value)
    return true;
  if (n->kind == FL_REF)
    return d && d->kind == FL_DECL_PARAM && s->fn->kind == FL_KERNEL &&
           fl_never_changes(s->unit, s->fn, (struct fl_decl *)d);
  return n->kind != FL_CALL && n->kind != FL_MEMBER && !fl_looks_of_place(n);
}
// May threads launch that do not come to a wait, since a condition leads them elsewhere?
static bool others_launch(struct fl_ends *s, const struct fl_node *n, bool values) {
  bool any = false;
  for (const struct fl_node *k = n, *p = n->parent; p && !any; k = p, p = p->parent) {
    if ((p->kind != FL_IF && p->kind != FL_SWITCH) || !p->cond || k == p->cond)
      continue;
    const struct fl_node *other = p->kind == FL_SWITCH ? p : k == p->then ? p->otherwise : p->then;
    any = (other && only_launches(s->unit, values, other, 0, UINT32_MAX)) ||
          (p->kind == FL_IF && fl_always_leaves(k) &&
           only_launches(s->unit, values, s->fn->body, p->last + 1, UINT32_MAX));
    any &= !fl_walk(p->cond, find_varying, s);
  }
  return any;
}

// May a thread wait for what it has launched before, be it in the round before, or for what others launch meanwhile?
static bool find_wait_behind(struct fl_node *n, void *data) {
  struct poll *p = data;
  struct fl_unit *u = p->ends.unit;
  bool behind = p->launch, waits = false;
  for (struct fl_function *g = NULL; !waits && n->kind == FL_CALL && (g = fl_next_called(u, n, g));)
    waits = g->facts->any_wait;
  if (!waits && !waits_at(&p->ends, n)) {
    p->launch = joins(u, n) ? NULL : launches(u, n, p->values) ? n : p->launch;
    return true;
  }
  for (const struct fl_node *loop = fl_loop_around(n); loop && !behind; loop = fl_loop_around(loop))
    behind = only_launches(u, p->values, loop, 0, UINT32_MAX);
  if (!behind && !others_launch(&p->ends, n, p->values)) {
    p->launch = launches(u, n, p->values) ? n : p->launch;
    return true;
  }
  *p->why = (struct fl_reason){
      "threads wait in a loop behind the launch, which may be for what children write", n->span};
  return false;
}
static bool polls_in(struct fl_unit *u, struct fl_function *f, bool values, struct fl_reason *why) {
  struct poll p = {{.unit = u, .fn = f}, values, NULL, why};
  return !fl_walk(f->body, find_poll, &p) || !fl_walk(f->body, find_wait_behind, &p);
}
static bool polls_by_values(struct fl_unit *u, struct fl_function *g, void *data) {
  return polls_in(u, g, true, data);
}

// It is not known when a lambda is called that waits, nor when what runs out of sight does.
static bool find_waiting_lambda(struct fl_node *n, void *data) {
  if (n->waits)
    *(struct fl_reason *)data = (struct fl_reason){
        "threads wait in a loop behind the launch, which may be for what children write", n->span};
  return !n->waits;
}
static bool waits_unseen(struct fl_unit *u, const struct fl_function *f, struct fl_reason *why) {
  for (size_t i = 0; i < u->functions.len && !why->text; i++) {
    const struct fl_function *g = u->functions.data[i];
    if (g->facts->any_wait && fl_may_run_unseen(u, f, g))
      *why = (struct fl_reason){
          "threads wait in a loop behind the launch, which may be for what children write",
          g->facts->wait_at};
  }
  return why->text;
}
static void find_polls(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  const bool values = fl_lambdas_do(u, f) & FL_PUTS;
  if (x->waits_by_calls)
    x->polls = (struct fl_reason){
        "a function that launches calls itself until children have written something", x->wait_at};
  else if (fl_walk(f->body, find_waiting_lambda, &x->polls) && !waits_unseen(u, f, &x->polls) &&
           !polls_in(u, f, values, &x->polls) && values)
    fl_any_caller_of_lambdas(u, f, polls_by_values, &x->polls);
}

static bool take_from(struct fl_facts *x, const struct fl_facts *y) {
  const bool waits = !x->any_wait && y->any_wait, polls = !x->polls.text && y->polls.text;
  if (waits) {
    x->any_wait = true;
    x->wait_at = y->wait_at;
  }
  if (polls)
    x->polls = y->polls;
  return waits || polls;
}

static bool spread(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  bool changed = false;
  for (size_t k = 0; k < x->callees.len; k++)
    changed |= take_from(x, x->callees.data[k]->facts);
  for (size_t k = 0; k < x->specializations.len; k++)
    changed |= take_from(x, x->specializations.data[k]->facts);
  for (size_t k = 0; k < u->functions.len; k++) { // no call says so
    const struct fl_facts *y = u->functions.data[k]->facts;
    if (((!x->any_wait && y->any_wait) || (!x->polls.text && y->polls.text)) &&
        fl_may_run_unseen(u, f, u->functions.data[k]))
      changed |= take_from(x, y);
  }
  return changed;
}

void fl_analyse_spin(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_ends s = {.unit = u, .fn = u->functions.data[i]};
    if (s.fn->body)
      fl_walk(s.fn->body, find_wait, &s);
    if (s.fn->body && !s.fn->facts->any_wait)
      s.fn->facts->any_wait = s.fn->facts->waits_by_calls =
          waits_by_recursion(u, s.fn, &s.fn->facts->wait_at);
    if (s.fn->body)
      fl_walk(s.fn->body, mark_lambda, &(struct calls_itself){.unit = u, .fn = s.fn});
  }
  fl_iterate(u, spread);
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->body &&
        (u->functions.data[i]->facts->reach.len || u->functions.data[i]->facts->any_stream))
      find_polls(u, u->functions.data[i]);
  fl_iterate(u, spread);
}
