// Which device functions launch by their template parameters, or by those of their class, and whether their calls tell all of their instances.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include <string.h>

static bool mentions_parameters(const struct fl_function *f, const char *text) {
  for (size_t i = 0; i < f->template_params.len; i++)
    if (fl_mentions(text, f->template_params.data[i].name))
      return true;
  return false;
}

bool fl_depends_on_caller(const struct fl_site *s) {
  return s->kernel && s->kernel->template_params.len &&
         (s->caller->in_template_class || !s->template_args || !*s->template_args ||
          mentions_parameters(s->caller, s->template_args));
}

// Has it instances that differ in what they launch?
static bool has_instances(const struct fl_function *f) {
  return f->kind != FL_KERNEL && (f->is_template || f->in_template_class);
}

bool fl_launches_by_parameters(const struct fl_function *f) { return f->facts->by_parameters; }

void fl_find_parameters(struct fl_unit *u) {
  struct fl_functions reached = {0}; // by so many calls, or fewer
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    bool depends = false;
    for (size_t k = 0; k < f->sites.len && has_instances(f) && !depends; k++)
      depends = fl_depends_on_caller(f->sites.data[k]);
    f->facts->by_parameters = depends;
    if (depends)
      *fl_vec_add(u->arena, &reached) = f;
  }
  size_t done = 0;
  for (unsigned depth = 0; depth < FL_MOST_CALLS; depth++)
    for (const size_t end = reached.len; done < end; done++) {
      const struct fl_functions *callers = &reached.data[done]->facts->callers;
      for (size_t i = 0; i < callers->len; i++) {
        struct fl_function *f = callers->data[i];
        if (!has_instances(f) || f->facts->by_parameters)
          continue;
        f->facts->by_parameters = true;
        *fl_vec_add(u->arena, &reached) = f;
      }
    }
}

// Why the instances of a function cannot all be told by its calls, where so many calls were followed.
struct fl_calls {
  bool known[FL_MOST_CALLS + 1];
  const char *unknown[FL_MOST_CALLS + 1];
};

// Why a member's launches cannot be named by way of its class: the class, whichever of its forms, must declare them.
static const char *member_obstacle(struct fl_unit *u, const struct fl_function *g) {
  const struct fl_functions *named = fl_functions_named(u, g->name);
  for (size_t i = 0; i < named->len; i++) {
    const struct fl_function *h = named->data[i];
    if (!h->is_member || !fl_same_class(h, g))
      continue;
    if (h != g && h->is_const_member != g->is_const_member &&
        !strcmp(fl_head_text(u, h->params_span), fl_head_text(u, g->params_span)))
      return "the template arguments depend on those of a member of which there is one for "
             "constant objects, too";
    if (h != g && !g->in_template_class)
      continue; // it is known which of them is called
    if (!h->in_class_body || !h->editable || h->from_macro)
      return "the template arguments depend on those of a member that is defined outside of its "
             "class";
    if (!fl_launches_by_parameters(h))
      return "the template arguments depend on those of a member of which another form launches "
             "nothing of the kind";
  }
  return NULL;
}

// Why the instances of a template device function, or of a member of a class template, cannot all be told by its calls, from the kernels on down.
static const char *calls_unknown(struct fl_unit *u, const struct fl_function *g, unsigned depth);

static const char *calls_unknown_within(struct fl_unit *u, const struct fl_function *g,
                                        unsigned depth) {
  const char *why = g->is_member ? member_obstacle(u, g) : NULL;
  const struct fl_functions *callers = &g->facts->callers;
  for (size_t i = 0; i < callers->len && !why; i++) {
    const struct fl_function *f = callers->data[i];
    bool calls = false;
    for (size_t k = 0; k < f->calls.len && !why; k++)
      if (fl_called(u, f->calls.data[k]) == g) {
        calls = true;
        why = fl_callee_instance_of(u, f, f->calls.data[k]).unknown.text;
      }
    if (!calls || why)
      continue;
    if (f == g)
      why = "the template arguments depend on those of a device function that calls itself";
    else if (!fl_defined_before(g, f))
      why = "the template arguments depend on those of a device function that is defined later";
    else if (has_instances(f))
      why = calls_unknown(u, f, depth + 1);
  }
  return why;
}

static const char *calls_unknown(struct fl_unit *u, const struct fl_function *g, unsigned depth) {
  if (depth > FL_MOST_CALLS)
    return "the template arguments depend on those of functions that call each other";
  struct fl_calls **of = &g->facts->calls;
  if (!*of)
    *of = fl_alloc(u->arena, sizeof **of);
  if (!(*of)->known[depth])
    (*of)->unknown[depth] = calls_unknown_within(u, g, depth);
  (*of)->known[depth] = true;
  return (*of)->unknown[depth];
}

const char *fl_calls_unknown(struct fl_unit *u, const struct fl_function *g) {
  return has_instances(g) ? calls_unknown(u, g, 0) : NULL;
}
