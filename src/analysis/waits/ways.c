// How what stands in a loop is reached, and the loop left.
#include "analysis/bodies/node.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/waits.h"

bool fl_in_ended_loop(const struct fl_ends *s, const struct fl_node *n) {
  if (s->jump && (n->span.begin < s->label->span.begin || n->span.end > s->jump->span.end))
    return false;
  for (; n && n != s->loop; n = n->parent)
    if (s->loop && n->parent == s->loop && s->loop->kind == FL_FOR && n == s->loop->init)
      return false;
  return n != NULL;
}

struct label {
  const struct fl_node *jump;
  struct fl_node *found;
};
static bool find_label(struct fl_node *n, void *data) {
  struct label *l = data;
  if (n->kind == FL_LABEL && n->name && fl_named(l->jump, n->name))
    l->found = n;
  return !l->found;
}
struct fl_node *fl_label_in(struct fl_node *in, const struct fl_node *jump) {
  struct label l = {jump, NULL};
  fl_walk(in, find_label, &l);
  return l.found;
}

// The loop, or the switch, that a break or continue belongs to.
static const struct fl_node *around(const struct fl_node *n, bool switches) {
  for (n = n->parent; n; n = n->parent)
    if (fl_is_loop(n) || n->kind == FL_LAMBDA || (switches && n->kind == FL_SWITCH))
      return n;
  return NULL;
}
bool fl_leaves_loop(const struct fl_ends *s, const struct fl_node *n) {
  if (n->kind == FL_BREAK)
    return around(n, true) == s->loop;
  if (n->kind == FL_GOTO)
    return !fl_label_in(s->loop, n);
  if (n->kind != FL_RETURN)
    return false;
  for (; n && n != s->loop; n = n->parent)
    if (n->kind == FL_LAMBDA)
      return false;
  return true;
}

// What writes a variable; what ends a round. Where both ways of an `if` do so, the other one by itself or with the same value, the way does not matter.
struct writes {
  struct fl_ends *search;
  const struct fl_decl *decl; // NULL: looks for what leaves the loop
  const struct fl_node *one;  // such a write, on one of the ways
  const struct fl_node *way;  // the other one
  bool found;
};
// What is assigned to the variable there; NULL: that is none but a step.
static const struct fl_node *given(const struct writes *w, const struct fl_node *n) {
  return n->kind == FL_ASSIGN && n->kids.len == 2 && fl_is_variable(n->kids.data[0], w->decl)
             ? n->kids.data[1]
             : NULL;
}
static bool find_write(struct fl_node *n, void *data) {
  struct writes *w = data;
  if (w->decl)
    w->found |= (n->kind == FL_ASSIGN || fl_is_step(n)) && fl_is_variable(n->kids.data[0], w->decl);
  else
    w->found |= fl_leaves_loop(w->search, n);
  return !w->found;
}
static bool writes(struct fl_ends *s, struct fl_node *n, const struct fl_decl *d) {
  struct writes w = {s, d, NULL, NULL, false};
  fl_walk(n, find_write, &w);
  return w.found;
}

// Does a way lead to a node without what others bring about?
static bool leads_to(struct writes *w, const struct fl_node *n) {
  for (const struct fl_node *p = n->parent; n != w->way; n = p, p = p->parent) {
    struct fl_node *other = n == p->then ? p->otherwise : p->then;
    const bool guarded = p->kind == FL_IF && p->cond && (n == p->then || n == p->otherwise);
    if (guarded && !(other && writes(w->search, other, w->decl)) &&
        fl_end_of_guard_truth(w->search, p->cond, n == p->then) == FL_BY_OTHERS)
      return false;
  }
  return true;
}
static bool find_own_write(struct fl_node *n, void *data) {
  struct writes *w = data;
  if (!w->decl) {
    w->found |= fl_leaves_loop(w->search, n) && leads_to(w, n);
    return !w->found;
  }
  const struct fl_node *value = given(w, n), *one = given(w, w->one);
  if (value && fl_named(n, "="))
    w->found |= value->has_value ? one && one->has_value && one->value == value->value
                                 : fl_end_of_value(w->search, value) == FL_BY_ITSELF;
  else if (value)
    w->found |= fl_end_of_guard(w->search, value) != FL_BY_OTHERS;
  else
    w->found |= fl_is_step(n) && fl_is_variable(n->kids.data[0], w->decl);
  w->found = w->found && leads_to(w, n);
  return !w->found;
}
static bool writes_by_itself(struct fl_ends *s, struct fl_node *n, const struct fl_decl *d,
                             const struct fl_node *one) {
  struct writes w = {s, d, one, n, false};
  fl_walk(n, find_own_write, &w);
  return w.found;
}

enum fl_end fl_end_by_ways(struct fl_ends *s, const struct fl_node *n, const struct fl_decl *d,
                           bool want, bool *always) {
  enum fl_end e = want ? FL_BY_ITSELF : FL_BY_NOBODY;
  *always = true;
  for (const struct fl_node *k = n, *p = n->parent; p && k != s->loop; k = p, p = p->parent) {
    const bool both_sides = fl_is_operator(p, FL_BINARY, "&&");
    const bool second = (both_sides || fl_is_operator(p, FL_BINARY, "||")) && p->kids.len == 2 &&
                        k == p->kids.data[1];
    const bool then = second ? both_sides : k == p->then;
    const bool branch = p->kind == FL_IF || p->kind == FL_TERNARY;
    struct fl_node *other = then ? p->otherwise : p->then;
    const bool guarded = branch && p->cond && (then || k == p->otherwise);
    const bool both_ways = guarded && want && writes(s, other, d);
    const bool decides = guarded && !(both_ways && writes_by_itself(s, other, d, n));
    const bool selects = p->kind == FL_SWITCH && k == p->then && p->cond;
    if (!decides && !selects && !second)
      continue;
    const enum fl_end here = second    ? fl_end_of_guard_truth(s, p->kids.data[0], then == want)
                             : decides ? fl_end_of_guard_truth(s, p->cond, then == want)
                                       : fl_end_of_guard(s, p->cond);
    *always &= both_ways;
    e = want ? fl_both(e, here) : fl_either(e, here);
  }
  return e;
}

struct skips {
  struct fl_ends *search;
  const struct fl_node *before;
  enum fl_end end;
  bool any;
};
static bool find_skip(struct fl_node *n, void *data) {
  struct skips *k = data;
  if (fl_is_spent(k->search))
    return false;
  if (n->kind != FL_CONTINUE || around(n, false) != k->search->loop ||
      n->span.end > k->before->span.begin)
    return true;
  bool always;
  const enum fl_end e = fl_end_by_ways(k->search, n, NULL, false, &always);
  if (!always) {
    k->end = fl_both(k->end, e);
    k->any = true;
  }
  return true;
}
enum fl_end fl_end_by_reaching(struct fl_ends *s, const struct fl_node *n, const struct fl_decl *d,
                               bool *always) {
  struct skips k = {s, n, FL_BY_ITSELF, false};
  const enum fl_end e = fl_end_by_ways(s, n, d, true, always);
  fl_walk(s->loop, find_skip, &k);
  *always &= !k.any;
  return fl_both(e, k.end);
}
