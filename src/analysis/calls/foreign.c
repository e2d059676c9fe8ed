// Device functions and kernels of other files of the program. What moves a launch assumes of the functions that they are plain: they depend on nothing but their arguments and memory, neither on the
// block that they run in nor on what is launched around them. The files that define them say whether that is so (emit/foreign.c), and the host asks
// before it launches a form of a kernel that comes to call some (freelaunch/foreign.h). Only functions that the linker knows by one name are assumed of;
// nothing can be asked for others. Kernels run in drains of their own files, if these can have some.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/memory/memory.h"
#include "analysis/threads/threads.h"
#include "analysis/waits/look.h"
#include "analysis/waits/waits.h"

bool fl_has_symbol(const struct fl_function *f) {
  return f->symbol && !f->is_virtual && !f->in_template_class && !fl_begins(f->name, "operator") &&
         strcmp(f->name, "begin") != 0 && strcmp(f->name, "end") != 0;
}

static bool initialises_member(const struct fl_unit *u, const char *name) {
  for (size_t i = 0; i < u->member_uses.len; i++)
    if (!strcmp(u->member_uses.data[i].name, name))
      return true;
  return false;
}

// Is a function named where nobody sees what calls it: in a lambda of the host's, or where a class initialises a member?
static bool is_named_apart(const struct fl_unit *u, const struct fl_function *f) {
  for (size_t i = 0; i < u->lambda_uses.len; i++)
    if (!strcmp(u->lambda_uses.data[i].name, f->name))
      return true;
  return initialises_member(u, f->name);
}

bool fl_calls_foreign(const struct fl_unit *u) {
  bool any = false;
  for (size_t i = 0; i < u->functions.len && u->any_foreign; i++) {
    const struct fl_function *f = u->functions.data[i];
    any |= f->facts->is_foreign && (f->facts->callers.len || is_named_apart(u, f));
    for (size_t k = 0; k < f->facts->launches.len && f->facts->is_foreign; k++)
      any |= !f->facts->launches.data[k]->on_host;
  }
  return any;
}

struct closure {
  struct fl_unit *unit;
  bool *seen; // functions, by their index
  struct fl_functions *out;
};

static void add(struct closure *c, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  if (c->seen[x->index])
    return;
  c->seen[x->index] = true;
  if (x->is_foreign && f->kind != FL_KERNEL)
    *fl_vec_add(c->unit->arena, c->out) = f;
  for (size_t i = 0; i < x->callees.len; i++)
    add(c, x->callees.data[i]);
  for (size_t i = 0; i < x->specializations.len; i++)
    add(c, x->specializations.data[i]);
  for (size_t i = 0; i < x->below.len; i++)
    add(c, x->below.data[i]);
  for (size_t i = 0; i < c->unit->functions.len; i++) {
    struct fl_function *g = c->unit->functions.data[i];
    if (!c->seen[g->facts->index] && (fl_may_run_on_object(f, g) || fl_may_run_anywhere(g) ||
                                      (g->kind != FL_KERNEL && is_named_apart(c->unit, g))))
      add(c, g);
  }
}

const struct fl_functions *fl_foreign_of(struct fl_unit *u, const struct fl_function *f) {
  struct fl_facts *x = f->facts;
  if (!x->foreign) {
    x->foreign = fl_alloc(u->arena, sizeof *x->foreign);
    if (u->any_foreign)
      add(&(struct closure){u, fl_alloc(u->arena, u->functions.len + 1), x->foreign},
          u->functions.data[x->index]);
  }
  return x->foreign;
}

// What a function's text has that is not plain, by itself.
struct search {
  struct fl_unit *unit;
  const char *found;
};
static bool find_odd(struct fl_node *n, void *data) {
  struct search *s = data;
  const struct fl_decl *d = n->decl;
  if (n->kind == FL_CALL &&
      (!d || d->kind != FL_DECL_FUNCTION || (d->function && d->function->is_virtual)))
    s->found = "calls what is not known";
  else if (n->kind == FL_DELETE || (n->kind == FL_CALL && fl_heap_call(n)))
    s->found = "allocates or frees memory";
  else if (n->kind == FL_ASM)
    s->found = "has inline assembly";
  return !s->found;
}

// May another definition take its place when the program is linked? `weak` may stand at any declaration.
static bool is_weak(struct fl_unit *u, const struct fl_function *f) {
  bool weak = strstr(fl_head_text(u, f->specifiers), "weak") != NULL;
  for (size_t i = 0; i < f->redeclarations.len && !weak; i++)
    weak = strstr(fl_head_text(u, f->redeclarations.data[i].span), "weak") != NULL;
  return weak;
}

bool fl_only_joins(const struct fl_function *f) {
  return f->kind != FL_KERNEL && f->facts->any_join && !f->facts->reach.len &&
         !f->facts->hidden_launch.text;
}

static const char *own_obstacle(struct fl_unit *u, const struct fl_function *f) {
  const struct fl_facts *x = f->facts;
  struct search s = {u, NULL};
  if (!f->body || f->differs || !fl_span_empty(f->unseen))
    return "is not wholly known";
  if (is_weak(u, f))
    return "may be another one";
  fl_walk(f->body, find_odd, &s);
  if (s.found)
    return s.found;
  if (fl_only_joins(f))
    return "waits for what is launched elsewhere";
  // Which lanes are active is another matter where one thread runs all of them.
  if (x->needs_context || x->any_warp || x->any_block_scope)
    return "depends on its block";
  if (x->hidden_launch.text || x->reach.len || x->any_stream || x->any_join || x->asks_for_errors)
    return "may launch";
  if (x->any_heap)
    return "allocates or frees memory";
  if (x->any_wait || x->polls.text || x->takes_lock || x->looks & (FL_LOOKS | FL_TAKES | FL_PAUSES))
    return "may wait for other threads";
  if (x->calls_any || x->may_call_any)
    return "calls what is not known";
  if (u->casts_const)
    return "may change what is constant";
  return NULL;
}

// May `g` run in `f` without a call that names it? (What calls virtual functions is found by these calls.)
static bool may_run(struct fl_unit *u, const struct fl_function *f, const struct fl_function *g) {
  return fl_may_run_on_object(f, g) || (fl_may_run_anywhere(g) && !g->is_virtual) ||
         (g->kind != FL_KERNEL && initialises_member(u, g->name));
}

static const char *obstacle(struct fl_unit *u, const struct fl_function *f, bool *seen) {
  if (f->facts->is_foreign || seen[f->facts->index])
    return NULL;
  seen[f->facts->index] = true;
  const char *why = own_obstacle(u, f);
  for (size_t i = 0; i < f->facts->callees.len && !why; i++)
    why = obstacle(u, f->facts->callees.data[i], seen);
  for (size_t i = 0; i < u->functions.len && !why; i++)
    if (may_run(u, f, u->functions.data[i]))
      why = obstacle(u, u->functions.data[i], seen);
  return why;
}

const char *fl_drain_obstacle(struct fl_unit *u, struct fl_function *k) {
  const struct fl_facts *x = k->facts;
  if (is_weak(u, k))
    return "may be another one";
  if (x->reach.len || x->hidden_launch.text || x->any_stream || x->any_join)
    return "may launch kernels itself";
  if (x->any_heap)
    return "allocates memory";
  if (fl_foreign_of(u, k)->len)
    return "calls functions of other files itself";
  if (x->no_context_deep.text || fl_handed_obstacle(u, k).text ||
      fl_virtual_obstacle(u, k, NULL).text || fl_needs_grid(u, k) || fl_needs_order(u, k))
    return "can only be run as it is";
  return NULL;
}

const char *fl_plain_obstacle(struct fl_unit *u, const struct fl_function *f) {
  for (size_t i = 0; i < u->member_uses.len; i++)
    if (fl_api_find(u->member_uses.data[i].name))
      return "may depend on its block";
  return obstacle(u, f, fl_alloc(u->arena, u->functions.len + 1));
}
