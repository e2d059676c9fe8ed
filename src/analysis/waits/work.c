// Loops that go round as long as they find something to do: `do { found = false; ... if (!done[i]) { found = true; done[i] = 1; } } while (found);`.
//
// Each round but the last marks that there is another one, and with every mark comes a change for good: of a place that was seen not to have the value which is all that the kernel ever writes
// there. So each thread marks no more often than there are places, and whatever the loop looks at, nobody else is needed for it to end.
#include "analysis/bodies/node.h"
#include "analysis/threads/threads.h"
#include "analysis/waits/look.h"
#include "analysis/waits/turn.h"

struct work {
  struct fl_unit *unit;
  const struct fl_text_at *text;
  const struct fl_node *loop;
  const struct fl_known_stores *stores;
};

// Conditions, one by one, of which each has a value.
typedef bool atom_visitor(const struct fl_node *n, bool truth, const void *data);
// Returns true where `visit` does.
static bool any_atom(const struct fl_node *n, bool truth, atom_visitor *visit, const void *data) {
  while (n->kind == FL_CAST && n->kids.len == 1 && !n->has_value)
    n = n->kids.data[0];
  if (fl_is_operator(n, FL_UNARY, "!"))
    return any_atom(n->kids.data[0], !truth, visit, data);
  if (n->kids.len == 2 && fl_is_operator(n, FL_BINARY, truth ? "&&" : "||"))
    return any_atom(n->kids.data[0], truth, visit, data) ||
           any_atom(n->kids.data[1], truth, visit, data);
  return visit(n, truth, data);
}
static const struct fl_node *body_of(const struct work *w) {
  return w->loop->then && w->loop->then->kind == FL_COMPOUND ? w->loop->then : NULL;
}
static bool find_jump(struct fl_node *n, void *data) {
  (void)data;
  return n->kind != FL_GOTO && n->kind != FL_LABEL && n->kind != FL_CONTINUE &&
         n->kind != FL_RETURN && n->kind != FL_BREAK;
}
static bool has_jumps(const struct fl_node *n) {
  return !fl_walk((struct fl_node *)n, find_jump, NULL);
}
static bool is_in(const struct fl_node *n, const struct fl_node *in) {
  return n->order >= in->order && n->order <= in->last;
}

// A variable that says whether the loop goes on, by constants that it is given.
struct flag {
  const struct fl_decl *decl;
  bool on; // its value where the loop goes on
};
static bool find_flag(const struct fl_node *n, bool truth, const void *data) {
  const struct flag *f = data;
  return n->kind == FL_REF && n->decl == f->decl && truth == f->on;
}
// What is assigned there to a variable: a constant, `*value`; false: it is something else that may change it.
static bool is_read_or_set(struct fl_unit *u, const struct fl_node *use,
                           const struct fl_node **by) {
  const struct fl_node *p = use->parent;
  *by = NULL;
  if (use->kind == FL_VAR)
    return !use->init || use->init->has_value;
  if (p && fl_is_operator(p, FL_ASSIGN, "=") && p->kids.data[0] == use) {
    *by = p;
    return p->kids.len == 2 && p->kids.data[1]->has_value && fl_unused(p);
  }
  return fl_only_read(u, use);
}
static bool gives(const struct fl_node *assign, bool value) {
  return (assign->kids.data[1]->value != 0) == value;
}

static bool is_first_thread(const struct work *w, const struct fl_node *n, bool truth) {
  const struct fl_node *index = n;
  if (fl_is_operator(n, FL_UNARY, "!"))
    return is_first_thread(w, n->kids.data[0], !truth);
  if (n->kind == FL_BINARY && n->kids.len == 2 && n->kids.data[1]->has_value &&
      n->kids.data[1]->value == 0 && fl_named(n, truth ? "==" : "!="))
    index = n->kids.data[0];
  else if (truth)
    return false;
  if (index->kind == FL_REF && index->decl && index->decl->kind == FL_DECL_LOCAL)
    index = fl_only_value(w->unit, w->text->fn, index->decl);
  return index && index->kind == FL_MEMBER && fl_named(index, "x") && index->kids.len &&
         index->kids.data[0]->decl && index->kids.data[0]->decl->kind == FL_DECL_BUILTIN &&
         fl_named(index->kids.data[0], "threadIdx");
}
static bool meets(const struct fl_node *body) {
  for (size_t i = 0; i < body->kids.len; i++)
    if (body->kids.data[i]->kind == FL_CALL && fl_named(body->kids.data[i], "__syncthreads"))
      return true;
  return false;
}
// Do all threads see what a variable is given? Those of a block do that meet in each round.
static bool is_seen(const struct work *w, const struct fl_decl *d) {
  return d->kind == FL_DECL_LOCAL ||
         (d->kind == FL_DECL_SHARED && meets(body_of(w)) && w->text->fn->kind == FL_KERNEL &&
          !w->text->fn->facts->early_exit);
}
// Is a variable set there in every round, by each thread, or, for all of a block, by the first?
static bool is_of_each_round(const struct work *w, const struct fl_decl *d,
                             const struct fl_node *assign) {
  const struct fl_node *body = body_of(w), *p = assign->parent;
  if (p == body)
    return true;
  if (p && p->kind == FL_COMPOUND && p->kids.len == 1)
    assign = p, p = p->parent;
  return p && p->kind == FL_IF && p->then == assign && p->parent == body && p->cond &&
         d->kind == FL_DECL_SHARED && is_first_thread(w, p->cond, true);
}

// Does an assignment end the loop for good?
static bool ends(const struct work *w, const struct fl_node *assign) {
  const struct fl_node *to = assign->kids.data[0], *by;
  if (to->kind != FL_REF || !to->decl || !assign->kids.data[1]->has_value)
    return false;
  const struct flag f = {to->decl, gives(assign, false)};
  if (!is_seen(w, f.decl) || !any_atom(w->loop->cond, true, find_flag, &f))
    return false;
  for (size_t i = 0; i < f.decl->uses.len; i++)
    if (!is_read_or_set(w->unit, f.decl->uses.data[i], &by) ||
        (by && is_in(by, w->loop) && gives(by, f.on)))
      return false;
  return true;
}

// Does a condition say that a place does not have a value?
struct place_value {
  struct fl_unit *unit;
  const struct fl_node *place;
  int64_t value;
};
static bool says_other(const struct fl_node *n, bool truth, const void *data) {
  const struct place_value *v = data;
  if (fl_same_place(v->unit, n, v->place))
    return truth == (v->value == 0);
  if (n->kind != FL_BINARY || n->kids.len != 2 || !(fl_named(n, "==") || fl_named(n, "!=")) ||
      !n->kids.data[1]->has_value || !fl_same_place(v->unit, n->kids.data[0], v->place))
    return false;
  const bool equal = fl_named(n, "==") == truth;
  return equal ? n->kids.data[1]->value != v->value : n->kids.data[1]->value == v->value;
}
// Is a place made of what may be something else when it is named again: of what is in memory, or changed in a branch?
struct changes {
  struct fl_unit *unit;
  const struct fl_node *place, *in;
};
static bool find_changed(struct fl_node *n, void *data) {
  const struct changes *c = data;
  if (n->kind == FL_CALL || (n != c->place && fl_is_read(n) && fl_looks_of_place(n)))
    return false;
  for (size_t i = 0; n->kind == FL_REF && fl_is_local(n->decl) && i < n->decl->uses.len; i++)
    if (is_in(n->decl->uses.data[i], c->in) && !fl_only_read(c->unit, n->decl->uses.data[i]))
      return false;
  return true;
}
static bool is_all_that_is_written(const struct work *w, const struct fl_place *place,
                                   int64_t value) {
  for (size_t i = 0; i < w->stores->all.len; i++) {
    const struct fl_store *s = &w->stores->all.data[i];
    if (fl_may_overlap(&s->place, place) &&
        !(s->by && fl_is_operator(s->by, FL_ASSIGN, "=") && s->by->kids.len == 2 &&
          s->by->kids.data[1]->has_value && s->by->kids.data[1]->value == value))
      return false;
  }
  return true;
}
// Does an assignment change a place for good, one that was seen before not to have the value?
static bool changes_for_good(const struct work *w, const struct fl_node *assign) {
  const struct place_value v = {w->unit, assign->kids.data[0], assign->kids.data[1]->value};
  const struct fl_place place = fl_place_of(w->text, v.place);
  if (!assign->kids.data[1]->has_value || !place.of ||
      (place.of->kind != FL_DECL_PARAM && place.of->kind != FL_DECL_GLOBAL &&
       place.of->kind != FL_DECL_SHARED) ||
      !is_all_that_is_written(w, &place, v.value))
    return false;
  for (const struct fl_node *k = assign, *p = k->parent; p && k != w->loop; k = p, p = p->parent) {
    if (p->kind == FL_LAMBDA)
      return false;
    if (p->kind == FL_IF && p->cond && k != p->cond &&
        any_atom(p->cond, k == p->then, says_other, &v))
      return fl_walk((struct fl_node *)v.place, find_changed,
                     &(struct changes){w->unit, v.place, p});
  }
  return false;
}

// Does whoever comes to a statement end the loop there, or change something for good?
static bool gets_on(const struct work *w, const struct fl_node *n) {
  bool any = false;
  if (n->kind == FL_IF)
    return n->then && n->otherwise && gets_on(w, n->then) && gets_on(w, n->otherwise);
  for (size_t i = 0; i < n->kids.len && n->kind == FL_COMPOUND && !any; i++)
    any = gets_on(w, n->kids.data[i]);
  return any || (fl_is_operator(n, FL_ASSIGN, "=") && n->kids.len == 2 && fl_unused(n) &&
                 (ends(w, n) || changes_for_good(w, n)));
}
// Does who marks a further round get on? What stands beside a mark, and nothing jumps over, he comes to.
static bool is_earned(const struct work *w, const struct fl_node *mark) {
  for (const struct fl_node *p = mark->parent; p && p != w->loop->then; p = p->parent) {
    if (p->kind == FL_COMPOUND && !has_jumps(p) && gets_on(w, p))
      return true;
    if (p->kind == FL_LAMBDA || fl_is_loop(p))
      return false;
  }
  return false;
}

static bool is_fed_by_work(const struct work *w, const struct flag *f) {
  const struct fl_decl *d = f->decl;
  bool begins = false, earned = true;
  if (!is_seen(w, d) || d->is_reference || d->is_array || !fl_is_plain_type(d->type))
    return false;
  for (size_t i = 0; i < d->uses.len && earned; i++) {
    const struct fl_node *by;
    earned = is_read_or_set(w->unit, d->uses.data[i], &by);
    if (!earned || !by || !is_in(by, w->loop))
      continue;
    if (gives(by, f->on))
      earned = is_earned(w, by);
    else
      begins |= is_of_each_round(w, d, by);
  }
  return begins && earned;
}
static bool goes_on_by_work(const struct fl_node *n, bool truth, const void *data) {
  const struct flag f = {n->decl, truth};
  return n->kind == FL_REF && n->decl && is_fed_by_work(data, &f);
}

// Jumps that lead past what stands in each round.
static bool find_skip(struct fl_node *n, void *data) {
  return !(n->kind == FL_GOTO || n->kind == FL_LABEL ||
           (n->kind == FL_CONTINUE && fl_loop_around(n) == data));
}

bool fl_goes_on_by_work(const struct fl_known_stores *s, const struct fl_text_at *text,
                        const struct fl_node *loop) {
  const struct work w = {s->unit, text, loop, s};
  return fl_is_loop(loop) && loop->cond && body_of(&w) &&
         fl_walk(text->fn->body, find_skip, (void *)loop) &&
         any_atom(loop->cond, true, goes_on_by_work, &w);
}
