// Loops that go round as long as they find something to do: `do { found = false; ... if (!done[i]) { found = true; done[i] = 1; } } while (found);`.
//
// Each round but the last marks that there is another one, and with every mark comes a change for good: of a place that was seen not to have the value which is all that the kernel ever writes
// there, or not yet to be as low, or as high, as what is put there, where the kernel only lowers, or only raises, what is there. (What is not written in loops is written so many times.)
// So marks come to an end, and whatever the loop looks at, nobody else is needed for it to end.
#include "analysis/bodies/node.h"
#include "analysis/threads/threads.h"
#include "analysis/waits/look.h"
#include "analysis/waits/said.h"
#include "analysis/waits/turn.h"

struct work {
  struct fl_unit *unit;
  const struct fl_text_at *text;
  const struct fl_node *loop;
  const struct fl_known_stores *stores;
};

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
  if (!is_seen(w, f.decl) || !fl_any_atom(w->loop->cond, true, find_flag, &f))
    return false;
  for (size_t i = 0; i < f.decl->uses.len; i++)
    if (!is_read_or_set(w->unit, f.decl->uses.data[i], &by) ||
        (by && fl_stands_in(by, w->loop) && gives(by, f.on)))
      return false;
  return true;
}

// `a < b`, however it is said.
static bool is_less(const struct fl_node *n, bool truth, const struct fl_node **a,
                    const struct fl_node **b) {
  const bool down = fl_named(n, ">") || fl_named(n, "<="),
             or_equal = fl_named(n, "<=") || fl_named(n, ">=");
  if (n->kind != FL_BINARY || n->kids.len != 2 || !(down || or_equal || fl_named(n, "<")) ||
      or_equal == truth)
    return false;
  *a = n->kids.data[down];
  *b = n->kids.data[!down];
  return true;
}

// How a kernel changes what is at a place: all that is written is one value; or is less, or more, than what was there.
enum way { NO_CHANGE, TO_VALUE, DOWN, UP };
struct change {
  enum way is;
  int64_t value;                     // TO_VALUE
  const struct fl_node *place, *put; // of an assignment: where, and what
};
static struct change to_value(const struct fl_node *n) {
  return n && n->has_value ? (struct change){.is = TO_VALUE, .value = n->value}
                           : (struct change){NO_CHANGE};
}
static struct change change_of_atomic(const struct fl_node *call) {
  return fl_named(call, "atomicMin")    ? (struct change){.is = DOWN}
         : fl_named(call, "atomicMax")  ? (struct change){.is = UP}
         : fl_named(call, "atomicExch") ? to_value(fl_nth_argument(call, 1))
         : fl_named(call, "atomicCAS")  ? to_value(fl_nth_argument(call, 2))
                                        : (struct change){NO_CHANGE};
}

// Does a condition say that an assignment changes the place so?
static bool says_change(const struct fl_node *n, bool truth, const void *data) {
  const struct change *c = data;
  const struct fl_node *a, *b;
  if (fl_is_bit_field(fl_plain(c->place)))
    return false;
  if (c->is != TO_VALUE)
    return fl_is_same_type(c->put->type, c->place->type) && is_less(n, truth, &a, &b) &&
           fl_is_same(c->is == DOWN ? a : b, c->put) && fl_is_same(c->is == DOWN ? b : a, c->place);
  if (fl_is_same(n, c->place))
    return truth ? c->value == 0 : fl_differ(c->value, 0, c->place->type);
  if (n->kind != FL_BINARY || n->kids.len != 2 || !(fl_named(n, "==") || fl_named(n, "!=")) ||
      !n->kids.data[1]->has_value || !fl_is_same(n->kids.data[0], c->place))
    return false;
  const bool equal = fl_named(n, "==") == truth;
  return equal ? fl_differ(n->kids.data[1]->value, c->value, c->place->type)
               : n->kids.data[1]->value == c->value && fl_holds(c->place->type, c->value);
}

// Is an expression made of what may be something else when it is named again: of what is in memory that the kernel writes, or changed in a branch?
struct changes {
  const struct work *work;
  const struct fl_text_at *text;
  const struct fl_node *all, *in;
};
static bool is_written(const struct work *w, const struct fl_place *place) {
  for (size_t i = 0; i < w->stores->all.len; i++)
    if (fl_may_overlap(&w->stores->all.data[i].place, place))
      return true;
  return !place->of || place->of->kind == FL_DECL_LOCAL;
}
static bool find_changed(struct fl_node *n, void *data) {
  const struct changes *c = data;
  const unsigned looks = n != c->all && fl_is_read(n) ? fl_looks_of_place(n) : 0;
  if (n->kind == FL_CALL || looks & FL_LOOKS) // what is volatile, another grid may write
    return false;
  if (looks) {
    const struct fl_place place = fl_place_of(c->text, n);
    if (is_written(c->work, &place))
      return false;
  }
  for (size_t i = 0; n->kind == FL_REF && fl_is_local(n->decl) && i < n->decl->uses.len; i++)
    if (fl_stands_in(n->decl->uses.data[i], c->in) &&
        !fl_only_read(c->work->unit, n->decl->uses.data[i]))
      return false;
  return true;
}
static bool stays(const struct work *w, const struct fl_text_at *t, const struct fl_node *n,
                  const struct fl_node *in) {
  return fl_walk((struct fl_node *)n, find_changed, &(struct changes){w, t, n, in});
}
// Is an assignment in a branch, within `in`, that is taken where it changes the place so?
static bool is_told(const struct work *w, const struct fl_text_at *t, const struct fl_node *assign,
                    const struct change *c, const struct fl_node *in) {
  for (const struct fl_node *k = assign, *p = k->parent; p && k != in && p->kind != FL_LAMBDA;
       k = p, p = p->parent)
    if (p->kind == FL_IF && p->cond && k != p->cond &&
        fl_any_atom(p->cond, k == p->then, says_change, c))
      return stays(w, t, c->place, p) &&
             (c->is == TO_VALUE || (fl_is_local(c->put->decl) && stays(w, t, c->put, p)));
  return false;
}
// How an assignment changes a place, if a condition tells that it does.
static struct change change_of(const struct work *w, const struct fl_text_at *t,
                               const struct fl_node *assign, const struct fl_node *in) {
  const struct fl_node *to = assign->kids.data[0], *put = assign->kids.data[1];
  struct change c = {put->has_value ? TO_VALUE : DOWN, put->value, to, put};
  if (is_told(w, t, assign, &c, in))
    return c;
  c.is = UP;
  return !put->has_value && is_told(w, t, assign, &c, in) ? c : (struct change){NO_CHANGE};
}

static bool changes_so(const struct work *w, const struct fl_store *s, const struct change *c) {
  struct change here = {NO_CHANGE};
  if (s->by->kind == FL_CALL)
    here = change_of_atomic(s->by);
  else if (fl_is_operator(s->by, FL_ASSIGN, "=") && s->by->kids.len == 2)
    here = c->is == TO_VALUE ? to_value(s->by->kids.data[1]) : change_of(w, s->text, s->by, NULL);
  return here.is == c->is && (here.is != TO_VALUE || here.value == c->value);
}
// Is a place only ever changed so, but for what is done once?
static bool is_for_good(const struct work *w, const struct fl_place *place,
                        const struct change *c) {
  if (c->is == NO_CHANGE || !place->of ||
      (place->of->kind != FL_DECL_PARAM && place->of->kind != FL_DECL_GLOBAL &&
       place->of->kind != FL_DECL_SHARED))
    return false;
  for (size_t i = 0; i < w->stores->all.len; i++) {
    const struct fl_store *s = &w->stores->all.data[i];
    if (fl_may_overlap(&s->place, place) && (!s->by || fl_is_repeated(s->text, s->by)) &&
        !(s->by && changes_so(w, s, c)))
      return false;
  }
  return true;
}
static bool changes_for_good(const struct work *w, const struct fl_node *assign) {
  const struct change c = change_of(w, w->text, assign, w->loop);
  const struct fl_place place = fl_place_of(w->text, assign->kids.data[0]);
  return is_for_good(w, &place, &c);
}

// The atomic operation of the loop that an expression is the result of.
static const struct fl_node *result_of(const struct work *w, const struct fl_node *n) {
  n = fl_plain(n);
  if (n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL) {
    const struct fl_node *value = fl_only_value(w->unit, w->text->fn, n->decl);
    n = value && fl_is_same_type(n->decl->canonical, value->type) ? fl_plain(value) : NULL;
  }
  return n && n->kind == FL_CALL && fl_begins(n->name, "atomic") && fl_stands_in(n, w->loop) ? n
                                                                                             : NULL;
}
// Is a number the same as long as it has its name?
static bool is_fixed(const struct work *w, const struct fl_node *n) {
  n = fl_plain(n);
  return n->has_value || (n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL &&
                          fl_only_value(w->unit, w->text->fn, n->decl));
}
// Does a condition say that an atomic operation has changed something for good?
static bool says_changed(const struct fl_node *n, bool truth, const void *data) {
  const struct work *w = data;
  const struct fl_node *a = n, *b = NULL, *call = result_of(w, n);
  const bool less = !call && is_less(n, truth, &a, &b);
  bool equal = !truth; // to 0
  if (!call && !less) {
    if (n->kind != FL_BINARY || n->kids.len != 2 || !(fl_named(n, "==") || fl_named(n, "!=")))
      return false;
    call = result_of(w, n->kids.data[0]);
    b = n->kids.data[1];
    equal = fl_named(n, "==") == truth;
  }
  if (less && !(call = result_of(w, b)))
    call = result_of(w, a);
  if (!call)
    return false;
  const struct change c = change_of_atomic(call);
  const struct fl_place place = fl_place_behind(w->text, fl_nth_argument(call, 0));
  const struct fl_node *with = fl_nth_argument(call, 1);
  const int64_t found = b && b->has_value ? b->value : 0;
  const bool known = !b || b->has_value;
  bool changed = false;
  if (less)
    changed = (c.is == DOWN && call == result_of(w, b) && fl_is_same(a, with)) ||
              (c.is == UP && call == result_of(w, a) && fl_is_same(b, with));
  else if (c.is == TO_VALUE && fl_named(call, "atomicExch"))
    changed = known && (equal ? fl_differ(found, c.value, call->type)
                              : found == c.value && fl_holds(call->type, found));
  else if (c.is == TO_VALUE)
    changed = known && equal && with && with->has_value && with->value == found &&
              fl_differ(found, c.value, call->type);
  return changed &&
         (!less || (is_fixed(w, with) && fl_is_same_type(fl_plain(with)->type, call->type))) &&
         is_for_good(w, &place, &c);
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
  for (const struct fl_node *k = mark, *p = k->parent; p && p != w->loop->then;
       k = p, p = p->parent) {
    if ((p->kind == FL_COMPOUND && !has_jumps(p) && gets_on(w, p)) ||
        (p->kind == FL_IF && p->cond && k != p->cond &&
         fl_any_atom(p->cond, k == p->then, says_changed, w)))
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
    if (!earned || !by || !fl_stands_in(by, w->loop))
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
         fl_any_atom(loop->cond, true, goes_on_by_work, &w);
}
