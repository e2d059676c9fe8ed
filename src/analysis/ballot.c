// Early returns that no operation of the warp misses, since all behind them name the lanes that stay:
// `unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; ... __shfl_sync(m, v, 0);`.
#include "analysis/node.h"

// What an expression of this kind names is no thread's but the own one's to change.
static bool is_own(const struct fl_decl *d) {
  if (!d || d->is_volatile || d->is_reference)
    return false;
  return fl_is_local(d) || d->kind == FL_DECL_BUILTIN || d->kind == FL_DECL_TEMPLATE_PARAM ||
         d->kind == FL_DECL_ENUMERATOR || d->is_constexpr;
}

// Have two expressions, one evaluated right behind the other, the same value? In doubt they have not.
static bool same_value(const struct fl_node *a, const struct fl_node *b) {
  static const char *const operators[] = {"-", "+", "!", "~", NULL};
  bool same = a->kind == b->kind && a->kids.len == b->kids.len;
  for (size_t i = 0; same && i < a->kids.len; i++)
    same = same_value(a->kids.data[i], b->kids.data[i]);
  if (!same)
    return false;
  switch (a->kind) {
  case FL_REF:
    return a->decl == b->decl && is_own(a->decl);
  case FL_MEMBER:
    return a->kids.len == 1 && a->name && fl_named(b, a->name) && !fl_is_pointer(a->kids.data[0]);
  case FL_LITERAL:
    return a->has_value && b->has_value && a->value == b->value;
  case FL_BINARY:
    return a->name && fl_named(b, a->name);
  case FL_UNARY:
    for (const char *const *o = operators; *o; o++)
      if (fl_named(a, *o))
        return fl_named(b, *o);
    return false;
  case FL_CAST:
    return a->canonical && b->canonical && !strcmp(a->canonical, b->canonical);
  default:
    return false;
  }
}

// Is `c` false wherever `e`, right behind it, is true?
static bool excludes(const struct fl_node *e, const struct fl_node *c) {
  static const char *const opposite[][3] = {{"<", ">=", "<="},  {"<=", ">", "<"},
                                            {">", "<=", ">="},  {">=", "<", ">"},
                                            {"==", "!=", "!="}, {"!=", "==", "=="}};
  if (fl_is_operator(e, FL_UNARY, "!"))
    return same_value(e->kids.data[0], c);
  if (fl_is_operator(c, FL_UNARY, "!"))
    return same_value(c->kids.data[0], e);
  if (e->kind != FL_BINARY || c->kind != FL_BINARY || e->kids.len != 2 || c->kids.len != 2)
    return false;
  struct fl_node *const *x = c->kids.data, *const *y = e->kids.data;
  for (size_t i = 0; i < sizeof opposite / sizeof *opposite; i++)
    if (fl_named(c, opposite[i][0]))
      return (fl_named(e, opposite[i][1]) && same_value(x[0], y[0]) && same_value(x[1], y[1])) ||
             (fl_named(e, opposite[i][2]) && same_value(x[0], y[1]) && same_value(x[1], y[0]));
  return false;
}

// Operations of the warp behind a place, by anything else than one mask.
struct others {
  struct fl_unit *unit;
  const struct fl_decl *mask;
  uint32_t behind;
  unsigned depth; // of calls
};
static bool names_mask(const struct fl_node *arg, const struct fl_decl *mask) {
  return arg && arg->kind == FL_REF && arg->decl == mask;
}
static bool find_other(struct fl_node *n, void *data);

static bool names_it_alone(struct fl_unit *u, struct fl_function *f, const struct fl_decl *mask,
                           uint32_t behind, unsigned depth) {
  struct others o = {u, mask, behind, depth};
  return depth <= FL_MOST_CALLS && f->body && !(fl_lambdas_do(u, f) & FL_WAITS_FOR_WARP) &&
         fl_walk(f->body, find_other, &o);
}

// Do all functions that a call may be of get the mask, and name it alone?
static bool all_name_it(const struct others *o, const struct fl_node *call) {
  bool any = false;
  for (struct fl_function *g = NULL; (g = fl_next_called(o->unit, call, g)); any = true) {
    size_t i = 0, n = 0;
    while (fl_nth_argument(call, n))
      n++;
    while (i < n && !names_mask(fl_nth_argument(call, i), o->mask))
      i++;
    // The object of an operator() is among its arguments.
    if (i == n || n != g->params.len || fl_named(call, "operator()") || g->params.data[i].is_pack ||
        !is_own(g->params.data[i].decl) ||
        !names_it_alone(o->unit, g, g->params.data[i].decl, 0, o->depth + 1))
      return false;
  }
  return any;
}

static bool find_other(struct fl_node *n, void *data) {
  const struct others *o = data;
  if (names_mask(n, o->mask) && !fl_only_read(o->unit, n))
    return false;
  if (n->kind != FL_CALL || n->span.begin < o->behind ||
      !(fl_waits_of_call(o->unit, n) & FL_WAITS_FOR_WARP))
    return true;
  const struct fl_api *api = fl_api_find(n->name);
  return fl_next_called(o->unit, n, NULL)
             ? all_name_it(o, n)
             : api && api->cls == FL_API_WARP && names_mask(fl_nth_argument(n, 0), o->mask);
}

// The variable that a statement declares as the lanes for which a condition holds.
static const struct fl_decl *ballot_of(const struct fl_node *stmt, const struct fl_node **cond) {
  const struct fl_node *v =
      stmt->kind == FL_DECL_STMT && stmt->kids.len == 1 ? stmt->kids.data[0] : NULL;
  if (!v || v->kind != FL_VAR || !is_own(v->decl) || !v->init || v->init->kind != FL_CALL ||
      !fl_named(v->init, "__ballot_sync") || (v->init->decl && v->init->decl->function))
    return NULL;
  *cond = fl_nth_argument(v->init, 1);
  return *cond ? v->decl : NULL;
}

const struct fl_node *fl_exit_by_ballot(struct fl_unit *u, struct fl_function *f) {
  for (size_t i = 0; f->body && i + 1 < f->body->kids.len; i++) {
    const struct fl_node *cond, *exit = f->body->kids.data[i + 1];
    const struct fl_decl *mask = ballot_of(f->body->kids.data[i], &cond);
    if (!mask || exit->kind != FL_IF || exit->init || exit->otherwise || !exit->cond || !exit->then)
      continue;
    const struct fl_node *leaves = exit->then;
    if (leaves->kind == FL_COMPOUND && leaves->kids.len == 1)
      leaves = leaves->kids.data[0];
    if (leaves->kind == FL_RETURN && excludes(exit->cond, cond) &&
        names_it_alone(u, f, mask, exit->span.end, 0))
      return exit;
  }
  return NULL;
}
