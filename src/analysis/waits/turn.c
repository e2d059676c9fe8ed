// Turns: `while (serving != ticket);`, and `serving = ticket + 1` or `serving++` by who has had its turn.
//
// Two forms are seen of what is written there. Either numbers of who writes them, not below what is waited for by a block of that number: then a number is only ever
// brought by the block in front. Or only more and more, by who has waited for its own turn in the same way: as long as the turn has not come, it is those in front who add.
#include "analysis/waits/turn.h"
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/said.h"

int fl_dimensions(const struct fl_number *n) {
  static const unsigned terms[] = {FL_LINEAR_1, FL_LINEAR_2, FL_LINEAR_3};
  for (int i = 0; i < FL_MOST_DIMENSIONS; i++)
    if (n->base == FL_BASE_GRID && n->terms == terms[i])
      return i + 1;
  return 0;
}

// Is a counter changed by nothing but operations that give tickets?
static bool is_counter(const struct fl_known_stores *s, const struct fl_counter *c) {
  const struct fl_place place = {.of = c->of,
                                 .member = c->member,
                                 .at = {.base = FL_BASE_ZERO, .least = c->at, .most = c->at}};
  if (c->of->kind != FL_DECL_GLOBAL && !(c->of->kind == FL_DECL_PARAM && c->of->is_pointer))
    return false; // a thread's or block's own
  for (size_t i = 0; i < s->all.len; i++) {
    const struct fl_store *store = &s->all.data[i];
    const struct fl_place *p = &store->place;
    const bool same = fl_is_one_place(p) && p->at.least == c->at && !p->member == !c->member;
    if (fl_may_overlap(p, &place) && !(same && store->by && fl_gives_ticket(store->by)))
      return false;
  }
  return true;
}

enum fl_waited_for fl_who_is_before(const struct fl_known_stores *s, const struct fl_number *look,
                                    const struct fl_number *at) {
  const bool ticket = look->base == FL_BASE_TICKET;
  if (!(ticket ? is_counter(s, &look->counter) : fl_dimensions(look) != 0) ||
      !fl_same_base(look, at) || look->most == FL_FAR || at->least == -FL_FAR ||
      look->most - at->least >= look->factor)
    return FL_FOR_ANY;
  return ticket ? FL_FOR_BEGUN : FL_FOR_EARLIER;
}

// Where a look's value goes: out of functions that return it, to comparisons, and these to the loop's end.
struct way {
  const struct fl_text_at *text;
  const struct fl_node *n; // has the value
  const struct fl_text_at *loop_text;
  const struct fl_node *loop;
  bool only;   // and nothing else has been there
  bool number; // it is the value itself, not what a comparison says of it
};
static bool count_return(struct fl_node *n, void *data) {
  *(int *)data += n->kind == FL_RETURN;
  return true;
}
static bool is_not(const struct fl_node *p) { return fl_is_operator(p, FL_UNARY, "!"); }
// Goes up past what hands a value on as it is. Returns the node above; NULL: it is handed on as one of fewer bits.
static const struct fl_node *go_up(struct way *w) {
  for (;;) {
    const struct fl_node *p = w->n->parent;
    const char *as = p && p->kind == FL_CAST     ? (p->canonical ? p->canonical : p->type)
                     : p && p->kind == FL_RETURN ? w->text->fn->return_type
                                                 : NULL;
    if (as && w->number && !fl_keeps_numbers(as))
      return NULL;
    if (p && p->kind == FL_RETURN && w->text != w->loop_text && !fl_lambda_around(p)) {
      int returns = 0;
      fl_walk(w->text->fn->body, count_return, &returns);
      w->only &= returns == 1;
      w->n = w->text->call;
      w->text = w->text->up;
    } else if (p && p->kind == FL_CAST) {
      w->n = p;
    } else {
      return p;
    }
  }
}
static const struct fl_node *last_of(const struct fl_node *n) {
  return n && n->kind == FL_COMPOUND ? (n->kids.len ? n->kids.data[n->kids.len - 1] : NULL) : n;
}
// Does a branch that leaves stand in the loop itself?
static bool is_of_loop(const struct way *w, const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  while (p && p != w->loop && p->kind != FL_SWITCH && p->kind != FL_LAMBDA && !fl_is_loop(p))
    p = p->parent;
  return p == w->loop && fl_is_loop(p);
}
static bool find_exit(struct fl_node *n, void *data) {
  return n == data || !(n->kind == FL_GOTO || n->kind == FL_LABEL || n->kind == FL_RETURN ||
                        n->kind == FL_BREAK);
}
// Is there no way out of the loop but by its condition, or by what leaves it at `exit`?
static bool is_only_exit(const struct way *w, const struct fl_node *exit) {
  const struct fl_node *cond = w->loop->cond;
  return (!exit || !cond || (cond->has_value && cond->value)) &&
         fl_walk((struct fl_node *)w->loop, find_exit, (void *)exit);
}
// For which value of a comparison does the loop go on? 1 or 0; -1: that is not known. `*only`: it does so whatever else is.
static int goes_on(struct way w, bool *only) {
  enum { BOTH = 1, EITHER = 2 };
  unsigned met[2] = {0, 0}; // operators, by whether what is in them is negated
  bool negated = false;
  for (;;) {
    const struct fl_node *p = go_up(&w), *exit = NULL;
    const bool both = p && fl_is_operator(p, FL_BINARY, "&&");
    const bool at_head = p == w.loop && w.text == w.loop_text && p && w.n == p->cond;
    if (p && p->kind == FL_IF && w.text == w.loop_text && w.n == p->cond && !p->otherwise &&
        is_of_loop(&w, p))
      exit = last_of(p->then);
    if (at_head || (exit && (exit->kind == FL_BREAK || exit->kind == FL_RETURN))) {
      // The loop must not be left without it: `ours || x` for going on, `ours && x` for leaving.
      const unsigned bad = at_head ? BOTH : EITHER;
      *only = w.only && !(met[negated] & bad) && !(met[!negated] & (BOTH + EITHER - bad)) &&
              is_only_exit(&w, exit);
      return at_head ? !negated : negated;
    }
    if (!p || (!is_not(p) && !both && !fl_is_operator(p, FL_BINARY, "||")))
      return -1;
    if (is_not(p))
      negated = !negated;
    else
      met[negated] |= both ? BOTH : EITHER;
    w.n = p;
  }
}

// The comparison that a look's value is in.
static bool compared(struct way w, struct fl_turn *turn) {
  enum { EQUAL, UNEQUAL, LESS, NOT_LESS, NOT_MORE, MORE, NONE }; // each beside its opposite
  static const char *const names[] = {"==", "!=", "<", ">=", "<=", ">", NULL};
  static const int turned[] = {EQUAL, UNEQUAL, MORE, NOT_MORE, NOT_LESS, LESS}; // `a < b`, `b > a`
  const struct fl_node *p = go_up(&w);
  if (!p || p->kind != FL_BINARY || p->kids.len != 2)
    return false;
  int is = EQUAL;
  while (names[is] && !fl_named(p, names[is]))
    is++;
  const bool left = w.n == p->kids.data[0];
  turn->until = fl_number_of(w.text, p->kids.data[left]);
  w.n = p;
  w.number = false;
  const int on = is != NONE ? goes_on(w, &turn->only) : -1;
  if (on < 0)
    return false;
  is = left ? is : turned[is];
  is ^= !on;
  if (is == NOT_MORE && turn->until.most < FL_FAR && turn->until.least > -FL_FAR) {
    turn->until.least++;
    turn->until.most++;
    is = LESS;
  }
  turn->exact = is == UNEQUAL;
  return is == UNEQUAL ||
         (is == LESS && turn->until.least >= 0); // `-1` may be more than all others
}

// What is assigned to a variable is compared where that is read in the loop, always in the same way.
static bool compared_later(struct way w, const struct fl_decl *d, struct fl_turn *turn) {
  bool any = false;
  size_t given = 0;
  for (size_t i = 0; i < d->uses.len; i++) {
    const struct fl_node *use = d->uses.data[i];
    given += use->kind == FL_VAR ? use->init != NULL : !fl_only_read(w.text->unit, use);
  }
  w.only &= given == 1;
  for (size_t i = 0; i < d->uses.len; i++) {
    const struct fl_node *use = d->uses.data[i];
    struct fl_turn here = *turn;
    w.n = use;
    if (use->kind == FL_VAR || use->order < w.loop->order || use->order > w.loop->last ||
        (fl_is_operator(use->parent, FL_ASSIGN, "=") && use->parent->kids.data[0] == use))
      continue;
    if (!compared(w, &here) ||
        (any && (here.exact != turn->exact || !here.only || !turn->only ||
                 !fl_same_base(&here.until, &turn->until) ||
                 here.until.least != turn->until.least || here.until.most != turn->until.most)))
      return false;
    *turn = here;
    any = true;
  }
  return any;
}

static struct fl_place place_of_look(const struct fl_text_at *t, const struct fl_node *look) {
  return look->kind == FL_CALL ? fl_place_behind(t, fl_nth_argument(look, 0))
                               : fl_place_of(t, look);
}
static bool find_turn(struct fl_turn *turn) {
  struct way w = {turn->look_text, turn->look, turn->loop_text, turn->loop, true, true};
  const struct fl_node *p = go_up(&w);
  const struct fl_node *to = p && p->kind == FL_VAR                   ? p
                             : p && fl_is_operator(p, FL_ASSIGN, "=") ? p->kids.data[0]
                                                                      : NULL;
  turn->place = place_of_look(turn->look_text, turn->look);
  if (!fl_is_loop(turn->loop) || !fl_is_one_place(&turn->place) ||
      !fl_keeps_numbers(turn->look->type) || fl_is_bit_field(turn->look))
    return false;
  if (!to)
    return compared(w, turn);
  const struct fl_decl *d = to->decl;
  if (!d || d->kind != FL_DECL_LOCAL || d->is_reference || w.text != w.loop_text ||
      !fl_keeps_numbers(d->canonical))
    return false;
  if (to->kind == FL_VAR || fl_unused(p))
    return compared_later(w, d, turn);
  for (size_t i = 0; i < d->uses.len; i++) // `(seen = *now) != ticket`
    if (d->uses.data[i] != to && d->uses.data[i]->order >= turn->loop->order &&
        d->uses.data[i]->order <= turn->loop->last)
      return false;
  w.n = p;
  return compared(w, turn);
}
bool fl_turn_of(const struct fl_text_at *look_text, const struct fl_node *look,
                const struct fl_text_at *loop_text, const struct fl_node *loop,
                struct fl_turn *turn) {
  *turn = (struct fl_turn){.unit = look_text->unit,
                           .look = look,
                           .loop = loop,
                           .look_text = look_text,
                           .loop_text = loop_text};
  const bool known =
      look->kind != FL_CALL || fl_begins(look->name, "atomic") || fl_begins(look->name, "__ld");
  return known && find_turn(turn);
}

// What a store writes, where that is a number whatever was there.
static struct fl_number written(const struct fl_store *s) {
  const struct fl_node *n = s->by, *value = NULL;
  if (n && n->kind == FL_CALL)
    value = fl_named(n, "atomicExch")  ? fl_nth_argument(n, 1)
            : fl_named(n, "atomicCAS") ? fl_nth_argument(n, 2)
                                       : NULL;
  else if (n && fl_is_operator(n, FL_ASSIGN, "=") && n->kids.len == 2)
    value = n->kids.data[1];
  return value ? fl_number_of(s->text, value) : (struct fl_number){FL_BASE_UNKNOWN};
}
// Does it add something?
static bool adds(struct fl_unit *u, const struct fl_store *s) {
  const struct fl_node *n = s->by, *value = n && n->kids.len == 2 ? n->kids.data[1] : NULL;
  if (!n || n->kind == FL_CALL)
    return n && fl_gives_ticket(n);
  if (fl_is_operator(n, FL_UNARY, "++") || !value)
    return value == NULL && fl_named(n, "++");
  if (fl_is_operator(n, FL_ASSIGN, "=") && value->kids.len == 2 &&
      fl_is_operator(value, FL_BINARY, "+") &&
      fl_same_place(u, value->kids.data[0], n->kids.data[0]))
    value = value->kids.data[1];
  else if (!fl_is_operator(n, FL_ASSIGN, "+="))
    return false;
  return value->has_value && value->value > 0 && value->value <= FL_MOST_STEP;
}

// Does a thread that comes to a store come to the loop before? So it is if the loop stands in front, in statements around the store, in its function or in one
// that is called there. Ways that only some threads take are ways to both.

// Are two conditions one, of numbers that a thread keeps?
static bool same_guard(const struct fl_text_at *t, const struct fl_node *a,
                       const struct fl_text_at *o, const struct fl_node *b) {
  const struct fl_number x = fl_number_of(t, a), y = fl_number_of(o, b);
  if (x.base == FL_BASE_ZERO && x.least == x.most)
    return y.base == FL_BASE_ZERO && y.least == x.least && y.most == x.least;
  const struct fl_node *first = a->kind == FL_REF && a->decl && a->decl->kind == FL_DECL_LOCAL
                                    ? fl_only_value(t->unit, t->fn, a->decl)
                                    : NULL;
  if (first)
    return same_guard(t, first, o, b);
  if (b->kind == FL_REF && b->decl && b->decl->kind == FL_DECL_LOCAL)
    first = fl_only_value(o->unit, o->fn, b->decl);
  if (first)
    return same_guard(t, a, o, first);
  if (a->kind == FL_CAST && a->kids.len == 1)
    return same_guard(t, a->kids.data[0], o, b);
  if (b->kind == FL_CAST && b->kids.len == 1)
    return same_guard(t, a, o, b->kids.data[0]);
  if (a->kind != b->kind || a->kids.len != b->kids.len || !a->name || !b->name ||
      strcmp(a->name, b->name) != 0)
    return false;
  if (a->kind == FL_MEMBER)
    return a->kids.len && a->kids.data[0]->decl && fl_named(a->kids.data[0], "threadIdx") &&
           a->kids.data[0]->decl->kind == FL_DECL_BUILTIN &&
           a->kids.data[0]->decl == b->kids.data[0]->decl;
  bool same = a->kind == FL_BINARY || a->kind == FL_UNARY;
  for (size_t i = 0; i < a->kids.len && same; i++)
    same = same_guard(t, a->kids.data[i], o, b->kids.data[i]);
  return same;
}
static bool is_guarded(const struct fl_store *s, const struct fl_text_at *t,
                       const struct fl_node *guard) {
  const struct fl_node *n = s->by;
  for (const struct fl_text_at *o = s->text; o; n = o->call, o = o->up)
    for (const struct fl_node *k = n, *p = n->parent; p; k = p, p = p->parent)
      if (p->kind == FL_IF && p->cond && k == p->then && same_guard(t, guard, o, p->cond))
        return true;
  return false;
}
struct jumps {
  const struct fl_node *to; // no return is to come before; NULL: any may
};
static bool find_jump(struct fl_node *n, void *data) {
  const struct jumps *j = data;
  return !(n->kind == FL_GOTO || n->kind == FL_LABEL ||
           (n->kind == FL_RETURN && j->to && n->order < j->to->order));
}
// Is a branch taken by all blocks but the first of the grid, whose turn it is at once?
static bool leaves_out_first(const struct fl_turn *turn, const struct fl_text_at *t,
                             const struct fl_node *cond) {
  const struct fl_node *n = cond, *with = n->kids.len == 2 ? n->kids.data[1] : NULL;
  if (n->kind == FL_BINARY && with && with->has_value &&
      (((fl_named(n, ">") || fl_named(n, "!=")) && with->value == 0) ||
       (fl_named(n, ">=") && with->value == 1)))
    n = n->kids.data[0];
  const struct fl_number number = fl_number_of(t, n);
  return number.base == FL_BASE_GRID && number.terms == turn->until.terms && !number.least &&
         !number.most;
}

struct passes {
  const struct fl_turn *turn;
  const struct fl_store *store;
  const struct fl_text_at *text;
  const struct fl_node *before; // as in comes_first
  int calls;
  bool found;
};
// In the text `t`: does who comes to `n` come to `first` before; NULL: does who calls the function come to `first`?
static bool comes_first(const struct passes *c, const struct fl_text_at *t,
                        const struct fl_node *first, const struct fl_node *n) {
  if (n && (first->order >= n->order || fl_stands_in(n, first)))
    return false;
  for (const struct fl_node *k = first, *p = first->parent; p; k = p, p = p->parent) {
    if (n && p->kind == FL_COMPOUND && fl_stands_in(n, p))
      return !(p->parent && p->parent->kind == FL_SWITCH) &&
             fl_walk(t->fn->body, find_jump, &(struct jumps){NULL});
    const bool then = p->kind == FL_IF && k == p->then;
    const bool always =
        p->kind == FL_COMPOUND || p->kind == FL_DECL_STMT || p->kind == FL_VAR ||
        p->kind == FL_ASSIGN || p->kind == FL_CAST ||
        (p->kind == FL_IF && k == p->cond && !p->init) ||
        (then && (is_guarded(c->store, t, p->cond) || leaves_out_first(c->turn, t, p->cond)));
    if (!always)
      return false;
  }
  return !n && fl_walk(t->fn->body, find_jump, &(struct jumps){first});
}

// The text `t` as it is where what `from` calls is called from `to`.
static const struct fl_text_at *called_from(const struct fl_text_at *t,
                                            const struct fl_text_at *from,
                                            const struct fl_text_at *to) {
  return t == from ? to : fl_text_in(t->unit, called_from(t->up, from, to), t->fn, t->call);
}
// Is it the loop, where it waits for the same turns, by numbers not below?
static bool is_pass(const struct passes *c, const struct fl_node *n) {
  struct fl_turn turn = *c->turn;
  const struct fl_number *until = &c->turn->until;
  if (n != turn.loop)
    return false;
  turn.look_text = called_from(turn.look_text, turn.loop_text, c->text);
  turn.loop_text = c->text;
  return find_turn(&turn) && turn.only && turn.place.at.least == c->turn->place.at.least &&
         fl_may_overlap(&turn.place, &c->turn->place) &&
         !turn.place.member == !c->turn->place.member && fl_same_base(&turn.until, until) &&
         until->most < FL_FAR && turn.until.least > -FL_FAR &&
         until->most - turn.until.least < until->factor;
}
static bool find_pass(struct fl_node *n, void *data) {
  struct passes *c = data;
  struct fl_function *g = n->kind == FL_CALL ? fl_next_called(c->turn->unit, n, NULL) : NULL;
  if (is_pass(c, n))
    c->found |= comes_first(c, c->text, n, c->before);
  if (!g || fl_next_called(c->turn->unit, n, g) || !g->body || !g->facts->any_wait || !c->calls ||
      !comes_first(c, c->text, n, c->before))
    return !c->found;
  struct passes inner = {c->turn, c->store,     fl_text_in(c->turn->unit, c->text, g, n),
                         NULL,    c->calls - 1, false};
  fl_walk(g->body, find_pass, &inner);
  c->found |= inner.found;
  return !c->found;
}
static bool has_turn(const struct fl_store *s, const struct fl_turn *turn) {
  enum { MOST_CALLS = 4 };
  const struct fl_node *before = s->by;
  bool found = false;
  for (const struct fl_text_at *t = s->text; t && !found; before = t->call, t = t->up) {
    struct passes c = {turn, s, t, before, MOST_CALLS, false};
    fl_walk(t->fn->body, find_pass, &c);
    found = c.found;
  }
  return found;
}

enum fl_waited_for fl_waited_for_turn(const struct fl_known_stores *s, const struct fl_turn *turn) {
  enum fl_waited_for by_number = FL_FOR_NO_OTHER;
  const enum fl_waited_for before = fl_who_is_before(s, &turn->until, &turn->until);
  bool all_add = before != FL_FOR_ANY;
  for (size_t i = 0; i < s->all.len; i++) {
    const struct fl_store *store = &s->all.data[i];
    if (!fl_may_overlap(&store->place, &turn->place))
      continue;
    if (!fl_is_one_place(&store->place)) // or one of another kind
      return FL_FOR_ANY;
    const struct fl_number number = written(store);
    const enum fl_waited_for mine = fl_who_is_before(s, &turn->until, &number);
    by_number = mine > by_number ? mine : by_number;
    all_add &= adds(s->unit, store) && has_turn(store, turn);
  }
  return turn->exact && by_number != FL_FOR_ANY ? by_number : all_add ? before : FL_FOR_ANY;
}
