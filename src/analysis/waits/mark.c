// Marks: who takes a place leaves one there, and gives the place back: `if (v != MARK && atomicCAS(p, v, MARK) == v) { ...; *p = w; }`.
//
// A loop that goes round while it finds the mark waits for who has taken the place, and has begun, where nobody else has to do with marks: whatever the kernel writes there, a mark is
// left by such an operation alone, and replaced by who has left it. Whether a place is marked before the kernel begins, the text does not show.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/look.h"
#include "analysis/waits/said.h"
#include "analysis/waits/turn.h"

// A place in memory, and what marks it.
struct marked {
  const struct fl_known_stores *stores;
  struct fl_place place;
  int64_t mark;
};

// Does it say that an operation has found what it compares with?
static bool says_taken(const struct fl_node *n, bool truth, const void *data) {
  const struct fl_node *take = data, *free = fl_nth_argument(take, 1);
  if (fl_plain(n) == take)
    return !truth && free->has_value && free->value == 0;
  if (n->kind != FL_BINARY || n->kids.len != 2 || !fl_named(n, truth ? "==" : "!="))
    return false;
  const bool left = fl_plain(n->kids.data[0]) == take;
  return (left || fl_plain(n->kids.data[1]) == take) && fl_is_same(n->kids.data[left], free);
}
// What is done where a place was taken by an operation; NULL: that is not known.
static const struct fl_node *branch_of(const struct fl_node *take) {
  const struct fl_node *n = take, *p = take->parent;
  while (p && p->kind != FL_IF)
    n = p, p = p->parent;
  if (!p || n != p->cond)
    return NULL;
  return fl_any_atom(n, true, says_taken, take)    ? p->then
         : fl_any_atom(n, false, says_taken, take) ? p->otherwise
                                                   : NULL;
}

// Calls `visit` with all that a local variable is given, and what gives it. False: `visit` is, or that is not known.
typedef bool given_visitor(const struct fl_node *value, const struct fl_node *by, void *data);
static bool visit_given(struct fl_unit *u, const struct fl_decl *d, given_visitor *visit,
                        void *data) {
  if (d->kind != FL_DECL_LOCAL || d->is_reference || d->is_array)
    return false;
  for (size_t i = 0; i < d->uses.len; i++) {
    const struct fl_node *use = d->uses.data[i], *p = use->parent;
    const bool declared = use->kind == FL_VAR,
               assigned = !declared && fl_is_operator(p, FL_ASSIGN, "=") && p->kids.data[0] == use;
    const struct fl_node *value = declared ? use->init : assigned ? p->kids.data[1] : NULL;
    if (value ? !visit(value, declared ? use : p, data) : !declared && !fl_only_read(u, use))
      return false;
  }
  return true;
}

// Does a condition say that a variable has a constant that it is given in a branch alone?
struct told {
  struct fl_unit *unit;
  const struct fl_node *branch;
  bool equal; // to the value; else any other
  int64_t value;
  bool any;
};
static bool gives_elsewhere(const struct fl_node *value, const struct fl_node *by, void *data) {
  struct told *t = data;
  const bool inside = fl_stands_in(by, t->branch);
  t->any |= inside;
  return value->has_value && (inside || (value->value == t->value) != t->equal);
}
static bool says_branch(const struct fl_node *n, bool truth, const void *data) {
  struct told t = *(const struct told *)data;
  t.equal = !truth; // to 0
  if (n->kind == FL_BINARY) {
    if (n->kids.len != 2 || !(fl_named(n, "==") || fl_named(n, "!=")) ||
        !n->kids.data[1]->has_value)
      return false;
    t.equal = fl_named(n, "==") == truth;
    t.value = n->kids.data[1]->value;
    n = n->kids.data[0];
  }
  n = fl_plain(n);
  return n->kind == FL_REF && n->decl && visit_given(t.unit, n->decl, gives_elsewhere, &t) && t.any;
}
// Is a node come to by who has been in a branch alone?
static bool is_of_branch(struct fl_unit *u, const struct fl_node *n, const struct fl_node *branch) {
  const struct told t = {.unit = u, .branch = branch};
  bool of = fl_stands_in(n, branch);
  for (const struct fl_node *p = n->parent; p && !of; n = p, p = p->parent)
    of = p->kind == FL_IF && p->cond && n == p->then && fl_any_atom(p->cond, true, says_branch, &t);
  return of;
}

// Is a place named by the same values behind an operation as in it?
struct between {
  struct fl_unit *unit;
  const struct fl_node *from, *to;
};
static bool find_change(struct fl_node *n, void *data) {
  const struct between *b = data;
  bool changes = n->kind == FL_CALL;
  for (size_t i = 0; n->kind == FL_REF && fl_is_local(n->decl) && i < n->decl->uses.len; i++) {
    const struct fl_node *use = n->decl->uses.data[i];
    changes |= use->order > b->from->last && use->order <= b->to->order &&
               (use->kind == FL_VAR || !fl_only_read(b->unit, use));
  }
  return !changes;
}

// Is what a store does what one does who has taken a place by an operation, and gives it back?
static bool gives_back(const struct marked *m, const struct fl_store *store,
                       const struct fl_store *take) {
  const struct fl_node *by = store->by, *taken = take->by;
  const bool assigns = by && fl_is_operator(by, FL_ASSIGN, "=") && by->kids.len == 2,
             exchanges = by && by->kind == FL_CALL && fl_begins(by->name, "atomicExch");
  if (!assigns && !exchanges)
    return false;
  struct fl_node *to = exchanges ? (struct fl_node *)fl_nth_argument(by, 0) : by->kids.data[0];
  const struct fl_node *value = exchanges ? fl_nth_argument(by, 1) : by->kids.data[1],
                       *branch = branch_of(taken);
  struct between b = {m->stores->unit, taken, by};
  return to && value && branch && store->text == take->text && taken->order < by->order &&
         !(value->has_value && (uint32_t)value->value == (uint32_t)m->mark) &&
         fl_same_place(b.unit, to, fl_nth_argument(taken, 0)) && fl_walk(to, find_change, &b) &&
         is_of_branch(b.unit, by, branch);
}
// Is it an operation that leaves the mark where it found something else? `filling`: or that leaves anything else where it did.
static bool takes(const struct marked *m, const struct fl_store *store, bool filling) {
  const bool compares =
      store->by && store->by->kind == FL_CALL && fl_begins(store->by->name, "atomicCAS");
  const struct fl_node *free = compares ? fl_nth_argument(store->by, 1) : NULL,
                       *put = compares ? fl_nth_argument(store->by, 2) : NULL;
  if (!free || !put || (free->has_value && (uint32_t)free->value == (uint32_t)m->mark))
    return false;
  return filling ? free->has_value && !(put->has_value && (uint32_t)put->value == (uint32_t)m->mark)
                 : put->has_value && put->value == m->mark;
}
static bool are_apart(const struct fl_place *a, const struct fl_place *b) {
  return !fl_may_overlap(a, b) ||
         (fl_is_one_place(a) && fl_is_one_place(b) && a->at.least != b->at.least);
}
// May a store be of one who has taken no place, or does not give it back?
static bool meddles(const struct marked *m, const struct fl_store *store) {
  const bool takes_it = takes(m, store, false);
  for (size_t i = 0; i < m->stores->all.len; i++) {
    const struct fl_store *other = &m->stores->all.data[i];
    if (takes_it ? gives_back(m, other, store)
                 : takes(m, other, false) && gives_back(m, store, other))
      return false;
  }
  return !takes(m, store, true);
}
static bool is_marked_by_takers(const struct marked *m) {
  bool any = false;
  for (size_t i = 0; i < m->stores->all.len; i++) {
    const struct fl_store *store = &m->stores->all.data[i];
    if (are_apart(&store->place, &m->place))
      continue;
    if (meddles(m, store))
      return false;
    any |= takes(m, store, false);
  }
  return any;
}

// Is a value read, in each round of the loop that comes so far, where nothing but takers leaves the mark?
struct values {
  struct fl_ends *search;
  const struct fl_decl *decl; // has it
  int64_t mark;
  bool any; // in the loop
};
static bool is_read_there(struct fl_ends *s, const struct fl_node *n, int64_t mark);
static bool gives_read(const struct fl_node *value, const struct fl_node *by, void *data) {
  struct values *v = data;
  bool always;
  if (!fl_in_ended_loop(v->search, by))
    return value->has_value || is_read_there(v->search, value, v->mark);
  v->any = true;
  return fl_is_same_type(v->decl->canonical, value->type) &&
         is_read_there(v->search, value, v->mark) &&
         fl_end_by_reaching(v->search, by, v->decl, &always) != FL_BY_OTHERS;
}
static bool is_kept(struct fl_ends *s, const struct fl_decl *d, int64_t mark) {
  for (int i = 0; i < s->depth; i++)
    if (s->open[i].decl == d)
      return false;
  if (s->depth == FL_MOST_VARIABLES)
    return false;
  s->open[s->depth].decl = d;
  s->open[s->depth].member = NULL;
  s->open[s->depth++].moves = s->moves;
  struct values v = {s, d, mark, false};
  const bool kept = visit_given(s->unit, d, gives_read, &v) && v.any;
  s->depth--;
  return kept;
}
static bool is_read_there(struct fl_ends *s, const struct fl_node *n, int64_t mark) {
  struct marked m = {s->stores, {.of = NULL}, mark};
  n = fl_plain(n);
  if (fl_is_spent(s))
    return false;
  if (n->kind == FL_REF && fl_is_local(n->decl) && !n->decl->is_reference)
    return is_kept(s, n->decl, mark);
  if (fl_is_operator(n, FL_ASSIGN, "=") && n->kids.len == 2)
    return fl_is_same_type(n->kids.data[0]->type, n->kids.data[1]->type) &&
           is_read_there(s, n->kids.data[1], mark);
  if (n->kind == FL_CALL && !fl_called_object(n) && !fl_next_called(s->unit, n, NULL) &&
      (fl_begins(n->name, "atomic") || fl_begins(n->name, "__ld")))
    m.place = fl_place_behind(s->text, fl_nth_argument(n, 0));
  else if (fl_looks_of_place(n))
    m.place = fl_place_of(s->text, n);
  return m.place.of && is_marked_by_takers(&m);
}

bool fl_excludes_mark(struct fl_ends *s, const struct fl_node *n, bool want) {
  return s->stores && n->kind == FL_BINARY && n->kids.len == 2 && fl_named(n, want ? "!=" : "==") &&
         n->kids.data[1]->has_value && is_read_there(s, n->kids.data[0], n->kids.data[1]->value);
}
