// Loops in which a thread waits for another: `while (*flag == 0);`. Threads of a block make progress together, so such a loop ends, but not where one
// thread runs them all, one after another.
//
// A loop waits if its end depends on what is read as only memory that other threads write must be (volatile, by an atomic operation that changes
// nothing, past the cache; by any load, in a loop with a fence or __nanosleep), and if nothing that the loop itself does could end it: counting, going
// on to another place, an atomic operation that changes memory. A lock is free when threads that run one after another ask for it, so the loops around
// atomicCAS(p, 0, 1) and atomicExch(p, 1) do not wait. In doubt a loop that depends on such a read waits.
#include "analysis/look.h"

// Who brings it about that a condition gets the value that ends a loop.
enum end {
  NOBODY, // it has that value or does not, or this is not known
  ITSELF, // the loop
  OTHERS  // another thread
};
// One of two is enough; both are needed.
static enum end either(enum end a, enum end b) {
  return a == ITSELF || b == ITSELF ? ITSELF : a == OTHERS || b == OTHERS ? OTHERS : NOBODY;
}
static enum end both(enum end a, enum end b) {
  return a == OTHERS || b == OTHERS ? OTHERS : a == NOBODY || b == NOBODY ? NOBODY : ITSELF;
}

enum { MOST_VARIABLES = 16, MOST_STEPS = 1 << 22, MOST_MOVES = 1 << 20 };
struct search {
  struct fl_unit *unit;
  struct fl_function *fn;
  struct fl_node *loop;               // or what a label stands in, if
  const struct fl_node *label, *jump; // back to it makes the loop
  bool any_load;                      // any load counts as a look
  int moves; // on the way to where the search is: places and numbers that are made from variables
  struct {
    const struct fl_decl *decl;
    int moves;
  } open[MOST_VARIABLES]; // variables that are being looked at
  int depth, steps;       // nodes that may still be looked at
  bool in_store;
};

static bool is_spent(struct search *s) { return s->steps <= 0 || s->steps-- == 0; }
static bool is_step(const struct fl_node *n) {
  return fl_is_operator(n, FL_UNARY, "++") || fl_is_operator(n, FL_UNARY, "--");
}
static bool is_variable(const struct fl_node *n, const struct fl_decl *d) {
  return n && n->kind == FL_REF && n->decl == d;
}

static enum end value(struct search *s, const struct fl_node *n);
static enum end truth(struct search *s, const struct fl_node *n, bool want);

// A value that is made from another: if it is made from itself, it is a new one each time.
static enum end moved(struct search *s, const struct fl_node *n) {
  s->moves++;
  const enum end e = value(s, n);
  s->moves--;
  return e;
}

static bool in_loop(const struct search *s, const struct fl_node *n) {
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
static struct fl_node *label_in(struct fl_node *in, const struct fl_node *jump) {
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
static bool leaves(const struct search *s, const struct fl_node *n) {
  if (n->kind == FL_BREAK)
    return around(n, true) == s->loop;
  if (n->kind == FL_GOTO)
    return !label_in(s->loop, n);
  if (n->kind != FL_RETURN)
    return false;
  for (; n && n != s->loop; n = n->parent)
    if (n->kind == FL_LAMBDA)
      return false;
  return true;
}

// What writes a variable; what ends a round. Where both ways of an `if` do so, the way does not matter.
struct writes {
  const struct search *search;
  const struct fl_decl *decl; // NULL: looks for what leaves the loop
  bool found;
};
static bool find_write(struct fl_node *n, void *data) {
  struct writes *w = data;
  if (w->decl)
    w->found |= (n->kind == FL_ASSIGN || is_step(n)) && is_variable(n->kids.data[0], w->decl);
  else
    w->found |= leaves(w->search, n);
  return !w->found;
}
static bool writes(const struct search *s, struct fl_node *n, const struct fl_decl *d) {
  struct writes w = {s, d, false};
  fl_walk(n, find_write, &w);
  return w.found;
}

// Who brings it about that `n`, in the loop, is reached, or, unless `want`, is not. `always`: nothing is in its way. `d`: what is written there; NULL: the
// loop is left. Variables that are being looked at keep their values until then.
static enum end ways(struct search *s, const struct fl_node *n, const struct fl_decl *d, bool want,
                     bool *always) {
  enum end e = want ? ITSELF : NOBODY;
  *always = true;
  for (const struct fl_node *k = n, *p = n->parent; p && k != s->loop; k = p, p = p->parent) {
    const bool both_sides = fl_is_operator(p, FL_BINARY, "&&");
    const bool second = (both_sides || fl_is_operator(p, FL_BINARY, "||")) && p->kids.len == 2 &&
                        k == p->kids.data[1];
    const bool then = second ? both_sides : k == p->then;
    const bool branch = p->kind == FL_IF || p->kind == FL_TERNARY;
    const bool decides = branch && p->cond && (then || k == p->otherwise) &&
                         !(want && writes(s, then ? p->otherwise : p->then, d));
    const bool selects = p->kind == FL_SWITCH && k == p->then && p->cond;
    if (!decides && !selects && !second)
      continue;
    s->moves -= MOST_MOVES;
    const enum end here = second    ? truth(s, p->kids.data[0], then == want)
                          : decides ? truth(s, p->cond, then == want)
                                    : value(s, p->cond);
    s->moves += MOST_MOVES;
    *always = false;
    e = want ? both(e, here) : either(e, here);
  }
  return e;
}

struct skips {
  struct search *search;
  const struct fl_node *before;
  enum end end;
  bool any;
};
static bool find_skip(struct fl_node *n, void *data) {
  struct skips *k = data;
  if (is_spent(k->search))
    return false;
  if (n->kind != FL_CONTINUE || around(n, false) != k->search->loop ||
      n->span.end > k->before->span.begin)
    return true;
  bool always;
  const enum end e = ways(k->search, n, NULL, false, &always);
  if (!always) {
    k->end = both(k->end, e);
    k->any = true;
  }
  return true;
}
static enum end reached(struct search *s, const struct fl_node *n, const struct fl_decl *d,
                        bool *always) {
  struct skips k = {s, n, ITSELF, false};
  const enum end e = ways(s, n, d, true, always);
  fl_walk(s->loop, find_skip, &k);
  *always &= !k.any;
  return both(e, k.end);
}

// Where the results of an asm statement end in its text.
static uint32_t results_end(struct fl_unit *u, const struct fl_node *n) {
  const char *text = fl_span_text(u, n->span), *p = text;
  int colons = 0;
  for (bool inside = false; *p && colons < 2; p++) {
    inside ^= *p == '"' && (p == text || p[-1] != '\\');
    colons += *p == ':' && !inside;
  }
  return n->span.begin + (uint32_t)(p - text);
}

// Does a call change a variable that is named in it, by its address or a reference? Members leave their object as it is, as far as this matters here.
static bool changed_by(const struct fl_node *call, const struct fl_node *use) {
  const struct fl_node *p = use->parent;
  if (fl_is_operator(p, FL_UNARY, "&"))
    return p->parent == call;
  if (p != call || call->callee == use || fl_named(call, "operator()"))
    return false;
  const struct fl_function *f = call->decl ? call->decl->function : NULL;
  const size_t first = call->callee && call->kids.len && call->kids.data[0] == call->callee;
  for (size_t i = first; f && i < call->kids.len && i - first < f->params.len; i++)
    if (call->kids.data[i] == use)
      return strchr(f->params.data[i - first].type, '&') &&
             !fl_begins(f->params.data[i - first].type, "const ");
  return fl_binds_reference(call);
}

// Who gives what is assigned to.
static enum end assigned(struct search *s, const struct fl_node *n) {
  const bool gathers = fl_named(n, "|=") || fl_named(n, "&=");
  return gathers || fl_named(n, "=") ? value(s, n->kids.data[1]) : ITSELF;
}

struct changes {
  struct search *search;
  const struct fl_decl *decl;
  bool fresh; // each round begins with a value of its own, so counting within it leads nowhere
  enum end end;
};
static bool find_begin(struct fl_node *n, void *data) {
  struct changes *c = data;
  if (is_spent(c->search))
    return false;
  const bool assigns = fl_is_operator(n, FL_ASSIGN, "=") && n->kids.len == 2 &&
                       is_variable(n->kids.data[0], c->decl);
  if ((!assigns && !(n->kind == FL_VAR && n->decl == c->decl)) || !in_loop(c->search, n))
    return true;
  bool always = true;
  if (assigns)
    reached(c->search, n, c->decl, &always);
  c->fresh = always && (!assigns || value(c->search, n->kids.data[1]) == NOBODY);
  return !c->fresh;
}

static bool find_use(struct fl_node *n, void *data) { return !is_variable(n, data); }
// Who gives what is assigned to the variable.
static enum end carried(const struct changes *c, const struct fl_node *n) {
  return !c->fresh || fl_named(n, "|=") || fl_named(n, "&=")   ? assigned(c->search, n)
         : fl_walk(n->kids.data[1], find_use, (void *)c->decl) ? value(c->search, n->kids.data[1])
                                                               : NOBODY;
}

// Who gives a variable another value, by this node.
static bool find_change(struct fl_node *n, void *data) {
  struct changes *c = data;
  struct search *s = c->search;
  if (is_spent(s))
    return false;
  enum end e = NOBODY;
  const struct fl_node *target = n->kids.len ? n->kids.data[0] : NULL;
  while (target && (n->kind == FL_ASSIGN || is_step(n)) && target->kids.len &&
         (target->kind == FL_MEMBER || target->kind == FL_SUBSCRIPT) && !fl_looks_of_place(target))
    target = target->kids.data[0];
  const bool use = is_variable(n, c->decl) && n->parent;
  const struct fl_node *call = use && n->parent->kind == FL_UNARY ? n->parent->parent : n->parent;
  if (n->kind == FL_VAR && n->decl == c->decl && n->init)
    e = value(s, n->init);
  else if (n->kind == FL_ASSIGN && n->kids.len == 2 && is_variable(target, c->decl))
    e = carried(c, n);
  else if (is_step(n) && is_variable(target, c->decl))
    e = c->fresh ? NOBODY : ITSELF;
  else if (use && n->parent->kind == FL_ASM)
    e = n->span.begin >= results_end(s->unit, n->parent)   ? NOBODY
        : fl_looks_of_asm(s->unit, n->parent) & FL_CHANGES ? ITSELF
                                                           : OTHERS;
  else if (use && call && call->kind == FL_CALL && changed_by(call, n))
    e = fl_looks_of_call(s->unit, s->fn, call) & FL_LOOKS ? OTHERS : ITSELF;
  else
    return true;
  if (!in_loop(s, n))
    return true;
  bool always;
  const enum end way = reached(s, n, c->decl, &always);
  if (e != NOBODY)
    e = both(e, way);
  else if (!always) // `done = true` is what leads to it
    e = way;
  c->end = either(c->end, e);
  return true;
}

static enum end variable(struct search *s, const struct fl_decl *d) {
  for (int i = 0; i < s->depth; i++)
    if (s->open[i].decl == d)
      return s->moves > s->open[i].moves ? ITSELF : NOBODY;
  if (s->depth == MOST_VARIABLES)
    return NOBODY;
  s->open[s->depth].decl = d;
  s->open[s->depth++].moves = s->moves;
  struct changes c = {s, d, false, NOBODY};
  fl_walk(s->loop, find_begin, &c);
  fl_walk(s->loop, find_change, &c);
  s->depth--;
  return c.end;
}

// Who leads the loop from one place to another.
static enum end place(struct search *s, const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  if (n->kind == FL_REF)
    return fl_is_local(n->decl) ? variable(s, n->decl) : NOBODY;
  if (!of)
    return NOBODY;
  const bool part =
      n->kind == FL_CAST || fl_is_array(of) || (n->kind == FL_MEMBER && !fl_is_pointer(of));
  const enum end e = part ? place(s, of) : moved(s, of);
  return n->kind == FL_SUBSCRIPT && n->kids.len == 2 ? either(e, moved(s, n->kids.data[1])) : e;
}

struct stores {
  struct search *search;
  const struct fl_node *at;
  enum end end;
};
// Does the loop itself write a place that it reads?
static bool find_store(struct fl_node *n, void *data) {
  struct stores *t = data;
  struct search *s = t->search;
  if (is_spent(s))
    return false;
  const bool atomic = n->kind == FL_CALL && n->name && fl_begins(n->name, "atomic") &&
                      n->kids.len > 1 && fl_looks_of_call(s->unit, s->fn, n) == FL_CHANGES;
  if ((n->kind == FL_ASSIGN || is_step(n) || atomic) && in_loop(s, n) &&
      fl_same_place(s->unit, n->kids.data[atomic], t->at)) {
    bool always;
    t->end = either(t->end, reached(s, n, NULL, &always));
  }
  return true;
}
static enum end stored(struct search *s, const struct fl_node *at) {
  if (s->in_store)
    return NOBODY;
  struct stores t = {s, at, NOBODY};
  s->in_store = true;
  fl_walk(s->loop, find_store, &t);
  s->in_store = false;
  return t.end;
}

static enum end called(struct search *s, const struct fl_node *n) {
  const unsigned looks = fl_looks_of_call(s->unit, s->fn, n);
  const struct fl_node *object = fl_object_of(n);
  enum end e = object ? place(s, object) : NOBODY;
  if (!(looks & FL_LOOKS) && looks & FL_CHANGES)
    return ITSELF;
  for (size_t i = 0; i < n->kids.len; i++) {
    const struct fl_node *k = n->kids.data[i];
    const struct fl_node *of = fl_is_operator(k, FL_UNARY, "&") ? k->kids.data[0] : k;
    if (k != n->callee && !(of->kind == FL_REF && changed_by(n, of)))
      e = either(e, moved(s, k));
  }
  if (looks & FL_LOOKS && e != ITSELF && fl_begins(n->name, "atomic") && n->kids.len > 1)
    e = either(e, stored(s, n->kids.data[1]));
  return e == ITSELF ? e : looks & FL_LOOKS || (looks & FL_LOADS && s->any_load) ? OTHERS : e;
}

// Who gives an expression another value.
static enum end value(struct search *s, const struct fl_node *n) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  enum end e = NOBODY;
  if (n->has_value || n->kind == FL_LAMBDA || is_spent(s))
    return NOBODY;
  if (n->kind == FL_CALL)
    return called(s, n);
  if (fl_is_operator(n, FL_UNARY, "&"))
    return place(s, of);
  if (is_step(n))
    return ITSELF;
  if (n->kind == FL_ASSIGN && n->kids.len == 2)
    return assigned(s, n);
  const unsigned looks = fl_is_array(n) ? 0 : fl_looks_of_place(n);
  if (looks) {
    e = place(s, n);
    if (e != ITSELF)
      e = either(e, stored(s, n));
    return e == NOBODY && (looks & FL_LOOKS || s->any_load) ? OTHERS : e;
  }
  if (n->kind == FL_REF)
    return fl_is_local(n->decl) ? variable(s, n->decl) : NOBODY;
  if (n->kind == FL_MEMBER || n->kind == FL_SUBSCRIPT)
    return place(s, n);
  const bool bits = n->kind == FL_BINARY && n->name && strpbrk(n->name, "|&,");
  const bool same = bits || n->kind == FL_CAST || n->kind == FL_TERNARY || n->kind == FL_VAR;
  for (size_t i = 0; i < n->kids.len; i++)
    e = either(e, same ? value(s, n->kids.data[i]) : moved(s, n->kids.data[i]));
  return e;
}

// Who gives a condition the value `want`.
static enum end truth(struct search *s, const struct fl_node *n, bool want) {
  if (n->has_value)
    return (n->value != 0) == want ? ITSELF : NOBODY;
  if (fl_is_operator(n, FL_UNARY, "!"))
    return truth(s, n->kids.data[0], !want);
  const bool conjunction = fl_is_operator(n, FL_BINARY, "&&");
  if ((!conjunction && !fl_is_operator(n, FL_BINARY, "||")) || n->kids.len != 2)
    return value(s, n);
  const enum end a = truth(s, n->kids.data[0], want), b = truth(s, n->kids.data[1], want);
  return conjunction == want ? both(a, b) : either(a, b);
}

struct leave {
  struct search *search;
  enum end end;
};
static bool find_leave(struct fl_node *n, void *data) {
  struct leave *l = data;
  bool always;
  if (is_spent(l->search))
    return false;
  if (leaves(l->search, n) && in_loop(l->search, n))
    l->end = either(l->end, reached(l->search, n, NULL, &always));
  return true;
}

// Does a loop wait for other threads? `jump`: what the last statement goes round, back to a label. `any_load`: any load in it may look for what they write.
static bool waits(struct search *s, struct fl_node *loop, const struct fl_node *jump,
                  bool any_load) {
  const struct fl_node *label = jump ? loop : NULL;
  if (jump)
    loop = loop->parent;
  const unsigned looks = fl_looks_in(s->unit, s->fn, loop);
  *s = (struct search){.unit = s->unit,
                       .fn = s->fn,
                       .loop = loop,
                       .label = label,
                       .jump = jump,
                       .any_load = any_load || (looks & FL_PAUSES),
                       .steps = MOST_STEPS};
  if (!(looks & FL_LOOKS) && !(s->any_load && looks & FL_LOADS))
    return false;
  struct leave l = {s, NOBODY};
  bool always;
  if (jump)
    l.end = ways(s, jump, NULL, false, &always);
  else if (loop->cond)
    l.end = truth(s, loop->cond, false);
  fl_walk(loop, find_leave, &l);
  return l.end == OTHERS || is_spent(s);
}

// A member of std::atomic and its like, of a barrier or latch, that waits.
static bool waits_within(const struct fl_node *n) {
  const struct fl_node *object = n->kind == FL_CALL && n->name ? fl_object_of(n) : NULL;
  return object && object->type && strstr(n->name, "wait") &&
         (strstr(object->type, "tomic") || strstr(object->type, "barrier") ||
          strstr(object->type, "latch"));
}

// Launches and joins in a loop.
struct loop_launches {
  bool launch, join;
};
static bool find_launches(struct fl_node *n, void *data) {
  struct loop_launches *l = data;
  const struct fl_function *g = n->kind == FL_CALL && n->decl ? n->decl->function : NULL;
  const struct fl_api *api = n->kind == FL_CALL ? fl_api_find(n->name) : NULL;
  l->launch |= n->kind == FL_LAUNCH || (g && g->facts->reach.len);
  l->join |= (g && g->facts->any_join) || (api && api->cls == FL_API_JOIN);
  return true;
}

// Does a loop launch until a child has written something, without a join? CUDA promises no such thing, but children may run beside the loop, and there it ends.
static bool polls(struct search *s, struct fl_node *loop) {
  struct loop_launches l = {false, false};
  fl_walk(loop, find_launches, &l);
  return l.launch && !l.join && waits(s, loop, NULL, true);
}

static bool find_wait(struct fl_node *n, void *data) {
  struct search *s = data;
  struct fl_facts *x = s->fn->facts;
  const bool loop = n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_FOR;
  struct fl_node *label = n->kind == FL_GOTO && n->name ? label_in(s->fn->body, n) : NULL;
  const bool back = label && label->parent && label->span.begin < n->span.begin;
  if ((loop && waits(s, n, NULL, false)) || (back && waits(s, label, n, false)) ||
      waits_within(n)) {
    x->any_wait = true;
    x->wait_at = n->span;
  }
  return !x->any_wait;
}

static bool find_poll(struct fl_node *n, void *data) {
  struct search *s = data;
  struct fl_facts *x = s->fn->facts;
  const bool loop = n->kind == FL_WHILE || n->kind == FL_DO || n->kind == FL_FOR;
  if (loop && polls(s, n)) {
    x->polls = true;
    x->polls_at = n->span;
  }
  return !x->polls;
}

static bool spread(struct fl_function *f, const struct fl_function *from) {
  struct fl_facts *x = f->facts;
  const struct fl_facts *y = from->facts;
  const bool waits = !x->any_wait && y->any_wait, polls = !x->polls && y->polls;
  if (waits) {
    x->any_wait = true;
    x->wait_at = y->wait_at;
  }
  if (polls) {
    x->polls = true;
    x->polls_at = y->polls_at;
  }
  return waits || polls;
}

void fl_analyse_spin(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct search s = {.unit = u, .fn = u->functions.data[i]};
    if (s.fn->body)
      fl_walk(s.fn->body, find_wait, &s);
    if (s.fn->body && s.fn->facts->reach.len)
      fl_walk(s.fn->body, find_poll, &s);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < u->functions.len; i++) {
      struct fl_function *f = u->functions.data[i];
      for (size_t k = 0; k < f->facts->callees.len; k++)
        changed |= spread(f, f->facts->callees.data[k]);
      for (size_t k = 0; k < f->facts->specializations.len; k++)
        changed |= spread(f, f->facts->specializations.data[k]);
    }
  }
}
