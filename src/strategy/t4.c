// t4, Free Launch's CKi -> PTi: the parent thread runs its child's grid itself, thread after thread
// (paper section 2.6).
#include "analysis/fission.h"
#include "strategy/strategy.h"
#include <string.h>

// The variable that a pointer such as `p`, `&v`, `&p[i].x` or `p + i` leads to.
static const struct fl_decl *leads_to(const struct fl_node *e) {
  while (e && e->kind != FL_REF) {
    const bool sum = e->kind == FL_BINARY && e->kids.len == 2;
    if (e->kind == FL_TERNARY || e->kind == FL_CALL || !e->kids.len)
      return NULL;
    const char *right = sum ? e->kids.data[1]->type : NULL;
    if (sum && (!right || strpbrk(right, "*[<") || !strcmp(e->name, ","))) // `i + p`
      return NULL;
    e = e->kids.data[0];
  }
  return e ? e->decl : NULL;
}

// A thread that runs a block alone has its shared memory among its locals, where atomics and the assembler's instructions for shared memory do
// not reach.
struct search {
  struct fl_unit *unit;
  const struct fl_function *kernel;
  bool *seen; // functions that were looked at, by their index
  const struct fl_node *found;
};

static bool is_atomic(const struct fl_node *n) {
  return n->kind == FL_CALL && n->name &&
         (!strncmp(n->name, "atomic", 6) || !strncmp(n->name, "__nv_atomic", 11));
}

// Does a parameter of the kernel keep what the launch passed? A lambda's parameters are others.
struct keeps {
  struct fl_unit *unit;
  const struct fl_decl *decl;
  bool changed;
};
static bool find_change(struct fl_node *n, void *data) {
  struct keeps *k = data;
  k->changed |= n->kind == FL_REF && n->decl == k->decl && !fl_only_read(k->unit, n) &&
                !(n->parent && is_atomic(n->parent));
  return !k->changed;
}
static bool is_passed(struct fl_unit *u, const struct fl_function *kernel,
                      const struct fl_decl *d) {
  for (size_t i = 0; i < kernel->params.len; i++)
    if (kernel->params.data[i].decl == d) {
      struct keeps k = {u, d, false};
      fl_walk(kernel->body, find_change, &k);
      return !k.changed;
    }
  return false;
}
static bool find_atomic(struct fl_node *n, void *data) {
  struct search *s = data;
  if (n->kind == FL_ASM || (n->type && strstr(n->type, "atomic")) ||
      (n->kind == FL_CALL && n->name && strstr(n->name, "_to_shared")))
    s->found = n;
  if (!is_atomic(n))
    return !s->found;
  const struct fl_decl *d = n->kids.len > 1 ? leads_to(n->kids.data[1]) : NULL;
  if (!d || !(d->kind == FL_DECL_GLOBAL || is_passed(s->unit, s->kernel, d)))
    s->found = n;
  return !s->found;
}

// Device functions may call each other in circles.
static void look_through(const struct fl_function *f, struct search *s) {
  if (!f->body || s->found || s->seen[f->facts->index])
    return;
  s->seen[f->facts->index] = true;
  fl_walk(f->body, find_atomic, s);
  for (size_t i = 0; i < f->facts->callees.len; i++)
    look_through(f->facts->callees.data[i], s);
}

static const struct fl_node *atomic_on_shared(struct fl_unit *u, const struct fl_site *site) {
  const struct fl_facts *x = site->kernel->facts;
  if (!x->any_static_shared && !x->reads_file_shared && site->shared_bytes == 0)
    return NULL;
  struct search s = {u, site->kernel, fl_alloc(u->arena, u->functions.len + 1), NULL};
  look_through(site->kernel, &s);
  return s.found;
}

// Why the body of a kernel with barriers cannot be run for a whole block: what lives across a barrier is a reference to its thread's slot.
static struct fl_reason cut_obstacle(struct fl_unit *u, struct fl_function *k) {
  const struct fl_fission *cut = fl_fission_of(u, k);
  for (size_t i = 0; i < cut->slots.len && !cut->illegal.text; i++) {
    const struct fl_decl *d = cut->slots.data[i]->decl;
    const struct fl_reason use = fl_declared_use(u, k, d);
    if (use.text)
      return (struct fl_reason){
          fl_format(u->arena, "'%s' lives across a barrier and %s", d->name, use.text), use.at};
  }
  return cut->illegal;
}

static struct fl_reason legal(struct fl_unit *u, const struct fl_options *opt,
                              const struct fl_site *s) {
  (void)opt;
  struct fl_reason r = fl_movable(u, s);
  if (r.text)
    return r;
  const struct fl_function *k = s->kernel;
  if (k->facts->recursive)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' is recursive, and would nest in one thread's stack", k->name),
        k->name_span};
  if (k->facts->any_wait)
    return (struct fl_reason){
        fl_format(u->arena, "threads of '%s' wait for each other in a loop", k->name),
        k->facts->wait_at};
  if (k->facts->any_barrier && k->facts->specializations.len)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' has barriers and an explicit specialization", k->name),
        k->name_span};
  if (k->facts->any_barrier) {
    const struct fl_reason cut = cut_obstacle(u, s->kernel);
    if (cut.text)
      return (struct fl_reason){fl_format(u->arena, "'%s' has barriers: %s", k->name, cut.text),
                                cut.at};
  }
  if (k->facts->any_warp)
    return (struct fl_reason){fl_format(u->arena, "'%s' exchanges values within a warp", k->name),
                              k->name_span};
  r = fl_passed_lambda_obstacle(u, s->caller);
  if (r.text)
    return r;
  r = fl_lock_obstacle(u, s);
  if (r.text)
    return r;
  const struct fl_node *atomic = atomic_on_shared(u, s);
  if (atomic)
    return (struct fl_reason){
        fl_format(u->arena, "'%s' may have atomics on its shared memory", k->name), atomic->span};
  return fl_not_tail(u, s);
}

const struct fl_strategy fl_t4 = {
    .name = "t4",
    .text = "the parent thread runs the child serially",
    .policy = "fl::serial(fl_ctx)",
    .legal = legal,
};
