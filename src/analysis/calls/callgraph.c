// What follows through calls and launches: who needs a context, which sites a kernel reaches, and
// recursion.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include <string.h>

static bool touches_context(const struct fl_function *f) {
  const struct fl_facts *x = f->facts;
  if (f->sites.len || f->shared.len || x->reads_file_shared || x->has_join || x->uses_groups ||
      x->hides_context)
    return true;
  // What an error is called is the same everywhere, as is which lanes are active.
  static const char *const same[] = {"__activemask", "cudaGetErrorString", "cudaGetErrorName"};
  for (size_t i = 0; i < x->apis.len; i++) {
    bool free = x->apis.data[i]->cls == FL_API_ANYWHERE;
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
      free |= !strcmp(x->apis.data[i]->name, same[k]);
    if (!free)
      return true;
  }
  return false;
}

static void find_call_obstacle(struct fl_unit *u, struct fl_function *f, struct fl_reason lambdas) {
  struct fl_facts *x = f->facts;
  if (!x->no_context_deep.text)
    x->no_context_deep = fl_default_obstacle(u, f);
  if (!x->no_context_deep.text)
    x->no_context_deep = fl_passed_lambda_obstacle(u, f);
  if (!x->no_context_deep.text && x->calls_any)
    x->no_context_deep = lambdas;
  for (size_t i = 0; i < f->calls.len && !x->no_context_deep.text; i++) {
    struct fl_function *g = fl_called(u, f->calls.data[i]);
    if (g && g->kind != FL_KERNEL && g->facts->needs_context)
      x->no_context_deep = fl_rewrite_obstacle(u, f->calls.data[i], g);
  }
  for (size_t i = 0; i < x->unresolved.len; i++)
    x->unresolved.data[i]->facts->unresolved_of = f;
  for (size_t i = 0; i < x->callees.len && !x->no_context_deep.text; i++) {
    struct fl_function *g = x->callees.data[i];
    if (!g->facts->needs_context)
      continue;
    x->no_context_deep = fl_copy_obstacle(u, g);
    if (!x->no_context_deep.text)
      x->no_context_deep = fl_shared_obstacle(u, f, g);
    if (x->no_context_deep.text)
      return;
    if (g->facts->unresolved_of == f)
      x->no_context_deep = (struct fl_reason){
          fl_format(
              u->arena,
              "'%s', which depends on its block, may be called here by a name that is not resolved",
              g->name),
          f->name_span};
  }
}

void fl_iterate(struct fl_unit *u, bool (*step)(struct fl_unit *, struct fl_function *)) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < u->functions.len; i++)
      changed |= step(u, u->functions.data[i]);
  }
}

bool fl_take_flags(struct fl_facts *to, const struct fl_facts *from, const size_t *flags,
                   size_t n) {
  bool changed = false;
  for (size_t k = 0; k < n; k++) {
    bool *own = (bool *)((char *)to + flags[k]);
    const bool of = *(const bool *)((const char *)from + flags[k]);
    changed |= of && !*own;
    *own |= of;
  }
  return changed;
}

bool fl_take_from_callees(struct fl_function *f, const size_t *flags, size_t n) {
  bool changed = false;
  for (size_t i = 0; i < f->facts->callees.len; i++)
    changed |= fl_take_flags(f->facts, f->facts->callees.data[i]->facts, flags, n);
  return changed;
}

static bool spread_calls(struct fl_unit *u, struct fl_function *f) {
  static const size_t flags[] = {
      offsetof(struct fl_facts, needs_context),     offsetof(struct fl_facts, any_barrier),
      offsetof(struct fl_facts, any_warp),          offsetof(struct fl_facts, any_join),
      offsetof(struct fl_facts, any_static_shared), offsetof(struct fl_facts, any_heap),
      offsetof(struct fl_facts, any_stream),        offsetof(struct fl_facts, may_call_any),
      offsetof(struct fl_facts, asks_for_errors),   offsetof(struct fl_facts, any_dynamic_shared),
      offsetof(struct fl_facts, any_hides_lanes),   offsetof(struct fl_facts, any_hides_block),
      offsetof(struct fl_facts, any_block_scope)};
  (void)u;
  return fl_take_from_callees(f, flags, sizeof flags / sizeof *flags);
}

// Whichever of several functions is meant, it is called alike: if one of them needs a context, all are given one.
static bool spread_names(struct fl_unit *u, struct fl_function *f) {
  bool changed = false;
  for (size_t i = 0; i < f->facts->shared_calls.len; i++) {
    const struct fl_node *call = f->facts->shared_calls.data[i];
    bool needs = false;
    for (struct fl_function *g = NULL; (g = fl_next_called(u, call, g));)
      needs |= g->facts->needs_context;
    for (struct fl_function *g = NULL; needs && (g = fl_next_called(u, call, g));) {
      changed |= !g->facts->needs_context;
      g->facts->needs_context = true;
    }
  }
  return changed;
}

// The same of the conversions of classes of one name.
static bool spread_conversions(struct fl_unit *u) {
  bool changed = false;
  for (size_t i = 0; i < u->conversions.len; i++) {
    const struct fl_functions *of = &u->conversions.data[i]->functions;
    bool needs = false;
    for (size_t k = 0; k < of->len; k++)
      needs |= of->data[k]->conversions && of->data[k]->facts->needs_context;
    for (size_t k = 0; k < of->len && needs; k++) {
      changed |= !of->data[k]->facts->needs_context;
      of->data[k]->facts->needs_context = true;
    }
  }
  return changed;
}

// A function that calls a value depends on its block if a lambda of the host's does.
static bool spread_lambdas(struct fl_unit *u) {
  const bool depend = fl_lambda_dependence(u).text != NULL;
  bool changed = false;
  for (size_t i = 0; i < u->functions.len && depend; i++) {
    const struct fl_function *f = u->functions.data[i];
    const bool depends = f->facts->calls_any && f->kind != FL_KERNEL && !f->facts->needs_context;
    f->facts->needs_context |= depends;
    changed |= depends;
  }
  return changed;
}

// How much has been taken over of each of the lists that grow: only what is new is looked at.
static size_t *counts_of(struct fl_unit *u, size_t **counts, size_t len) {
  if (!*counts)
    *counts = fl_alloc(u->arena, (len + 1) * sizeof **counts);
  return *counts;
}

static bool spread_reach(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  size_t *done = counts_of(u, &x->reach_done, x->callees.len);
  bool changed = false;
  for (size_t i = 0; i < x->callees.len; i++) {
    const struct fl_facts *y = x->callees.data[i]->facts;
    for (; done[i] < y->reach.len; done[i]++) {
      struct fl_site *s = y->reach.data[done[i]];
      if (!fl_bits_add(u->arena, &x->in_reach, u->sites.len + 1, s->id))
        continue;
      *fl_vec_add(u->arena, &x->reach) = s;
      changed = true;
    }
    if (x->callees.data[i] == f)
      x->calls_recursively = true;
  }
  return changed;
}

static bool spread_hidden_launches(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  (void)u;
  for (size_t i = 0; i < x->callees.len && !x->hidden_launch.text; i++) {
    x->hidden_launch = x->callees.data[i]->facts->hidden_launch;
    if (x->hidden_launch.text)
      return true;
  }
  return false;
}

static bool spread_obstacles(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  (void)u;
  for (size_t i = 0; i < x->callees.len && !x->no_context_deep.text; i++) {
    const struct fl_facts *y = x->callees.data[i]->facts;
    if (y->needs_context && y->no_context_deep.text) {
      x->no_context_deep = y->no_context_deep;
      return true;
    }
  }
  return false;
}

static bool add_below(struct fl_unit *u, struct fl_facts *x, struct fl_function *k) {
  if (!fl_bits_add(u->arena, &x->in_below, u->functions.len, k->facts->index))
    return false;
  *fl_vec_add(u->arena, &x->below) = k;
  return true;
}

static bool spread_launches(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  size_t *done = counts_of(u, &x->below_done, x->reach.len);
  bool changed = false;
  for (size_t i = 0; i < x->reach.len; i++) {
    struct fl_function *k = x->reach.data[i]->kernel;
    if (!k)
      continue;
    changed |= add_below(u, x, k);
    for (; done[i] < k->facts->below.len; done[i]++)
      changed |= add_below(u, x, k->facts->below.data[done[i]]);
  }
  return changed;
}

// What a function does itself is part of what is done by it and by what it calls.
static void begin_with_own(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  x->needs_context = f->kind != FL_KERNEL && touches_context(f);
  x->any_barrier = x->has_barrier;
  x->any_warp = x->has_warp;
  x->any_hides_lanes = x->hides_lanes;
  x->any_hides_block = x->hides_block;
  x->any_join = x->has_join;
  x->any_block_scope = x->has_block_scope;
  x->may_call_any = x->calls_any;
  for (size_t k = 0; k < x->apis.len; k++)
    x->any_stream |= x->apis.data[k]->cls == FL_API_STREAM;
  x->any_dynamic_shared = x->reads_file_shared;
  for (size_t k = 0; k < f->shared.len; k++) {
    const struct fl_decl *d = f->shared.data[k]->decl;
    x->any_static_shared |= d && !d->is_extern;
    x->any_dynamic_shared |= !d || d->is_extern;
  }
  x->no_context_deep = x->no_context;
  for (size_t k = 0; k < f->sites.len; k++) {
    (void)fl_bits_add(u->arena, &x->in_reach, u->sites.len + 1, f->sites.data[k]->id);
    *fl_vec_add(u->arena, &x->reach) = f->sites.data[k];
  }
}

void fl_analyse_calls(struct fl_unit *u) {
  fl_find_specialized(u);
  for (size_t i = 0; i < u->sites.len; i++)
    if (u->sites.data[i]->kernel)
      *fl_vec_add(u->arena, &u->sites.data[i]->kernel->facts->launches) = u->sites.data[i];
  fl_collect_callees(u);
  fl_find_parameters(u);
  for (size_t i = 0; i < u->functions.len; i++)
    begin_with_own(u, u->functions.data[i]);
  for (bool changed = true; changed;) {
    changed = false;
    fl_iterate(u, spread_calls);
    changed |= spread_lambdas(u);
    changed |= spread_conversions(u);
    for (size_t i = 0; i < u->functions.len; i++)
      changed |= spread_names(u, u->functions.data[i]);
  }
  const struct fl_reason lambdas = fl_lambda_dependence(u);
  for (size_t i = 0; i < u->functions.len; i++)
    find_call_obstacle(u, u->functions.data[i], lambdas);
  fl_find_unseen(u);
  fl_iterate(u, spread_reach);
  fl_iterate(u, spread_hidden_launches);
  fl_find_hidden_launches(u);
  fl_iterate(u, spread_hidden_launches);
  fl_iterate(u, spread_obstacles);
  fl_iterate(u, fl_spread_specializations);
  fl_iterate(u, spread_launches);
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    for (size_t k = 0; k < f->facts->below.len; k++)
      f->facts->recursive |= f->facts->below.data[k] == f;
  }
}
