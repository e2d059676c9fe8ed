// Which threads of a grid can do anything at all: the comparison of an index with a bound that stands in front of everything a kernel does. The
// statements in front of it are run in order here, on symbolic values of the variables; anything that is not understood, and may have an
// effect, ends the search.
#include "analysis/bodies/bodies.h"
#include "analysis/launches/launches.h"
#include "analysis/launches/value.h"
#include <string.h>

// A walk through a body: the variables where it stands, and the bound that it has found, whose needs are collected on the way.
struct search {
  struct fl_values values;
  struct fl_useful *found;
};

static const struct fl_value unknown;

// Does a node assign to a variable, or step it?
static bool changes(const struct fl_node *n) {
  return n->kind == FL_ASSIGN ||
         (n->kind == FL_UNARY && n->name && (!strcmp(n->name, "++") || !strcmp(n->name, "--")));
}

// The type without const and what makes it a reference.
static const char *referred_type(struct fl_unit *u, const char *type) {
  if (!strncmp(type, "const ", 6))
    type += 6;
  size_t n = strlen(type);
  while (n && strchr(" &", type[n - 1]))
    n--;
  return fl_strndup(u->arena, type, n);
}

// Does a reference name what its initialiser does, or a number? It could be to an object that is made of that, and destroyed again.
static bool binds(struct fl_values *s, const struct fl_decl *d, const struct fl_node *init) {
  if (!init || !init->type || init->kind == FL_INIT_LIST)
    return false;
  struct fl_decl of = *d;
  of.type = referred_type(s->unit, d->type);
  of.canonical = referred_type(s->unit, d->canonical);
  return !strcmp(of.type, referred_type(s->unit, init->type)) ||
         (!d->dependent && fl_basic(s, &of));
}

// Declares a local variable. Returns whether that has no effect. A structured binding copies an object, whose class may have any.
static bool declare(struct fl_values *s, const struct fl_node *n) {
  const struct fl_decl *d = n->decl;
  if (n->kind != FL_VAR || !d)
    return n->kind == FL_OTHER_DECL && !fl_is_binding(n);
  if (d->kind == FL_DECL_SHARED)
    return true;
  if (d->kind != FL_DECL_LOCAL || d->is_volatile)
    return false;
  // The type does not matter where it is that of the initialiser, which is looked at itself.
  const bool automatic = d->dependent && fl_mentions(d->type, "auto");
  if (!automatic && !(d->is_reference ? binds(s, d, n->init) : fl_basic(s, d)))
    return false;
  const struct fl_node *init = n->init;
  if (init && init->kind == FL_INIT_LIST && init->kids.len == 1)
    init = init->kids.data[0];
  struct fl_value v = init ? fl_value_of(s, init) : unknown;
  if (init && (!v.pure || (automatic && !d->is_reference && !v.term))) // a copy of an object
    return false;
  if (d->is_reference || d->is_array || d->is_pointer || strchr(d->type, '&'))
    v = unknown;
  fl_set_variable(s, d, automatic ? v : fl_value_as(s, v, d));
  return true;
}

// Runs an expression statement: a change of a variable of the thread's own, or nothing. Returns whether that has no other effect.
static bool evaluate(struct fl_values *s, const struct fl_node *n) {
  if (!changes(n))
    return fl_value_of(s, n).pure;
  const struct fl_node *to = n->kids.len ? n->kids.data[0] : NULL;
  const struct fl_decl *d = to && to->kind == FL_REF ? to->decl : NULL;
  if (!d || (d->kind != FL_DECL_LOCAL && d->kind != FL_DECL_PARAM) || d->is_reference ||
      d->is_volatile || strchr(d->type, '&') || !(d->dependent || fl_basic(s, d)) ||
      (n->kind == FL_ASSIGN && n->kids.len != 2))
    return false;
  const struct fl_value v = fl_value_given(s, n);
  if (v.pure)
    fl_set_variable(s, d, fl_value_as(s, v, d));
  return v.pure;
}

// What find_bound() finds.
enum test {
  IMPURE, // its evaluation may have an effect
  PURE,   // it has none, and there is no such bound
  BOUND   // there is one, and what is evaluated in front of that comparison has no effect
};

static void swap(struct fl_value *a, struct fl_value *b) {
  const struct fl_value c = *a;
  *a = *b;
  *b = c;
}

// Looks in a condition for a bound past which it is `!sense`.
static enum test find_bound(struct search *s, const struct fl_node *n, bool sense) {
  if (n->kind == FL_UNARY && !strcmp(n->name, "!") && n->kids.len == 1)
    return find_bound(s, n->kids.data[0], !sense);
  const struct fl_operation o = fl_operation_of(n);
  if (o.op && n->kind == FL_BINARY && !strcmp(o.op, sense ? "&&" : "||")) {
    const enum test left = find_bound(s, o.left, sense);
    return left == PURE ? find_bound(s, o.right, sense) : left;
  }
  static const char *const less[] = {"<", "<=", ">", ">="};
  size_t op = 0;
  while (op < 4 && o.op && strcmp(o.op, less[op]) != 0)
    op++;
  if (!o.op || op == 4)
    return fl_value_of(&s->values, n).pure ? PURE : IMPURE;
  struct fl_value index = fl_value_of(&s->values, o.left);
  struct fl_value bound = fl_value_of(&s->values, o.right);
  if (!index.term || !bound.term)
    return n->kind == FL_BINARY && index.pure && bound.pure ? PURE : IMPURE;
  // The condition has the value `sense` where index < bound (or equal), if `below`.
  bool below = op < 2, equal = op & 1;
  if (fl_uniform_value(index)) {
    swap(&index, &bound);
    below = !below;
  }
  if (!sense) {
    below = !below;
    equal = !equal;
  }
  if (!below || fl_uniform_value(index) || !fl_uniform_value(bound))
    return PURE;
  s->found->index = index.term;
  s->found->bound = bound.term;
  s->found->stride = index.stride;
  s->found->threads = index.threads;
  s->found->inclusive = equal;
  s->found->test = n;
  return BOUND;
}

// Runs a statement. Returns whether that has no effect but on variables of the thread.
static bool harmless_part(struct fl_values *s, const struct fl_node *n) {
  if (!n)
    return true;
  switch (n->kind) {
  case FL_NULL_STMT:
    return true;
  case FL_RETURN:
    return n->kids.len == 0;
  case FL_COMPOUND:
  case FL_DECL_STMT:
    break;
  case FL_IF:
    return harmless_part(s, n->init) && n->cond && fl_value_of(s, n->cond).pure &&
           harmless_part(s, n->then) && harmless_part(s, n->otherwise);
  case FL_VAR:
  case FL_OTHER_DECL:
    return declare(s, n);
  default:
    return evaluate(s, n);
  }
  for (size_t i = 0; i < n->kids.len; i++)
    if (!harmless_part(s, n->kids.data[i]))
      return false;
  return true;
}

// Would harmless_part() return true? The variables stay as they are.
static bool harmless(struct fl_values *s, const struct fl_node *n) {
  struct fl_values apart = {.unit = s->unit, .fn = s->fn, .needs = s->needs};
  for (size_t i = 0; i < s->variables.len; i++)
    *fl_vec_add(s->unit->arena, &apart.variables) = s->variables.data[i];
  return harmless_part(&apart, n);
}

// The values of variables that a node changes are not known from here on.
static bool forget_changed(struct fl_node *n, void *data) {
  if (changes(n) && n->kids.len && n->kids.data[0]->kind == FL_REF && n->kids.data[0]->decl)
    fl_set_variable(data, n->kids.data[0]->decl, unknown);
  return true;
}

// What becomes of a thread that comes to a statement.
enum outcome {
  GOES_ON, // it goes on behind it, or leaves in it, with no effect but on its own variables
  STOPPED, // nothing is known of what comes behind
  GUARDED, // threads past the bound do nothing in the statement, and go on behind it
  LEFT     // threads past the bound leave in it
};

static enum outcome run(struct search *s, struct fl_node *n);

// `if`, `while` and `for`: a thread for which the condition does not hold the first time does not come to what stands under it.
static enum outcome run_condition(struct search *s, struct fl_node *n) {
  struct fl_values *v = &s->values;
  if (n->init && run(s, n->init) != GOES_ON)
    return STOPPED;
  if (!n->cond)
    return STOPPED;
  const bool branch = n->kind == FL_IF, otherwise = !branch || harmless(v, n->otherwise);
  if (branch && fl_always_leaves(n->then) && harmless(v, n->then) &&
      find_bound(s, n->cond, false) == BOUND)
    return LEFT;
  const enum test t = find_bound(s, n->cond, true);
  if (t == BOUND && otherwise)
    return branch && fl_always_leaves(n->otherwise) ? LEFT : GUARDED;
  if (!branch || t == IMPURE || !otherwise)
    return STOPPED;
  if (harmless(v, n->then)) {
    fl_walk(n, forget_changed, v);
    return GOES_ON;
  }
  const enum outcome o = run(s, n->then);
  return o == GUARDED || o == LEFT ? GUARDED : STOPPED;
}

// Runs a statement up to a bound. Returns what becomes of the thread there.
static enum outcome run(struct search *s, struct fl_node *n) {
  switch (n->kind) {
  case FL_NULL_STMT:
    return GOES_ON;
  case FL_COMPOUND:
  case FL_DECL_STMT:
    break;
  case FL_VAR:
  case FL_OTHER_DECL:
    return declare(&s->values, n) ? GOES_ON : STOPPED;
  case FL_FOR:
    if (!n->editable) // of a loop out of a macro it is not known which part is which
      return STOPPED;
    return run_condition(s, n);
  case FL_IF:
  case FL_WHILE:
    return run_condition(s, n);
  default:
    return evaluate(&s->values, n) ? GOES_ON : STOPPED;
  }
  enum outcome o = GOES_ON;
  for (size_t i = 0; i < n->kids.len && (o == GOES_ON || o == GUARDED); i++) {
    if (o == GOES_ON)
      o = run(s, n->kids.data[i]);
    else if (!harmless(&s->values, n->kids.data[i]))
      o = STOPPED;
  }
  return o;
}

const struct fl_useful *fl_useful_of(struct fl_unit *u, struct fl_function *k) {
  struct fl_facts *x = k->facts;
  if (!x->useful_known && k->body && k->kind == FL_KERNEL) {
    struct fl_useful *found = fl_alloc(u->arena, sizeof *found);
    struct search s = {.values = {.unit = u, .fn = k, .needs = &found->needs}, .found = found};
    const enum outcome o = run(&s, k->body);
    if (o == GUARDED || o == LEFT) {
      fl_need_integers(&s.values, found->index);
      fl_need_integers(&s.values, found->bound);
      fl_need_integers(&s.values, found->stride);
      x->useful = found;
    }
  }
  x->useful_known = true;
  return x->useful;
}
