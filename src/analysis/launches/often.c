// How often one thread launches, or comes by what else is counted.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/launches/launches.h"
#include "analysis/launches/often.h"
#include "analysis/threads/threads.h"
#include <string.h>

// What may hold at a point of a body, as a set; empty: no thread comes there. BEHIND: all of the block have met since somebody's one.
enum { NONE_YET = 1, ONE = 2, BEHIND = 4, STATES = 3 };
typedef unsigned states;
// The ways out of a statement, and what may hold on each.
enum { ON, BREAKS, CONTINUES, RETURNS, WAYS_OUT };
struct ways {
  states out[WAYS_OUT];
};

struct counter {
  struct fl_unit *unit;
  const struct fl_function *fn; // whose body it is in
  fl_stepper *step;             // NULL: launches are counted, those of what is called included
  void *data;
  enum fl_often_question question;
  bool many; // some way has more than one; nothing else matters then
  bool
      joined; // FL_BY_BLOCK: since all of the block have met last, a thread waits for what came before that, whatever way is taken
  bool passed;         // somebody may have left the function without having waited
  bool near;           // some meet by warps alone, so that who waits may not know of others
  struct fl_bits seen; // sites that were met, by their numbers
  unsigned run;        // names what is asked, of all that is asked of the unit
  states *
      anywhere; // what may hold at any point of what is executed in another order than it stands in; NULL: it is in order
  int depth;    // of calls; deeper ones count as many
};
static struct ways out_of(struct counter *c, const struct fl_node *n, states in);

static struct ways go_on(states in) { return (struct ways){{in, 0, 0, 0}}; }

static struct ways either(struct ways a, struct ways b) {
  for (int i = 0; i < WAYS_OUT; i++)
    a.out[i] |= b.out[i];
  return a;
}

static struct ways then(struct counter *c, struct ways w, const struct fl_node *n) {
  const states in = w.out[ON];
  w.out[ON] = 0;
  return either(w, out_of(c, n, in));
}

static states count(struct counter *c, states in, enum fl_step step) {
  if (c->anywhere)
    in = *c->anywhere;
  if (step == FL_STEP_ON || !in)
    return in;
  c->many |= step == FL_STEP_COUNTS && in & (c->question == FL_BY_BLOCK ? BEHIND : ONE);
  states out = step == FL_STEP_ANEW ? NONE_YET : ONE;
  if (step == FL_STEP_MEETS) {
    const states over = c->joined ? BEHIND : 0;
    out = (in & NONE_YET) | (in & over ? NONE_YET : 0) | (in & ~(NONE_YET | over) ? BEHIND : 0);
    c->joined = false;
  }
  c->joined |= c->question == FL_BY_BLOCK && step == FL_STEP_ANEW && !(in & ONE) && !c->near;
  if (c->anywhere)
    *c->anywhere |= out;
  return out;
}

// All children of a node, in order, but for up to three that are dealt with apart.
static struct ways in_order(struct counter *c, const struct fl_node *n, states in,
                            const struct fl_node *but, const struct fl_node *nor,
                            const struct fl_node *neither) {
  struct ways w = go_on(in);
  for (size_t i = 0; i < n->kids.len && !c->many; i++) {
    const struct fl_node *k = n->kids.data[i];
    if (k != but && k != nor && k != neither)
      w = then(c, w, k);
  }
  return w;
}

static struct ways children(struct counter *c, const struct fl_node *n, states in) {
  return in_order(c, n, in, NULL, NULL, NULL);
}

// What may be executed several times, or in another order than it stands in.
static struct ways of_repeated(struct counter *c, const struct fl_node *n, states in) {
  states all = c->anywhere ? *c->anywhere | in : in, before;
  states *const outer = c->anywhere;
  c->anywhere = &all;
  do {
    before = all;
    children(c, n, all);
  } while (all != before && !c->many);
  c->anywhere = outer;
  c->joined = false;
  if (outer)
    *outer |= all;
  return go_on(all);
}

static bool any_jump(const struct fl_node *n) {
  bool found = n->kind == FL_GOTO;
  for (size_t i = 0; i < n->kids.len && !found; i++)
    found = any_jump(n->kids.data[i]);
  return found;
}

// What is known of a function's body, if it was come to in the same way before.
static short *known_of(const struct counter *c, const struct fl_function *f, states in) {
  struct fl_often *o = &f->facts->often;
  if (o->run != c->run) {
    *o = (struct fl_often){.run = c->run};
    memset(o->out, -1, sizeof o->out);
  }
  return &o->out[(unsigned)c->joined << 2 * STATES | in << STATES |
                 (c->anywhere ? *c->anywhere : 0)];
}

static states of_body(struct counter *c, const struct fl_function *f, states in);
static states of_function(struct counter *c, const struct fl_function *f, states in) {
  const struct fl_facts *x = f->facts;
  const bool counts = x->puts || (c->question == FL_BY_BLOCK &&
                                  (x->any_barrier || x->any_join || (c->near && x->any_warp)));
  if (!f->body || (!c->step && !counts) || c->many)
    return in;
  if (c->step)
    return of_body(c, f, in);
  short *known = known_of(c, f, in);
  if (*known >= 0) {
    c->joined = *known >> STATES;
    return (states)*known & ((1u << STATES) - 1);
  }
  const states before = c->anywhere ? *c->anywhere : 0, out = of_body(c, f, in);
  if (!c->anywhere || *c->anywhere == before)
    *known = (short)((unsigned)c->joined << STATES | out);
  return out;
}

static states of_body(struct counter *c, const struct fl_function *f, states in) {
  if (c->depth > 16) {
    c->many = true;
    return in;
  }
  const struct fl_function *caller = c->fn;
  const bool joined = c->joined, passed = c->passed;
  c->fn = f;
  c->passed = false;
  c->depth++;
  const struct ways w = any_jump(f->body) ? of_repeated(c, f->body, in) : out_of(c, f->body, in);
  c->depth--;
  c->fn = caller;
  c->joined &= joined || !c->passed;
  c->passed = passed;
  return w.out[ON] | w.out[RETURNS];
}

// A call may be of any function that callgraph.c has found for its name.
static states of_call(struct counter *c, const struct fl_node *n, states in) {
  const bool through_value = n->decl && n->decl->kind != FL_DECL_FUNCTION; // a pointer, a functor
  const struct fl_function *named = n->decl ? n->decl->function : NULL;
  const bool joined = c->joined;
  bool found = named, all = true;
  states out = named ? of_function(c, named, in) : 0;
  all &= c->joined || !named;
  for (size_t i = 0; i < c->fn->facts->callees.len; i++) {
    const struct fl_function *g = c->fn->facts->callees.data[i];
    c->many |= through_value && g->facts->puts;
    if (g != named && n->name && !strcmp(g->name, n->name)) {
      c->joined = joined;
      out |= of_function(c, g, in);
      all &= c->joined;
      found = true;
    }
  }
  for (struct fl_function *g = NULL; !named && (g = fl_next_called(c->unit, n, g)); found = true) {
    out |= in | of_function(c, g, in); // or something else, by an instance
    all &= joined;
  }
  c->joined = found ? all : joined;
  return found ? out : in;
}

// What is executed again comes with all that held behind its last execution. `do ... while (0)` is not.
static struct ways of_loop(struct counter *c, const struct fl_node *n, states in) {
  const bool body_first = n->kind == FL_DO;
  const bool once = body_first && n->cond && n->cond->has_value && n->cond->value == 0;
  struct ways w = in_order(c, n, in, n->cond, n->inc, n->then);
  states at = w.out[ON], back = 0;
  const bool joined = c->joined;
  bool enters = joined, again;
  struct ways cond, body;
  do {
    at |= back;
    c->joined = enters;
    cond = body_first ? go_on(0) : out_of(c, n->cond, at);
    body = out_of(c, n->then, body_first ? at : cond.out[ON]);
    const states round = body.out[ON] | body.out[CONTINUES];
    if (body_first)
      cond = out_of(c, n->cond, round);
    back = body_first ? cond.out[ON] : out_of(c, n->inc, round).out[ON];
    again = back & ~at || (enters && !c->joined);
    enters &= c->joined;
  } while (!once && again && !c->many);
  c->joined &= once && (joined || !(body.out[BREAKS] | body.out[CONTINUES]));
  w.out[ON] = cond.out[ON] | body.out[BREAKS];
  w.out[RETURNS] |= cond.out[RETURNS] | body.out[RETURNS];
  return w;
}

// Is there a label of a switch in a statement, at its beginning aside?
static bool inner_label(const struct fl_node *n) {
  bool found = false;
  for (size_t i = 0; i < n->kids.len && !found && n->kind != FL_SWITCH; i++) {
    const struct fl_node *k = n->kids.data[i];
    const bool label = k->kind == FL_CASE || k->kind == FL_DEFAULT;
    const bool labelled = n->kind == FL_CASE || n->kind == FL_DEFAULT;
    found = (label && !labelled) || inner_label(k);
  }
  return found;
}

// The way in is by one of the labels before the body's statements, or past the body. What labels stand deeper in is entered anywhere.
static struct ways of_switch(struct counter *c, const struct fl_node *n, states in) {
  struct ways w = in_order(c, n, in, n->then, NULL, NULL);
  const struct fl_node *body = n->then;
  const bool list = body && body->kind == FL_COMPOUND;
  const states chosen = w.out[ON];
  const bool joined = c->joined;
  states left = chosen;
  w.out[ON] = 0;
  for (size_t i = 0; i < (list ? body->kids.len : body != NULL) && !c->many; i++) {
    const struct fl_node *k = list ? body->kids.data[i] : body;
    if (k->kind == FL_CASE || k->kind == FL_DEFAULT || inner_label(k))
      w.out[ON] |= chosen, c->joined &= joined;
    if (inner_label(k)) {
      const states all = of_repeated(c, k, w.out[ON]).out[ON];
      w = either(w, (struct ways){{all, all, all, all}});
    } else {
      w = then(c, w, k);
    }
    left |= w.out[BREAKS];
    w.out[BREAKS] = 0;
  }
  w.out[ON] |= left;
  c->joined &= joined;
  return w;
}

// Have all threads of a block the same value here?
static bool is_uniform(const struct counter *c, const struct fl_node *cond) {
  return fl_uniform(c->unit, c->unit->functions.data[c->fn->facts->index], FL_OF_BLOCK, cond);
}

// May others of the block stay where a thread leaves?
static bool others_stay(const struct counter *c, const struct fl_node *n) {
  bool may = false;
  for (const struct fl_node *p = n->parent; p && c->question == FL_BY_BLOCK && !may; p = p->parent)
    may = p->cond && !is_uniform(c, p->cond);
  return may;
}

static struct ways leaves(struct counter *c, const struct fl_node *n, states in, int how) {
  struct ways w = children(c, n, in);
  w.out[how] |= w.out[ON];
  c->passed |= how == RETURNS && !c->joined;
  if (!others_stay(c, n))
    w.out[ON] = 0;
  return w;
}

// Do threads of a warp meet here, and nothing else? By a group, too.
static bool warp_meets(struct fl_unit *u, const struct fl_node *n) {
  return fl_named(n, "__syncwarp") ||
         (fl_named(n, "sync") && fl_group_waits(u, n) & FL_WAITS_FOR_WARP);
}

// Does a function, or one that it calls, have threads of a warp meet?
static bool warps_meet(struct fl_unit *u, const struct fl_function *f, unsigned depth) {
  const struct fl_facts *x = f->facts;
  bool meet = depth > FL_MOST_CALLS;
  if (!x->any_warp)
    return false;
  for (size_t i = 0; i < f->calls.len && !meet; i++)
    meet = warp_meets(u, f->calls.data[i]);
  for (size_t i = 0; i < x->callees.len && !meet; i++)
    meet = warps_meet(u, x->callees.data[i], depth + 1);
  return meet;
}

// Is it a barrier by itself, or may it be a lambda's that has one?
static bool meets(struct counter *c, const struct fl_node *n) {
  if (n->kind != FL_CALL)
    return false;
  const struct fl_api *api = fl_api_find(n->name);
  return (api && api->cls == FL_API_BARRIER) || warp_meets(c->unit, n) ||
         (fl_group_waits(c->unit, n) |
          (fl_may_call_lambda(c->unit, n) ? fl_lambdas_do(c->unit, c->fn) : 0)) &
             FL_WAITS_FOR_BLOCK;
}

// What is launched behind a join has no order with what was launched before it.
static enum fl_step launch_step(struct counter *c, const struct fl_node *n) {
  if (n->kind == FL_LAUNCH && n->site)
    (void)fl_bits_add(c->unit->arena, &c->seen, c->unit->sites.len + 1, n->site->id);
  const bool ordered = c->question != FL_AT_ALL;
  if (fl_is_put(n))
    return ordered && (n->alone || fl_put_stream(c->unit, n) == FL_STREAM_FIRE) ? FL_STEP_ON
                                                                                : FL_STEP_COUNTS;
  if (ordered && fl_is_join(n))
    return FL_STEP_ANEW;
  return c->question == FL_BY_BLOCK && meets(c, n) ? FL_STEP_MEETS : FL_STEP_ON;
}

// May a call come to launches that stand in a lambda?
static bool puts_by_lambda(const struct counter *c, const struct fl_node *n) {
  return c->question == FL_BY_BLOCK && n->kind == FL_CALL && !c->step &&
         fl_may_call_lambda(c->unit, n) && fl_lambdas_do(c->unit, c->fn) & FL_PUTS;
}

static struct ways of_step(struct counter *c, const struct fl_node *n, states in) {
  const bool by_lambda = puts_by_lambda(c, n);
  struct ways w = children(c, n, in);
  if (by_lambda)
    w.out[ON] |= count(c, w.out[ON], FL_STEP_COUNTS);
  w.out[ON] = count(c, w.out[ON], c->step ? c->step(n, c->data) : launch_step(c, n));
  if (n->kind == FL_CALL && !c->step)
    w.out[ON] = of_call(c, n, w.out[ON]);
  if (by_lambda)
    w.out[ON] |= count(c, w.out[ON], FL_STEP_COUNTS);
  return w;
}

// Does some thread take the way on which a condition is true?
static bool picks(const struct counter *c, const struct fl_node *cond) {
  return c->question == FL_BY_BLOCK && fl_picks_first(c->unit, c->fn, cond);
}

static struct ways of_condition(struct counter *c, const struct fl_node *n, states in) {
  struct ways w = in_order(c, n, in, n->then, n->otherwise, NULL);
  const states at = w.out[ON];
  const bool joined = c->joined;
  w.out[ON] = 0;
  w = either(w, out_of(c, n->then, at));
  const bool first = c->joined;
  c->joined = joined;
  w = either(w, out_of(c, n->otherwise, at));
  c->joined = first && (c->joined || picks(c, n->cond));
  return w;
}

// Of an operator: the second operand may be left out.
static struct ways of_operands(struct counter *c, const struct fl_node *n, states in) {
  const bool may_end = n->name && (!strcmp(n->name, "&&") || !strcmp(n->name, "||"));
  struct ways w = go_on(in);
  states first = 0;
  bool joined = false; // or its threads come to the second operand
  for (size_t i = 0; i < n->kids.len; i++) {
    w = then(c, w, n->kids.data[i]);
    first |= may_end && i == 0 ? w.out[ON] : 0;
    joined |= may_end && i == 0 && (c->joined || (*n->name == '&' && picks(c, n->kids.data[0])));
  }
  w.out[ON] |= first;
  c->joined &= !may_end || joined;
  return w;
}

static struct ways out_of(struct counter *c, const struct fl_node *n, states in) {
  if (!n || c->many)
    return go_on(in);
  if (fl_is_loop(n))
    return of_loop(c, n, in);
  switch (n->kind) {
  case FL_IF:
  case FL_TERNARY:
    return of_condition(c, n, in);
  case FL_BINARY:
    return of_operands(c, n, in);
  case FL_SWITCH:
    return of_switch(c, n, in);
  case FL_BREAK:
    return leaves(c, n, in, BREAKS);
  case FL_CONTINUE:
    return leaves(c, n, in, CONTINUES);
  case FL_RETURN:
    return leaves(c, n, in, RETURNS);
  case FL_LAMBDA:
    if (c->question == FL_BY_BLOCK) { // counts where it may be called
      of_repeated(c, n, 0);
      return go_on(in);
    }
    return of_repeated(c, n, in);
  case FL_OTHER_DECL: // a local class
    return of_repeated(c, n, in);
  case FL_OTHER_EXPR: // a pack's expansion, a fold
    return strstr(fl_span_text(c->unit, n->span), "...") ? of_repeated(c, n, in)
                                                         : children(c, n, in);
  case FL_LAUNCH:
  case FL_CALL:
  case FL_VAR:
    return of_step(c, n, in);
  default:
    return children(c, n, in);
  }
}

bool fl_counts_twice(struct fl_unit *u, const struct fl_function *f, fl_stepper *step, void *data) {
  struct counter c = {.unit = u, .fn = f, .step = step, .data = data};
  of_function(&c, f, NONE_YET);
  return c.many;
}

// Does `f` call a function that copies, but whose body no call that was met led into? Constructors and operators are such.
static bool copies_unseen(const struct counter *c, const struct fl_function *f) {
  struct fl_facts *x = f->facts;
  if (!x->copies || (x->often.run == c->run && x->often.looked_at))
    return false;
  bool unseen = x->often.run != c->run;
  x->often.looked_at = true;
  for (size_t i = 0; i < x->callees.len && !unseen; i++)
    unseen = copies_unseen(c, x->callees.data[i]);
  return unseen;
}

// Might what several threads of a block launch be apart by a barrier that is not seen?
static bool parted_unseen(struct fl_unit *u, const struct fl_function *f) {
  const struct fl_facts *x = f->facts;
  size_t ordered = 0;
  for (size_t i = 0; i < x->reach.len; i++)
    ordered += fl_site_stream(u, x->reach.data[i]) != FL_STREAM_FIRE;
  return x->puts && (x->any_hides_block || x->any_hides_lanes) &&
         (ordered > 1 || x->copies || fl_launches_often(u, f, FL_IN_ORDER));
}

bool fl_launches_often(struct fl_unit *u, const struct fl_function *f,
                       enum fl_often_question question) {
  const struct fl_facts *x = f->facts;
  if (question == FL_BY_BLOCK && parted_unseen(u, f))
    return true;
  const bool near = question == FL_BY_BLOCK && x->puts && warps_meet(u, f, 0);
  const bool may = x->puts && (question != FL_BY_BLOCK || x->any_barrier || near);
  if (!may || x->calls_recursively)
    return may;
  struct counter c = {.unit = u,
                      .fn = f,
                      .question = question,
                      .near = near,
                      .run = FL_OFTEN_QUESTIONS * x->index + (unsigned)question + 1};
  of_function(&c, f, NONE_YET);
  for (size_t i = 0; i < x->reach.len; i++)
    c.many |= !fl_bits_have(&c.seen, x->reach.data[i]->id);
  return c.many || copies_unseen(&c, f);
}
