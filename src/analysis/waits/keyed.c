// Values that come with a key: `seen = atomicCAS(&keys[i], EMPTY, key); if (seen == EMPTY) value[i] = v; else while (value[i] == NONE);`.
//
// Keys are only ever put where there is none, and a value only by who has put its key. So where a key was seen, whoever is to put the value has begun.
#include "analysis/bodies/node.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/look.h"
#include "analysis/waits/said.h"
#include "analysis/waits/turn.h"

// An element of an array, or a member of it.
struct element {
  struct fl_place place; // where the array begins
  const struct fl_node *index;
};
static struct element element_of(const struct fl_text_at *t, const struct fl_node *n) {
  const struct element none = {.index = NULL};
  const char *member = NULL;
  n = fl_plain(n);
  while (n->kind == FL_MEMBER && n->kids.len && !fl_is_pointer(n->kids.data[0])) {
    member = n->name;
    n = fl_plain(n->kids.data[0]);
  }
  if (n->kind != FL_SUBSCRIPT || n->kids.len != 2)
    return none;
  struct fl_place place = fl_place_behind(t, n->kids.data[0]);
  if (!fl_is_one_place(&place) || place.member)
    return none;
  place.member = member;
  return (struct element){place, n->kids.data[1]};
}
static bool same_array(const struct fl_place *a, const struct fl_place *b) {
  return a->of == b->of && a->at.least == b->at.least && !a->member == !b->member &&
         (!a->member || !strcmp(a->member, b->member));
}

// The element whose address an operation is given, not as that of another kind; NULL: there is none.
static const struct fl_node *operand(const struct fl_node *call) {
  const struct fl_node *n = fl_nth_argument(call, 0);
  while (n && n->kind == FL_CAST && n->kids.len == 1 &&
         fl_is_same_type(n->canonical ? n->canonical : n->type, n->kids.data[0]->type))
    n = n->kids.data[0];
  return n && fl_is_operator(n, FL_UNARY, "&") ? n->kids.data[0] : NULL;
}

// A place in the text where an element is named, and what is asked of its key.
struct asked {
  const struct fl_known_stores *stores;
  const struct fl_text_at *text;
  const struct fl_node *at;
  const struct fl_node *index;
  bool put;                    // was the key put there, by this thread? Or: was there one?
  const struct fl_place *keys; // NULL: any, that is given back
  int64_t none;
  struct fl_place *found;
};

// Is an index one number from one node of a body to a later one, in one round of the loop around both?
struct between {
  struct fl_unit *unit;
  const struct fl_node *from, *to;
};
static bool find_change_between(struct fl_node *n, void *data) {
  const struct between *b = data;
  if (n->kind == FL_CALL || n->kind == FL_LAMBDA || fl_is_step(n) || fl_looks_of_place(n))
    return false;
  for (size_t i = 0; n->kind == FL_REF && fl_is_local(n->decl) && i < n->decl->uses.len; i++) {
    const struct fl_node *use = n->decl->uses.data[i];
    if (use->order > b->from->order && use->order <= b->to->last &&
        (use->kind == FL_VAR || !fl_only_read(b->unit, use)))
      return false;
  }
  return true;
}

// The only operation that puts keys where there are such.
static bool puts_keys(const struct fl_known_stores *s, const struct fl_place *keys, int64_t none) {
  for (size_t i = 0; i < s->all.len; i++) {
    const struct fl_store *store = &s->all.data[i];
    if (!fl_may_overlap(&store->place, keys))
      continue;
    const struct fl_node *with =
        store->by && store->by->kind == FL_CALL && fl_named(store->by, "atomicCAS")
            ? fl_nth_argument(store->by, 1)
            : NULL;
    if (!with || !with->has_value || with->value != none)
      return false;
  }
  return true;
}

// Does a condition say it: by comparing what the operation has found?
static bool says(const struct fl_node *n, bool truth, const void *data) {
  const struct asked *a = data;
  const struct fl_node *seen = n;
  bool equal = !truth; // to 0
  int64_t value = 0;
  if (n->kind == FL_BINARY) {
    if (n->kids.len != 2 || !(fl_named(n, "==") || fl_named(n, "!=")) ||
        !n->kids.data[1]->has_value)
      return false;
    equal = fl_named(n, "==") == truth;
    value = n->kids.data[1]->value;
    seen = n->kids.data[0];
  }
  seen = fl_plain(seen);
  if (seen->kind == FL_REF && seen->decl && seen->decl->kind == FL_DECL_LOCAL) {
    const struct fl_node *value = fl_only_value(a->text->unit, a->text->fn, seen->decl);
    seen = value && fl_is_same_type(seen->decl->canonical, value->type) ? value : NULL;
  }
  seen = seen ? fl_plain(seen) : NULL;
  if (!seen || seen->kind != FL_CALL || !fl_named(seen, "atomicCAS"))
    return false;
  const struct fl_node *to = operand(seen), *none = fl_nth_argument(seen, 1);
  if (!to || !none || !none->has_value)
    return false;
  const struct element key = element_of(a->text, to);
  const bool was_none = equal && value == none->value,
             was_some = equal ? fl_differ(value, none->value, seen->type) : value == none->value;
  if (!key.index || !(a->put ? was_none : was_some) || !fl_is_same(key.index, a->index) ||
      fl_loop_around(seen) != fl_loop_around(a->at) || fl_lambda_around(seen) ||
      fl_lambda_around(a->at) || seen->order >= a->at->order ||
      !fl_walk((struct fl_node *)a->index, find_change_between,
               &(struct between){a->text->unit, seen, a->at}))
    return false;
  if (a->keys)
    return same_array(a->keys, &key.place) && none->value == a->none;
  *a->found = key.place;
  return puts_keys(a->stores, &key.place, none->value);
}
static bool leaves(const struct fl_node *n) {
  if (n && n->kind == FL_COMPOUND)
    n = n->kids.len ? n->kids.data[n->kids.len - 1] : NULL;
  return n && (n->kind == FL_BREAK || n->kind == FL_RETURN || n->kind == FL_CONTINUE);
}
// Do the conditions say it by which a node is come to?
static bool is_said(const struct asked *a) {
  for (const struct fl_node *k = a->at, *p = k->parent; p && !fl_is_loop(p); k = p, p = p->parent) {
    if (p->kind == FL_IF && p->cond && k != p->cond && fl_any_atom(p->cond, k == p->then, says, a))
      return true;
    for (size_t i = 0; p->kind == FL_COMPOUND && p->kids.data[i] != k; i++) {
      const struct fl_node *before = p->kids.data[i];
      if (before->kind == FL_IF && before->cond && !before->otherwise && leaves(before->then) &&
          fl_any_atom(before->cond, false, says, a))
        return true;
    }
  }
  return false;
}

// Is a value put there by none but who has put the key?
static bool is_put_with_key(const struct fl_known_stores *s, const struct fl_store *store,
                            const struct element *value, const struct fl_place *keys,
                            int64_t none) {
  const struct fl_node *by = store->by, *to = !by                   ? NULL
                                              : by->kind == FL_CALL ? operand(by)
                                                                    : by->kids.data[0];
  const struct element e = to ? element_of(store->text, to) : (struct element){.index = NULL};
  const struct asked a = {s, store->text, by, e.index, true, keys, none, NULL};
  return e.index && same_array(&e.place, &value->place) && !fl_has_goto(store->text->fn->body) &&
         is_said(&a);
}

bool fl_comes_with_key(const struct fl_known_stores *s, const struct fl_text_at *t,
                       const struct fl_node *look, const struct fl_node *loop) {
  const struct fl_node *at = look->kind == FL_CALL ? operand(look) : look;
  const struct element value = at ? element_of(t, at) : (struct element){.index = NULL};
  struct fl_place keys;
  const struct asked a = {s, t, loop, value.index, false, NULL, 0, &keys};
  if (!value.index || !fl_is_loop(loop) || fl_has_goto(t->fn->body) || !is_said(&a))
    return false;
  int64_t none = 0;
  for (size_t i = 0; i < s->all.len; i++)
    if (fl_may_overlap(&s->all.data[i].place, &keys))
      none = fl_nth_argument(s->all.data[i].by, 1)->value;
  for (size_t i = 0; i < s->all.len; i++)
    if (fl_may_overlap(&s->all.data[i].place, &value.place) &&
        !is_put_with_key(s, &s->all.data[i], &value, &keys, none))
      return false;
  return true;
}
