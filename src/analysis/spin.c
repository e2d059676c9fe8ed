// Loops in which a thread waits for another: `while (*flag == 0);`. Threads of a block make progress together, so such a loop ends, but not where one
// thread runs them all, one after another.
//
// A loop waits if its end depends on what is read as only memory that other threads write must be (volatile, by an atomic operation that changes
// nothing or waits for what it finds, past the cache; by any load, in a loop with a fence or __nanosleep), and if nothing that the loop itself does could end it
// (ends.c). In doubt a loop that depends on such a read waits.
#include "analysis/ends.h"
#include <stdlib.h>

enum { MOST_STEPS = 1 << 22 };

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
                        .steps = MOST_STEPS};
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

// A member of std::atomic and its like, of a barrier or latch, that waits.
static bool waits_within(const struct fl_node *n) {
  const struct fl_node *object = n->kind == FL_CALL && n->name ? fl_object_of(n) : NULL;
  return object && object->type && strstr(n->name, "wait") &&
         (strstr(object->type, "tomic") || strstr(object->type, "barrier") ||
          strstr(object->type, "latch"));
}

// A function that calls itself goes round, too, until a condition is met: by a parameter that is another one each time, or by others.
struct calls_itself {
  struct fl_unit *unit;
  const struct fl_function *fn;
  const struct fl_node *at; // such a call
  bool other;               // an argument that conditions rest on is not the parameter itself
};
struct mention {
  const struct fl_decl *decl;
  bool in_condition;
};
static bool find_condition(struct fl_node *n, void *data) {
  struct mention *m = data;
  for (const struct fl_node *k = n, *p = n->parent; p && fl_is_variable(n, m->decl);
       k = p, p = p->parent)
    m->in_condition |= k == p->cond || fl_is_operator(p, FL_BINARY, "&&") ||
                       fl_is_operator(p, FL_BINARY, "||") || p->kind == FL_VAR;
  return !m->in_condition;
}
static bool decides(const struct fl_function *f, const struct fl_decl *d) {
  struct mention m = {d, false};
  fl_walk(f->body, find_condition, &m);
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
static bool find_call(struct fl_node *n, void *data) {
  struct calls_itself *c = data;
  bool back = false;
  for (struct fl_function *g = NULL;
       !back && n->kind == FL_CALL && (g = fl_next_called(c->unit, n, g));)
    back = g == c->fn || leads_back(c->unit, g, c->fn);
  if (!back)
    return true;
  c->at = n;
  for (size_t i = 0; i < c->fn->params.len; i++) {
    const struct fl_node *a = fl_nth_argument(n, i);
    const struct fl_decl *d = c->fn->params.data[i].decl;
    c->other |= a && d && !fl_is_variable(a, d) && decides(c->fn, d);
  }
  return true;
}
static bool waits_by_recursion(struct fl_unit *u, struct fl_function *f, struct fl_span *at) {
  struct calls_itself c = {u, f, NULL, false};
  if (f->facts->looks & FL_ASKS && leads_back(u, f, f))
    fl_walk(f->body, find_call, &c);
  if (c.at)
    *at = c.at->span;
  return c.at && !c.other;
}

// Launches and joins in a loop.
struct loop_launches {
  struct fl_unit *unit;
  bool values; // what is called may be a lambda that launches
  bool launch, join;
};
static bool find_launches(struct fl_node *n, void *data) {
  struct loop_launches *l = data;
  const struct fl_api *api = n->kind == FL_CALL ? fl_api_find(n->name) : NULL;
  l->launch |= n->kind == FL_LAUNCH || (l->values && fl_may_call_lambda(l->unit, n));
  l->join |= api && api->cls == FL_API_JOIN;
  bool any = false, all_join = true; // of those that the call may be of
  for (struct fl_function *g = NULL; n->kind == FL_CALL && (g = fl_next_called(l->unit, n, g));) {
    any = true;
    l->launch |= g->facts->reach.len != 0;
    all_join &= g->facts->any_join;
  }
  l->join |= any && all_join;
  return true;
}

// Does a loop launch until a child has written something, without a join? CUDA promises no such thing, but children may run beside the loop, and there it ends.
static bool polls(struct fl_ends *s, struct fl_node *loop, bool values) {
  struct loop_launches l = {s->unit, values, false, false};
  fl_walk(loop, find_launches, &l);
  return l.launch && !l.join && waits(s, loop, NULL, true);
}

static bool find_wait(struct fl_node *n, void *data) {
  struct fl_ends *s = data;
  struct fl_facts *x = s->fn->facts;
  const bool loop = n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_FOR;
  struct fl_node *label = n->kind == FL_GOTO && n->name ? fl_label_in(s->fn->body, n) : NULL;
  const bool back = label && label->parent && label->span.begin < n->span.begin;
  if ((loop && waits(s, n, NULL, false)) || (back && waits(s, label, n, false)) ||
      waits_within(n)) {
    x->any_wait = true;
    x->wait_at = n->span;
  }
  return !x->any_wait;
}

struct poll {
  struct fl_ends ends;
  bool values;        // as in loop_launches
  struct fl_span *at; // of the loop
};
static bool find_poll(struct fl_node *n, void *data) {
  struct poll *p = data;
  const bool loop = n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_FOR;
  if (!loop || !polls(&p->ends, n, p->values))
    return true;
  *p->at = n->span;
  return false;
}
static bool polls_in(struct fl_unit *u, struct fl_function *f, bool values, struct fl_span *at) {
  struct poll p = {{.unit = u, .fn = f}, values, at};
  return !fl_walk(f->body, find_poll, &p);
}
static bool polls_by_values(struct fl_unit *u, struct fl_function *g, void *data) {
  return polls_in(u, g, true, data);
}

static void find_polls(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  const bool values = fl_lambdas_do(u, f) & FL_LAUNCHES;
  x->polls = polls_in(u, f, values, &x->polls_at) ||
             (values && fl_any_caller_of_lambdas(u, f, polls_by_values, &x->polls_at));
}

static bool spread(struct fl_function *f, const struct fl_function *from) {
  struct fl_facts *x = f->facts;
  const struct fl_facts *y = from->facts;
  const bool waits = !x->any_wait && y->any_wait, polls = !x->polls && y->polls;
  if (waits) {
    x->any_wait = true;
    x->wait_at = y->wait_at;
  }
  if (polls) {
    x->polls = true;
    x->polls_at = y->polls_at;
  }
  return waits || polls;
}

void fl_analyse_spin(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_ends s = {.unit = u, .fn = u->functions.data[i]};
    if (s.fn->body)
      fl_walk(s.fn->body, find_wait, &s);
    if (s.fn->body && !s.fn->facts->any_wait)
      s.fn->facts->any_wait = s.fn->facts->waits_by_calls =
          waits_by_recursion(u, s.fn, &s.fn->facts->wait_at);
    if (s.fn->body && s.fn->facts->reach.len)
      find_polls(u, s.fn);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < u->functions.len; i++) {
      struct fl_function *f = u->functions.data[i];
      for (size_t k = 0; k < f->facts->callees.len; k++)
        changed |= spread(f, f->facts->callees.data[k]);
      for (size_t k = 0; k < f->facts->specializations.len; k++)
        changed |= spread(f, f->facts->specializations.data[k]);
    }
  }
}
