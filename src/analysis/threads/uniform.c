// Which expressions have one value for all threads of a block, or of a warp. Flow-insensitive: a
// local variable is uniform if every value that it is ever given is uniform and is given under
// uniform control.
// Loads from memory are not uniform in a block, for its warps run one before the other, but they are in a warp. (Thesis, section 3.4: the rules for scalars.)
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/threads/threads.h"
#include "analysis/threads/warps.h"

// The locals of one function that are known to vary (fl_decl.varies) grow to a fixed point.
struct fl_uniformity {
  struct fl_unit *unit;
  struct fl_function *fn;
  enum fl_threads among;
  bool loads;        // all load one value from one address
  bool objects_vary; // that members are called of
  struct fl_rows rows;
};

static bool varies(const struct fl_uniformity *t, const struct fl_decl *d) {
  return d->varies & 1u << t->among;
}

static bool is_volatile(const struct fl_node *e) {
  return (e->type && strstr(e->type, "volatile")) || (e->decl && e->decl->is_volatile);
}

// May code that is not in sight, a constructor or what initialises members, make `to` of `from` (NULL: of nothing)? Objects of one class are copied.
static bool made_unseen(const struct fl_decl *to, const struct fl_node *from) {
  if (!to || !to->made_by_code)
    return false;
  if (!from || from->kind == FL_INIT_LIST || !from->canonical)
    return true;
  static const char skipped[] = "const ";
  const size_t n = sizeof skipped - 1;
  const char *a = to->canonical, *b = from->canonical;
  a += strncmp(a, skipped, n) ? 0 : n;
  b += strncmp(b, skipped, n) ? 0 : n;
  const size_t len = strcspn(a, "&"), own = len && a[len - 1] == ' ' ? len - 1 : len;
  return strncmp(a, b, own) != 0 || (b[own] && !strchr(" &", b[own]));
}

// The same of what a call hands over.
static bool hands_unseen(const struct fl_node *call) {
  const struct fl_function *f = call->decl ? call->decl->function : NULL;
  bool unseen = false;
  for (size_t i = 0; f && i < f->params.len; i++) {
    const struct fl_node *arg = fl_nth_argument(call, i);
    unseen |= arg && made_unseen(f->params.data[i].decl, arg);
  }
  return unseen;
}

static bool plain_function(const struct fl_function *f, unsigned depth);

struct plainness {
  unsigned depth;
  bool plain;
};
static bool find_other(struct fl_node *n, void *data) {
  struct plainness *p = data;
  const bool call = n->kind == FL_CALL && !(n->decl && n->decl->function &&
                                            plain_function(n->decl->function, p->depth + 1));
  const bool builtin = n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_BUILTIN;
  const bool unseen = n->made_by_code || (n->kind == FL_CALL && hands_unseen(n)) ||
                      (n->kind == FL_VAR && made_unseen(n->decl, n->init));
  if (call || builtin || unseen || n->kind == FL_ASM || n->kind == FL_LAUNCH ||
      n->kind == FL_LAMBDA || n->kind == FL_NEW || is_volatile(n))
    p->plain = false;
  return p->plain;
}
// Does a function compute from its arguments and from memory alone?
static bool plain_function(const struct fl_function *f, unsigned depth) {
  if (!f->body || depth >= FL_MOST_CALLS)
    return false;
  signed char *known = &f->facts->plain[depth];
  if (!*known) {
    struct plainness p = {depth, true};
    *known = fl_walk(f->body, find_other, &p) ? 1 : -1;
  }
  return *known > 0;
}

static bool uniform_expr(const struct fl_uniformity *t, const struct fl_node *e);
static struct fl_uniformity *table_of(struct fl_unit *u, struct fl_function *f,
                                      enum fl_threads among);

// Where all kids, and the object of a member function, are uniform.
static bool uniform_kids(const struct fl_uniformity *t, const struct fl_node *e) {
  for (size_t i = 0; i < e->kids.len; i++)
    if (e->kids.data[i] != e->callee && !uniform_expr(t, e->kids.data[i]))
      return false;
  const struct fl_node *c = e->callee;
  return !c || c->kind != FL_MEMBER || (c->kids.len == 1 && uniform_expr(t, c->kids.data[0]));
}

// Votes of a block come to one value for all that take part.
static bool is_vote(const struct fl_node *e) {
  const struct fl_api *api =
      e->kind == FL_CALL && e->decl && !fl_names_functions(e) ? fl_api_find(e->name) : NULL;
  return api && api->cls == FL_API_BARRIER;
}

// What the toolkit computes from numbers alone.
static bool is_function_of_numbers(const struct fl_node *e) {
  static const char *const names[] = {
      "min",   "max",    "abs",    "fminf",    "fmaxf",   "fmin",    "fmax",     "fabs",  "fabsf",
      "floor", "floorf", "ceil",   "ceilf",    "sqrt",    "sqrtf",   "log2",     "log2f", "__popc",
      "__ffs", "__clz",  "__brev", "__popcll", "__ffsll", "__clzll", "__brevll", NULL};
  return e->kind == FL_CALL && e->name && !fl_names_functions(e) &&
         fl_is_among(names, e->name, strlen(e->name)) && !fl_object_of(e) &&
         fl_is_plain_type(e->type);
}

// A value that the threads of a warp load from one address, or vote on.
static bool uniform_load(const struct fl_uniformity *t, const struct fl_node *e) {
  if (is_function_of_numbers(e))
    return uniform_kids(t, e);
  if (!t->loads || is_volatile(e))
    return false;
  if (e->kind == FL_MEMBER && !e->kids.len && t->objects_vary)
    return false;
  const bool load = e->kind == FL_SUBSCRIPT || e->kind == FL_MEMBER ||
                    (e->kind == FL_UNARY && e->name && !strcmp(e->name, "*"));
  const bool call = e->kind == FL_CALL && e->decl && e->decl->function &&
                    plain_function(e->decl->function, 0) && !hands_unseen(e);
  return ((load || call) && uniform_kids(t, e)) || is_vote(e);
}

static bool uniform_expr(const struct fl_uniformity *t, const struct fl_node *e) {
  if (!e || e->has_value || uniform_load(t, e) ||
      (t->among == FL_OF_WARP && fl_tells_warps(t->unit, t->fn, &t->rows, e)))
    return true;
  switch (e->kind) {
  case FL_LITERAL:
    return true;
  case FL_THIS:
    return t->loads && !t->objects_vary;
  case FL_REF:
    if (!e->decl)
      return false;
    switch (e->decl->kind) {
    case FL_DECL_BUILTIN:
      return strcmp(e->decl->name, "threadIdx") != 0;
    case FL_DECL_ENUMERATOR:
    case FL_DECL_TEMPLATE_PARAM:
      return true;
    case FL_DECL_LOCAL:
    case FL_DECL_PARAM:
      return (!e->decl->is_reference || t->loads) && !is_volatile(e) && !varies(t, e->decl);
    case FL_DECL_GLOBAL:
      return e->decl->is_constexpr || e->decl->is_const || (t->loads && !is_volatile(e));
    case FL_DECL_SHARED: // an address, or a load from one
      return t->loads && !is_volatile(e);
    default:
      return false;
    }
  case FL_MEMBER: // of a value, not through a pointer
    return e->kids.len == 1 && uniform_expr(t, e->kids.data[0]) &&
           (!e->kids.data[0]->type || !strchr(e->kids.data[0]->type, '*'));
  case FL_UNARY:
    if (e->name && (!strcmp(e->name, "*") || !strcmp(e->name, "&")))
      return false;
    break;
  case FL_CAST:
  case FL_INIT_LIST:
    if (e->made_by_code)
      return false;
    break;
  case FL_BINARY:
  case FL_TERNARY:
  case FL_ASSIGN:
    break;
  default:
    return false;
  }
  for (size_t i = 0; i < e->kids.len; i++)
    if (!uniform_expr(t, e->kids.data[i]))
      return false;
  return true;
}

struct pass {
  struct fl_unit *unit;
  struct fl_uniformity *table;
  const struct fl_node *lambda; // the innermost one around
  bool changed;
};

static void set_varying(struct pass *p, struct fl_decl *d) {
  if (!d || varies(p->table, d))
    return;
  d->varies |= (unsigned char)(1u << p->table->among);
  p->changed = true;
}

// Does the value of a node only point at what its members or elements are?
static bool points(const struct fl_node *n) {
  const size_t len = n->type ? strlen(n->type) : 0;
  return len && strchr(n->type, '*') && (n->type[len - 1] != ']' || strstr(n->type, "(*"));
}

// The variable that a node is, or is a part of; NULL: what a reference or pointer means.
static struct fl_decl *target(const struct fl_node *n) {
  while (n && (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT || n->kind == FL_CAST) &&
         n->kids.len) {
    n = n->kids.data[0];
    if (points(n))
      return NULL;
  }
  return n && n->kind == FL_REF && n->decl && !n->decl->is_reference ? n->decl : NULL;
}

// Do all threads mean the same part of it?
static bool alike_in(const struct fl_uniformity *t, const struct fl_node *n) {
  for (; (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT || n->kind == FL_CAST) && n->kids.len;
       n = n->kids.data[0])
    for (size_t i = 1; i < n->kids.len; i++)
      if (!uniform_expr(t, n->kids.data[i]))
        return false;
  return true;
}

// Ways by which some threads alone skip a part of a loop's or switch's body: what it assigns may then vary, whatever it assigns.
struct ways {
  const struct fl_uniformity *table;
  const struct fl_node *from;
  bool apart;
};
static bool find_way(struct fl_node *n, void *data) {
  struct ways *w = data;
  if (n->kind != FL_BREAK && n->kind != FL_CONTINUE)
    return true;
  bool apart = false;
  for (const struct fl_node *p = n->parent; p; p = p->parent) {
    if (fl_is_loop(p) || (n->kind == FL_BREAK && p->kind == FL_SWITCH)) {
      w->apart |= apart && p == w->from;
      break;
    }
    apart |= p->cond && !uniform_expr(w->table, p->cond);
  }
  return !w->apart;
}
static bool skipped_apart(const struct fl_uniformity *t, struct fl_node *n) {
  struct ways w = {t, n, false};
  if (fl_is_loop(n) || n->kind == FL_SWITCH)
    fl_walk(n, find_way, &w);
  return w.apart;
}

static bool find_goto(struct fl_node *n, void *data) {
  bool *found = data;
  *found |= n->kind == FL_GOTO;
  return !*found;
}

// Is a use of a variable the target of an assignment, or of an increment? So is a part of it.
static bool changed_by_name(const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  while (p && (p->kind == FL_MEMBER || p->kind == FL_SUBSCRIPT) && p->kids.data[0] == n) {
    n = p;
    p = n->parent;
  }
  return p &&
         ((p->kind == FL_ASSIGN && p->kids.len == 2 && p->kids.data[0] == n) ||
          (p->kind == FL_UNARY && p->name && (!strcmp(p->name, "++") || !strcmp(p->name, "--"))));
}

// A variable is changed, by which of its threads is known. In a lambda these are those that call it, who are all as far as its own variables go.
static void change(struct pass *p, struct fl_decl *d, bool alike) {
  const struct fl_node *l = p->lambda;
  const bool own = !l || (d && l->span.begin <= d->span.begin && d->span.end <= l->span.end);
  if (!alike || !own)
    set_varying(p, d);
}

static void declare(struct pass *p, const struct fl_node *n, bool uniform_control) {
  const bool lambdas = n->parent && n->parent->kind == FL_LAMBDA; // what it is given
  bool varies = lambdas || n->decl->is_array || (n->decl->is_reference && !p->table->loads) ||
                (n->kids.len && !uniform_control) || made_unseen(n->decl, n->init);
  for (size_t i = 0; i < n->kids.len && !varies; i++)
    varies = !uniform_expr(p->table, n->kids.data[i]);
  if (varies)
    set_varying(p, n->decl);
}

// Which variables does a node give another value?
static void give(struct pass *p, const struct fl_node *n, bool uniform_control) {
  if (n->kind == FL_VAR && n->decl)
    declare(p, n, uniform_control);
  // Who may have a reference to a variable may change it. What is assigned or counted by its name is looked at below. What is done with a reference
  // is done with the object: it keeps meaning that one, and what is loaded from there is looked at as all that is loaded. A constant stays what it is, if it has no members.
  const bool constant =
      n->decl && n->decl->is_const && n->decl->canonical && fl_is_of_language(n->decl->canonical);
  if (n->kind == FL_REF && n->decl && !n->decl->is_reference && !constant &&
      !fl_only_read(p->unit, n) && !changed_by_name(n))
    set_varying(p, n->decl);
  if (n->kind == FL_ASSIGN && n->kids.len == 2)
    change(p, target(n->kids.data[0]),
           uniform_control && uniform_expr(p->table, n->kids.data[1]) &&
               alike_in(p->table, n->kids.data[0]));
  if (n->kind == FL_UNARY && n->name && n->kids.len == 1 &&
      (!strcmp(n->name, "++") || !strcmp(n->name, "--")))
    change(p, target(n->kids.data[0]), uniform_control && alike_in(p->table, n->kids.data[0]));
}

static void run(struct pass *p, struct fl_node *n, bool uniform_control) {
  if (!n)
    return;
  const bool shortens = n->kind == FL_BINARY && n->name && n->kids.len == 2 &&
                        (!strcmp(n->name, "&&") || !strcmp(n->name, "||"));
  bool inside = uniform_control && (!n->cond || uniform_expr(p->table, n->cond)) &&
                !skipped_apart(p->table, n) &&
                (!shortens || uniform_expr(p->table, n->kids.data[0])) && n->kind != FL_RANGE_FOR &&
                n->kind != FL_TRY;
  const struct fl_node *around = p->lambda;
  if (n->kind == FL_LAMBDA) {
    inside = p->table->among == FL_OF_WARP;
    p->lambda = n;
  }
  give(p, n, uniform_control);
  const bool loop = fl_is_loop(n);
  for (size_t i = 0; i < n->kids.len; i++) {
    struct fl_node *k = n->kids.data[i];
    const bool controlled = k == n->then || k == n->otherwise || (loop && k != n->init) ||
                            (shortens && i == 1) || n->kind == FL_LAMBDA;
    run(p, k, controlled ? inside : uniform_control);
  }
  p->lambda = around;
}

// Is what a device function gets from its callers, a parameter or its object, one value for all threads that come by a call?
struct alike {
  enum fl_threads among;
  const struct fl_decl *param; // NULL: its object
};
static bool is_alike(struct fl_unit *u, struct fl_function *caller, const struct fl_node *value,
                     void *data) {
  const struct alike *a = data;
  return value ? fl_uniform(u, caller, a->among, value) && !made_unseen(a->param, value)
               : !a->param && !table_of(u, caller, a->among)->objects_vary;
}
static bool handed_alike(const struct fl_uniformity *t, int param) {
  struct alike a = {t->among, param == FL_OBJECT ? NULL : t->fn->params.data[param].decl};
  return fl_all_hand(t->unit, t->fn, param, is_alike, &a);
}

static struct fl_uniformity *table_of(struct fl_unit *u, struct fl_function *f,
                                      enum fl_threads among) {
  struct fl_uniformity **table = &f->facts->uniformity[among];
  if (!*table) {
    struct fl_uniformity *t = *table = fl_alloc(u->arena, sizeof *t);
    *t = (struct fl_uniformity){u, f, among, .loads = among != FL_OF_BLOCK};
    if (among == FL_OF_WARP)
      t->rows = fl_rows_of(u, f);
    struct pass p = {u, t, NULL, true};
    t->objects_vary = f->is_member && !f->is_static_member && !handed_alike(t, FL_OBJECT);
    for (size_t i = 0; i < f->params.len && f->kind != FL_KERNEL; i++)
      if (among != FL_OF_WARP || !handed_alike(t, (int)i))
        set_varying(&p, f->params.data[i].decl);
    bool jumps = false;
    fl_walk(f->body, find_goto, &jumps);
    while (p.changed) {
      p.changed = false;
      run(&p, f->body, !jumps);
    }
  }
  return *table;
}

bool fl_uniform(struct fl_unit *u, struct fl_function *f, enum fl_threads among,
                const struct fl_node *expr) {
  return uniform_expr(table_of(u, f, among), expr);
}

bool fl_skipped_apart(struct fl_unit *u, struct fl_function *f, struct fl_node *loop,
                      enum fl_threads among) {
  return skipped_apart(table_of(u, f, among), loop);
}
