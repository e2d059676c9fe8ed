// How often one thread launches.
#include "analysis/analysis.h"
#include <string.h>

// The ways out of a statement, and how many launches (0 or 1) each has behind it at most; -1 where there is no such way.
enum { ON, BREAKS, CONTINUES, RETURNS, WAYS_OUT };
struct ways {
  int most[WAYS_OUT];
};
static const struct ways goes_on = {{0, -1, -1, -1}}, nowhere = {{-1, -1, -1, -1}};

struct counter {
  struct fl_unit *unit;
  const struct fl_function *fn; // whose body it is in
  bool ordered; // only launches that something orders: fire-and-forget ones are not counted
  bool any;     // a launch was counted, on whatever way
  bool many;    // some way has more than one; nothing else matters then
  bool *seen;   // sites that were met, by their numbers
  int depth;    // of calls; deeper ones count as many
};
static struct ways out_of(struct counter *c, const struct fl_node *n);

static int most(int a, int b) { return a > b ? a : b; }

static struct ways either(struct ways a, struct ways b) {
  for (int i = 0; i < WAYS_OUT; i++)
    a.most[i] = most(a.most[i], b.most[i]);
  return a;
}

static struct ways then(struct counter *c, struct ways a, struct ways b) {
  const int so_far = a.most[ON];
  if (so_far < 0)
    return a;
  a.most[ON] = -1;
  for (int i = 0; i < WAYS_OUT; i++)
    if (b.most[i] >= 0) {
      c->many |= so_far + b.most[i] > 1;
      a.most[i] = most(a.most[i], so_far + b.most[i]);
    }
  return a;
}

static struct ways launches(struct counter *c, int so_many) {
  c->many |= so_many > 1;
  c->any |= so_many > 0;
  struct ways w = goes_on;
  w.most[ON] = so_many;
  return w;
}

// All children of a node, in order, but for up to three that are dealt with apart.
static struct ways in_order(struct counter *c, const struct fl_node *n, const struct fl_node *but,
                            const struct fl_node *nor, const struct fl_node *neither) {
  struct ways w = goes_on;
  for (size_t i = 0; i < n->kids.len && !c->many; i++) {
    const struct fl_node *k = n->kids.data[i];
    if (k != but && k != nor && k != neither)
      w = then(c, w, out_of(c, k));
  }
  return w;
}

static struct ways children(struct counter *c, const struct fl_node *n) {
  return in_order(c, n, NULL, NULL, NULL);
}

// What may be executed several times, or in another order than it stands in: any launch counts as many.
static struct ways of_repeated(struct counter *c, const struct fl_node *n) {
  const bool before = c->any;
  c->any = false;
  children(c, n);
  c->many |= c->any;
  c->any |= before;
  return goes_on;
}

static bool any_jump(const struct fl_node *n) {
  bool found = n->kind == FL_GOTO;
  for (size_t i = 0; i < n->kids.len && !found; i++)
    found = any_jump(n->kids.data[i]);
  return found;
}

static int of_function(struct counter *c, const struct fl_function *f) {
  if (!f->facts->reach.len || c->many)
    return 0;
  if (c->depth > 16)
    return 2;
  const struct fl_function *caller = c->fn;
  c->fn = f;
  c->depth++;
  const struct ways w = any_jump(f->body) ? of_repeated(c, f->body) : out_of(c, f->body);
  c->depth--;
  c->fn = caller;
  return most(w.most[ON], w.most[RETURNS]);
}

// A call may be of any function that callgraph.c has found for its name.
static struct ways of_call(struct counter *c, const struct fl_node *n) {
  const bool through_value = n->decl && n->decl->kind != FL_DECL_FUNCTION; // a pointer, a functor
  const struct fl_function *named = n->decl ? n->decl->function : NULL;
  int k = named ? of_function(c, named) : 0;
  for (size_t i = 0; i < c->fn->facts->callees.len; i++) {
    const struct fl_function *g = c->fn->facts->callees.data[i];
    if (g != named && n->name && !strcmp(g->name, n->name))
      k = most(k, of_function(c, g));
    if (through_value && g->facts->reach.len)
      k = 2;
  }
  return launches(c, k);
}

// Once round, and then on, or out. What may launch and come round again may launch often.
static struct ways of_loop(struct counter *c, const struct fl_node *n) {
  struct ways before = in_order(c, n, n->cond, n->inc, n->then);
  const struct ways body = out_of(c, n->then);
  const int again = most(body.most[ON], body.most[CONTINUES]);
  c->many |= again > 0 || out_of(c, n->cond).most[ON] > 0 || out_of(c, n->inc).most[ON] > 0;
  const struct ways loop = {{most(0, body.most[BREAKS]), -1, -1, body.most[RETURNS]}};
  return then(c, before, loop);
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

// The way in is by one of the labels before the body's statements, or past the body. Where labels stand deeper, any launch counts as many.
static struct ways of_switch(struct counter *c, const struct fl_node *n) {
  const struct ways before = in_order(c, n, n->then, NULL, NULL);
  const struct fl_node *body = n->then;
  const bool list = body && body->kind == FL_COMPOUND;
  struct ways from = goes_on, entered = goes_on; // from a statement on; from any label on
  for (size_t i = list ? body->kids.len : body != NULL; i > 0 && !c->many; i--) {
    const struct fl_node *k = list ? body->kids.data[i - 1] : body;
    from = then(c, inner_label(k) ? of_repeated(c, k) : out_of(c, k), from);
    if (k->kind == FL_CASE || k->kind == FL_DEFAULT)
      entered = either(entered, from);
  }
  entered.most[ON] = most(entered.most[ON], entered.most[BREAKS]);
  entered.most[BREAKS] = -1;
  return then(c, before, entered);
}

static struct ways leaves(struct counter *c, const struct fl_node *n, int how) {
  struct ways w = children(c, n), out = nowhere;
  out.most[how] = w.most[ON];
  return out;
}

static struct ways out_of(struct counter *c, const struct fl_node *n) {
  if (!n || c->many)
    return goes_on;
  if (fl_is_loop(n))
    return of_loop(c, n);
  switch (n->kind) {
  case FL_IF:
  case FL_TERNARY:
    return then(c, in_order(c, n, n->then, n->otherwise, NULL),
                either(out_of(c, n->then), out_of(c, n->otherwise)));
  case FL_SWITCH:
    return of_switch(c, n);
  case FL_BREAK:
    return leaves(c, n, BREAKS);
  case FL_CONTINUE:
    return leaves(c, n, CONTINUES);
  case FL_RETURN:
    return leaves(c, n, RETURNS);
  case FL_LAMBDA:
  case FL_OTHER_DECL: // a local class
    return of_repeated(c, n);
  case FL_OTHER_EXPR: // a pack's expansion, a fold
    return strstr(fl_span_text(c->unit, n->span), "...") ? of_repeated(c, n) : children(c, n);
  case FL_LAUNCH: {
    const struct ways before = children(c, n);
    if (n->site)
      c->seen[n->site->id - 1] = true;
    return then(
        c, before,
        launches(c, !n->site || !c->ordered || fl_site_stream(c->unit, n->site) != FL_STREAM_FIRE));
  }
  case FL_CALL: {
    const struct ways before = children(c, n);
    return then(c, before, of_call(c, n));
  }
  default:
    return children(c, n);
  }
}

bool fl_launches_often(struct fl_unit *u, const struct fl_function *f, bool ordered) {
  const size_t sites = f->facts->reach.len;
  if (!sites || f->facts->calls_recursively)
    return sites;
  struct counter c = {.unit = u, .fn = f, .ordered = ordered};
  c.seen = fl_alloc(u->arena, u->sites.len * sizeof *c.seen);
  const int k = of_function(&c, f);
  // What is reached without a call that was met, as constructors and operators are.
  for (size_t i = 0; i < sites; i++)
    c.many |= !c.seen[f->facts->reach.data[i]->id - 1];
  return c.many || k > 1;
}
