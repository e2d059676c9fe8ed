// What follows through calls and launches: who needs a context, which sites a kernel reaches, and
// recursion.
#include "analysis/analysis.h"
#include <ctype.h>
#include <string.h>

typedef FL_VEC(struct fl_function *) functions;
struct walk {
  struct fl_unit *unit;
  struct fl_function *fn;
};

static bool add_function(struct fl_unit *u, functions *v, struct fl_function *f) {
  for (size_t i = 0; i < v->len; i++)
    if (v->data[i] == f)
      return false;
  *fl_vec_add(u->arena, v) = f;
  return true;
}

static bool is_name(const char *s) {
  return isalpha((unsigned char)*s) || *s == '_' || *s == '~' || (unsigned char)*s >= 0x80;
}

static void add_unresolved(struct fl_unit *u, struct fl_function *f, struct fl_function *g) {
  add_function(u, (functions *)&f->facts->callees, g);
  add_function(u, (functions *)&f->facts->unresolved, g);
}

// How many arguments has a call?
static size_t count_arguments(struct fl_unit *u, const struct fl_node *call) {
  const bool counted = call->editable && !strstr(fl_span_text(u, call->span), "...");
  return counted && call->callee ? call->kids.len - 1 : FL_ANY_NUMBER;
}

// Is what is called a value: `f`, `table[i]`, `x.*f`, `Box<T>{f}`?
static bool calls_value(const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  return (c && c->decl && c->decl->kind != FL_DECL_FUNCTION) || !call->name ||
         !is_name(call->name) || (c && c->kind != FL_REF && c->kind != FL_MEMBER);
}

// May it be one for all that is known? `x.f(i)` and `T::f(i)` call a member of a class that clang does not know, of whatever kind.
static bool may_call_value(const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  return c && !c->decl && (c->kind == FL_MEMBER || c->kind == FL_REF);
}

// What it holds is called otherwise than it is.
static bool names_variable(const struct fl_node *callee) {
  const struct fl_decl *d = callee ? callee->decl : NULL;
  return d && (d->kind == FL_DECL_LOCAL || d->kind == FL_DECL_PARAM || d->kind == FL_DECL_GLOBAL ||
               d->kind == FL_DECL_FIELD);
}

// Is what is called of a type that a lambda of the host's may have? A lambda of the body's own is known to be that.
static bool may_be_lambda(const struct fl_node *call) {
  const char *type = call->callee ? call->callee->type : NULL;
  return fl_is_dependent(call) && !(type && strstr(type, "(lambda"));
}

// A call that clang could not resolve (dependent, or through a pointer or functor) may reach every
// function of that name; an object that is called may reach every operator(); a pointer every
// function whose address was taken.
static void add_candidates(struct fl_unit *u, struct fl_function *f, const struct fl_node *call) {
  const bool value = calls_value(call);
  const bool member = fl_called(u, call) != NULL;
  const bool object = fl_is_object_call(u, call), variable = names_variable(call->callee);
  const bool may_be_value = value || (!member && may_call_value(call));
  const size_t args = count_arguments(u, call);
  f->facts->calls_any |= may_be_value && may_be_lambda(call);
  if (member)
    *fl_vec_add(u->arena, &f->facts->member_calls) = call;
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *g = u->functions.data[i];
    if (g->kind == FL_KERNEL || g->is_lambda)
      continue;
    const bool by_operator = call->name && !strcmp(call->name, "operator"); // `x.operator()(i)`
    const bool functor = !strcmp(g->name, "operator()");
    const bool named =
        call->name && ((!variable && !strcmp(call->name, g->name)) || (by_operator && functor));
    if (object ? fl_is_functors(g) : member && named && g->is_member)
      add_function(u, (functions *)&f->facts->callees, g);
    else if (named ||
             ((functor || g->address_taken) && (value || (may_be_value && fl_takes(g, args)))))
      add_unresolved(u, f, g);
  }
}

// A call of `g`, as far as its name tells: in a template it may come to be one of another function, or of an explicit specialization.
static void add_callee(struct fl_unit *u, struct fl_function *f, const struct fl_node *call,
                       struct fl_function *g) {
  if (!fl_is_dependent(call)) {
    add_function(u, (functions *)&f->facts->callees, g);
    return;
  }
  const char *text =
      call->callee && call->callee->editable ? fl_span_text(u, call->callee->span) : "";
  const size_t args = count_arguments(u, call);
  bool alone = true;
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *h = u->functions.data[i];
    if (h->is_specialization && !strcmp(h->qualified, g->qualified))
      add_function(u, (functions *)&f->facts->callees, h);
    if (g->is_member || h->kind == FL_KERNEL || !fl_is_rival(g, h, text, args))
      continue;
    add_unresolved(u, f, h);
    alone = false;
  }
  if (alone)
    add_function(u, (functions *)&f->facts->callees, g);
  else
    add_unresolved(u, f, g);
}

// Operators in templates may be functions of any class.
static bool add_operators(struct fl_node *n, void *data) {
  const struct walk *w = data;
  const bool is_operator = n->kind == FL_BINARY || n->kind == FL_ASSIGN || n->kind == FL_UNARY ||
                           n->kind == FL_SUBSCRIPT;
  if (!is_operator || !fl_is_dependent(n))
    return true;
  const char *name = n->kind == FL_SUBSCRIPT ? "[]" : n->name ? n->name : "";
  for (size_t i = 0; i < w->unit->functions.len; i++) {
    const char *of = w->unit->functions.data[i]->name;
    if (*name && !strncmp(of, "operator", 8) && !strcmp(of + 8, name))
      add_unresolved(w->unit, w->fn, w->unit->functions.data[i]);
  }
  return true;
}

// Is the object that is called a variable of the body's own?
static bool is_own(const struct fl_node *call) {
  const struct fl_node *object = call->kids.len ? call->kids.data[0] : NULL;
  return object && (object->kind == FL_LAMBDA ||
                    (object->kind == FL_REF && object->decl &&
                     (object->decl->kind == FL_DECL_LOCAL || object->decl->kind == FL_DECL_PARAM)));
}

static void collect_callees(struct fl_unit *u, struct fl_function *f) {
  if (f->body)
    fl_walk(f->body, add_operators, &(struct walk){u, f});
  for (size_t i = 0; i < f->calls.len; i++) {
    struct fl_node *call = f->calls.data[i];
    if (call->decl && call->decl->function) {
      if (call->decl->function->kind != FL_KERNEL)
        add_callee(u, f, call, call->decl->function);
    } else if (!call->decl || call->decl->kind != FL_DECL_FUNCTION) {
      add_candidates(u, f, call);
    } else if (fl_is_dependent(call)) {
      add_candidates(u, f, call);
    } else if (!strcmp(call->decl->name, "operator()")) {
      f->facts->calls_any |= !is_own(call);
    }
  }
}

// What functions of libraries may call of what is handed to them.
static void collect_handed_on(struct fl_unit *u, struct fl_function *f) {
  for (size_t i = 0; i < f->calls.len; i++) {
    for (size_t k = 0; k < u->functions.len; k++) {
      struct fl_function *g = u->functions.data[k];
      if (g->is_member && !strcmp(g->name, "operator()") && fl_hands_on(u, f->calls.data[i], g))
        add_unresolved(u, f, g);
    }
    f->facts->calls_any |= fl_hands_on_any(u, f->calls.data[i]);
  }
}

// Calls in a constructor's initialisers, and in default arguments, are seen by name only.
static void collect_mentioned(struct fl_unit *u, struct fl_function *f, const char *text) {
  for (size_t i = 0; *text && i < u->functions.len; i++)
    if (u->functions.data[i]->kind != FL_KERNEL && fl_mentions(text, u->functions.data[i]->name))
      add_unresolved(u, f, u->functions.data[i]);
}
static void collect_seen_by_name(struct fl_unit *u, struct fl_function *f) {
  collect_mentioned(u, f, fl_initialisers(u, f));
  for (size_t i = 0; i < f->params.len; i++)
    collect_mentioned(u, f, fl_head_text(u, f->params.data[i].default_arg));
}

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

static void find_call_obstacle(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  if (!x->no_context_deep.text)
    x->no_context_deep = fl_default_obstacle(u, f);
  if (!x->no_context_deep.text)
    x->no_context_deep = fl_passed_lambda_obstacle(u, f);
  if (!x->no_context_deep.text && x->calls_any)
    x->no_context_deep = fl_lambda_dependence(u);
  for (size_t i = 0; i < f->calls.len && !x->no_context_deep.text; i++) {
    struct fl_function *g = fl_called(u, f->calls.data[i]);
    if (g && g->kind != FL_KERNEL && g->facts->needs_context)
      x->no_context_deep = fl_rewrite_obstacle(u, f->calls.data[i], g);
  }
  for (size_t i = 0; i < x->callees.len && !x->no_context_deep.text; i++) {
    struct fl_function *g = x->callees.data[i];
    if (!g->facts->needs_context)
      continue;
    x->no_context_deep = fl_copy_obstacle(u, g);
    if (!x->no_context_deep.text)
      x->no_context_deep = fl_shared_obstacle(u, f, g);
    if (x->no_context_deep.text)
      return;
    bool unresolved = false;
    for (size_t k = 0; k < x->unresolved.len; k++)
      unresolved |= x->unresolved.data[k] == g;
    if (unresolved)
      x->no_context_deep = (struct fl_reason){
          fl_format(
              u->arena,
              "'%s', which depends on its block, may be called here by a name that is not resolved",
              g->name),
          f->name_span};
  }
}

// Fixed point of `step` over all functions.
static void iterate(struct fl_unit *u, bool (*step)(struct fl_unit *, struct fl_function *)) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < u->functions.len; i++)
      changed |= step(u, u->functions.data[i]);
  }
}

static bool spread_calls(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  bool changed = false;
  (void)u;
  for (size_t i = 0; i < x->callees.len; i++) {
    const struct fl_facts *y = x->callees.data[i]->facts;
    const bool had[] = {x->needs_context,     x->any_barrier, x->any_warp,       x->any_join,
                        x->any_static_shared, x->any_heap,    x->asks_for_errors};
    x->needs_context |= y->needs_context;
    x->any_barrier |= y->any_barrier;
    x->any_warp |= y->any_warp;
    x->any_join |= y->any_join;
    x->any_static_shared |= y->any_static_shared;
    x->any_heap |= y->any_heap;
    x->asks_for_errors |= y->asks_for_errors;
    changed |= had[0] != x->needs_context || had[1] != x->any_barrier || had[2] != x->any_warp ||
               had[3] != x->any_join || had[4] != x->any_static_shared || had[5] != x->any_heap ||
               had[6] != x->asks_for_errors;
  }
  return changed;
}

// Whichever of the members of one name is meant, it is called alike: if one of them needs a context, all are given one.
static bool spread_names(struct fl_unit *u, struct fl_function *f) {
  bool changed = false;
  for (size_t i = 0; i < f->facts->member_calls.len; i++) {
    const struct fl_node *call = f->facts->member_calls.data[i];
    const char *name = fl_is_object_call(u, call) ? "operator()" : call->name;
    bool needs = false;
    for (size_t pass = 0; pass < 2; pass++)
      for (size_t k = 0; k < u->functions.len; k++) {
        struct fl_function *g = u->functions.data[k];
        if (g->kind == FL_KERNEL || !g->is_member || strcmp(g->name, name) != 0)
          continue;
        changed |= pass && needs && !g->facts->needs_context;
        g->facts->needs_context |= pass && needs;
        needs |= g->facts->needs_context;
      }
  }
  return changed;
}

// A function that calls a value depends on its block if a lambda of the host's does.
static bool spread_lambdas(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  const bool depends =
      x->calls_any && f->kind != FL_KERNEL && !x->needs_context && fl_lambda_dependence(u).text;
  x->needs_context |= depends;
  return depends;
}

static bool spread_reach(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  bool changed = false;
  for (size_t i = 0; i < x->callees.len; i++) {
    const struct fl_facts *y = x->callees.data[i]->facts;
    for (size_t k = 0; k < y->reach.len; k++) {
      bool known = false;
      for (size_t j = 0; j < x->reach.len && !known; j++)
        known = x->reach.data[j] == y->reach.data[k];
      if (!known) {
        *fl_vec_add(u->arena, &x->reach) = y->reach.data[k];
        changed = true;
      }
    }
    if (x->callees.data[i] == f)
      x->calls_recursively = true;
  }
  return changed;
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

static bool spread_launches(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  bool changed = false;
  for (size_t i = 0; i < x->reach.len; i++) {
    struct fl_function *k = x->reach.data[i]->kernel;
    if (!k)
      continue;
    changed |= add_function(u, (functions *)&x->below, k);
    for (size_t j = 0; j < k->facts->below.len; j++)
      changed |= add_function(u, (functions *)&x->below, k->facts->below.data[j]);
  }
  return changed;
}

void fl_analyse_calls(struct fl_unit *u) {
  fl_find_specialized(u);
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    struct fl_facts *x = f->facts;
    collect_callees(u, f);
    collect_handed_on(u, f);
    collect_seen_by_name(u, f);
    x->needs_context = f->kind != FL_KERNEL && touches_context(f);
    x->any_barrier = x->has_barrier;
    x->any_warp = x->has_warp;
    x->any_join = x->has_join;
    for (size_t k = 0; k < f->shared.len; k++)
      x->any_static_shared |= f->shared.data[k]->decl && !f->shared.data[k]->decl->is_extern;
    x->no_context_deep = x->no_context;
    for (size_t k = 0; k < f->sites.len; k++)
      *fl_vec_add(u->arena, &x->reach) = f->sites.data[k];
  }
  for (bool changed = true; changed;) {
    changed = false;
    iterate(u, spread_calls);
    for (size_t i = 0; i < u->functions.len; i++)
      changed |= spread_lambdas(u, u->functions.data[i]);
    for (size_t i = 0; i < u->functions.len; i++)
      changed |= spread_names(u, u->functions.data[i]);
  }
  for (size_t i = 0; i < u->functions.len; i++)
    find_call_obstacle(u, u->functions.data[i]);
  fl_find_unseen(u);
  iterate(u, spread_reach);
  iterate(u, spread_obstacles);
  iterate(u, fl_spread_specializations);
  iterate(u, spread_launches);
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    for (size_t k = 0; k < f->facts->below.len; k++)
      f->facts->recursive |= f->facts->below.data[k] == f;
  }
}
