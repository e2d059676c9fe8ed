// Who brings it about that a loop ends: by the values of what its conditions are made of.
//
// A loop ends by itself where it counts, goes on to another place, stores there, asks a clock, or changes memory by atomic operations that do not wait (atomic.c).
#include "analysis/waits/ends.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"

enum { MOST_MOVES = 1 << 20 };

// A value that is made from another: if it is made from itself, it is a new one each time.
static enum fl_end moved(struct fl_ends *s, const struct fl_node *n) {
  s->moves++;
  const enum fl_end e = fl_end_of_value(s, n);
  s->moves--;
  return e;
}

enum fl_end fl_end_of_guard(struct fl_ends *s, const struct fl_node *n) {
  s->moves -= MOST_MOVES;
  const enum fl_end e = fl_end_of_value(s, n);
  s->moves += MOST_MOVES;
  return e;
}
enum fl_end fl_end_of_guard_truth(struct fl_ends *s, const struct fl_node *n, bool want) {
  s->moves -= MOST_MOVES;
  const enum fl_end e = fl_end_of_truth(s, n, want);
  s->moves += MOST_MOVES;
  return e;
}

// What a name that a structured binding gives is a part of; NULL: it is none.
struct binding {
  const char *name;
  const struct fl_node *of;
};
static bool find_binding(struct fl_node *n, void *data) {
  struct binding *b = data;
  for (size_t i = 0; fl_is_binding(n) && i + 1 < n->kids.len; i++)
    if (n->kids.data[i]->kind == FL_OTHER_DECL && fl_named(n->kids.data[i], b->name))
      b->of = n->kids.data[n->kids.len - 1];
  return !b->of;
}
static const struct fl_node *bound(const struct fl_ends *s, const struct fl_node *n) {
  struct binding b = {n->name, NULL};
  if (n->name && n->decl && n->decl->kind == FL_DECL_OTHER)
    fl_walk(s->fn->body, find_binding, &b);
  return b.of;
}

// Who leads the loop from one place to another.
static enum fl_end place(struct fl_ends *s, const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (n->kind == FL_CALL)
    return fl_end_of_value(s, n);
  if (n->kind == FL_REF)
    return fl_is_local(n->decl) ? fl_end_of_variable(s, n->decl, NULL)
           : bound(s, n)        ? fl_end_of_value(s, bound(s, n))
                                : FL_BY_NOBODY;
  if (!of)
    return FL_BY_NOBODY;
  if (n->kind == FL_MEMBER && of->kind == FL_REF && !fl_is_pointer(of) && fl_is_local(of->decl))
    return fl_end_of_variable(s, of->decl, n->name);
  const bool part =
      n->kind == FL_CAST || fl_is_array(of) || (n->kind == FL_MEMBER && !fl_is_pointer(of));
  const enum fl_end e = part ? place(s, of) : moved(s, of);
  return n->kind == FL_SUBSCRIPT && n->kids.len == 2 ? fl_either(e, moved(s, n->kids.data[1])) : e;
}

struct stores {
  struct fl_ends *search;
  const struct fl_node *at;
  bool address; // it is what leads there
  enum fl_end end;
};
// May a pointer that is assigned be what is there? What leads to the place is not.
static bool is_there(const struct stores *t, const struct fl_node *target) {
  return !fl_is_pointer(target) || (!t->address && fl_is_pointer(t->at));
}
// Is it made of what is at the place?
static bool find_same(struct fl_node *n, void *data) {
  const struct stores *t = data;
  return !fl_same_place(t->search->unit, n, t->at);
}
// Does the loop itself write a place that it reads?
static bool find_store(struct fl_node *n, void *data) {
  struct stores *t = data;
  struct fl_ends *s = t->search;
  if (fl_is_spent(s))
    return false;
  const bool atomic = n->kind == FL_CALL && n->name && fl_begins(n->name, "atomic") &&
                      n->kids.len > 1 && fl_looks_of_call(s->unit, s->fn, n) == FL_CHANGES;
  if ((n->kind == FL_ASSIGN || fl_is_step(n) || atomic) && fl_in_ended_loop(s, n) &&
      (atomic || is_there(t, n->kids.data[0])) &&
      fl_same_place(s->unit, n->kids.data[atomic], t->at)) {
    bool always;
    const bool brought = n->kind == FL_ASSIGN && n->kids.len == 2 &&
                         fl_walk(n->kids.data[1], find_same, t) &&
                         fl_end_of_guard(s, n->kids.data[1]) == FL_BY_OTHERS;
    t->end = fl_either(t->end, brought ? FL_BY_OTHERS : fl_end_by_reaching(s, n, NULL, &always));
  }
  return true;
}
static enum fl_end stored(struct fl_ends *s, const struct fl_node *at, bool address) {
  if (s->in_store)
    return FL_BY_NOBODY;
  struct stores t = {s, at, address, FL_BY_NOBODY};
  s->in_store = true;
  fl_walk(s->loop, find_store, &t);
  s->in_store = false;
  return t.end;
}

// What a value is made of. With what is waited for among its parts, a variable is made from itself only once that is there.
static enum fl_end made_of(struct fl_ends *s, const struct fl_node *n) {
  enum fl_end e = FL_BY_NOBODY;
  bool waits = false;
  int own = 0;
  for (size_t i = 0; i < n->kids.len; i++) {
    const struct fl_node *k = n->kids.data[i];
    const struct fl_node *of = fl_is_operator(k, FL_UNARY, "&") ? k->kids.data[0] : k;
    if (k == n->callee ||
        (n->kind == FL_CALL && of->kind == FL_REF && fl_changed_by(s->unit, n, of) == FL_CHANGED))
      continue;
    const enum fl_end part = moved(s, k);
    waits |= part == FL_BY_OTHERS;
    own += part == FL_BY_ITSELF;
    e = fl_either(e, part);
  }
  for (size_t i = 0; i < n->kids.len && own > 1 && !waits; i++)
    waits = n->kids.data[i] != n->callee && fl_end_of_guard(s, n->kids.data[i]) == FL_BY_OTHERS;
  return waits && s->depth ? FL_BY_OTHERS : e;
}

static enum fl_end called(struct fl_ends *s, const struct fl_node *n) {
  const unsigned looks = fl_looks_of_call(s->unit, s->fn, n);
  const struct fl_node *object = fl_object_of(n);
  if (!(looks & FL_ASKS) && looks & FL_CHANGES)
    return FL_BY_ITSELF;
  enum fl_end e = object ? place(s, object) : FL_BY_NOBODY;
  e = fl_either(e, made_of(s, n));
  if (looks & FL_LOOKS && e != FL_BY_ITSELF && fl_begins(n->name, "atomic") && n->kids.len > 1)
    e = fl_either(e, stored(s, n->kids.data[1], true));
  return e == FL_BY_ITSELF                                      ? e
         : looks & FL_ASKS || (looks & FL_READS && s->any_load) ? FL_BY_OTHERS
                                                                : e;
}

// `c ? a : b` is what an `if` would give. Where both are new, it does not matter which.
static enum fl_end chosen(struct fl_ends *s, const struct fl_node *n) {
  const enum fl_end a = fl_end_of_value(s, n->then), b = fl_end_of_value(s, n->otherwise);
  if (a == FL_BY_ITSELF && b == FL_BY_ITSELF)
    return a;
  const enum fl_end to_a = fl_end_of_guard_truth(s, n->cond, true),
                    to_b = fl_end_of_guard_truth(s, n->cond, false);
  return fl_either(a == FL_BY_NOBODY ? to_a : fl_both(a, to_a),
                   b == FL_BY_NOBODY ? to_b : fl_both(b, to_b));
}

// Who gives an expression another value.
enum fl_end fl_end_of_value(struct fl_ends *s, const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  enum fl_end e = FL_BY_NOBODY;
  if (n->has_value || n->kind == FL_LAMBDA || fl_is_spent(s))
    return FL_BY_NOBODY;
  if (n->kind == FL_CALL)
    return called(s, n);
  if (fl_is_operator(n, FL_UNARY, "&"))
    return place(s, of);
  if (fl_is_step(n))
    return FL_BY_ITSELF;
  if (n->kind == FL_ASSIGN && n->kids.len == 2)
    return fl_end_of_assigned(s, n);
  const unsigned looks = fl_is_array(n) ? 0 : fl_looks_of_place(n);
  if (looks) {
    e = place(s, n);
    if (e != FL_BY_ITSELF)
      e = fl_either(e, stored(s, n, false));
    return e == FL_BY_NOBODY && (looks & FL_LOOKS || s->any_load) ? FL_BY_OTHERS : e;
  }
  if (fl_looks_of_operators(s->unit, n)) {
    e = place(s, n);
    return e == FL_BY_ITSELF ? e : FL_BY_OTHERS;
  }
  if (n->kind == FL_REF || n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT)
    return place(s, n);
  if (n->kind == FL_TERNARY && n->cond && n->then && n->otherwise)
    return chosen(s, n);
  if (n->kind == FL_BINARY && n->name && strpbrk(n->name, "+-*/%^") && !strpbrk(n->name, "<>="))
    return made_of(s, n);
  const bool bits = n->kind == FL_BINARY && n->name && strpbrk(n->name, "|&,");
  const bool same = bits || n->kind == FL_CAST || n->kind == FL_VAR;
  for (size_t i = 0; i < n->kids.len; i++)
    e = fl_either(e, same ? fl_end_of_value(s, n->kids.data[i]) : moved(s, n->kids.data[i]));
  return e;
}

// Is it a variable that the loop only counts?
static bool is_counted(const struct fl_ends *s, const struct fl_node *n) {
  bool counted = fl_is_step(n);
  while (n->kind == FL_CAST && n->kids.len == 1)
    n = n->kids.data[0];
  for (size_t i = 0; n->kind == FL_REF && fl_is_local(n->decl) && i < n->decl->uses.len; i++) {
    const struct fl_node *use = n->decl->uses.data[i], *p = use->parent;
    if (!p || !fl_in_ended_loop(s, use) || fl_only_read(s->unit, use))
      continue;
    if (!fl_is_step(p) && !fl_is_operator(p, FL_ASSIGN, "+=") &&
        !fl_is_operator(p, FL_ASSIGN, "-="))
      return false;
    counted = true;
  }
  return counted;
}
// Counting alone does not come to be equal to what others write: `v = *p` until `v == n++`.
static bool misses(struct fl_ends *s, const struct fl_node *n, bool want) {
  if (n->kind != FL_BINARY || n->kids.len != 2 || !fl_named(n, want ? "==" : "!="))
    return false;
  for (size_t i = 0; i < 2; i++)
    if (is_counted(s, n->kids.data[i]) && fl_end_of_value(s, n->kids.data[1 - i]) == FL_BY_OTHERS)
      return true;
  return false;
}

// Who gives a condition the value `want`.
enum fl_end fl_end_of_truth(struct fl_ends *s, const struct fl_node *n, bool want) {
  if (n->has_value)
    return (n->value != 0) == want ? FL_BY_ITSELF : FL_BY_NOBODY;
  if (fl_excludes_mark(s, n, want))
    return FL_BY_ITSELF;
  if (fl_is_operator(n, FL_UNARY, "!"))
    return fl_end_of_truth(s, n->kids.data[0], !want);
  if (misses(s, n, want))
    return FL_BY_OTHERS;
  const bool conjunction = fl_is_operator(n, FL_BINARY, "&&");
  if ((!conjunction && !fl_is_operator(n, FL_BINARY, "||")) || n->kids.len != 2)
    return fl_end_of_value(s, n);
  const enum fl_end a = fl_end_of_truth(s, n->kids.data[0], want),
                    b = fl_end_of_truth(s, n->kids.data[1], want);
  return conjunction == want ? fl_both(a, b) : fl_either(a, b);
}
