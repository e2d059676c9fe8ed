// Explicit specializations: those of kernels can be written out anew, with the template that they belong to.
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include <stddef.h>
#include <string.h>

// The template that a specialization belongs to; NULL if it is not the only one of its name.
static struct fl_function *primary_of(struct fl_unit *u, const struct fl_function *f) {
  struct fl_function *found = NULL;
  const struct fl_functions *named = fl_functions_named(u, f->name);
  for (size_t i = 0; i < named->len; i++) {
    struct fl_function *g = named->data[i];
    if (g->is_specialization || strcmp(f->qualified, g->qualified) != 0)
      continue;
    if (found || !g->template_params.len)
      return NULL;
    found = g;
  }
  return found;
}

// The template arguments that a specialization writes behind its name; "" if they are deduced.
static const char *specialized_for(struct fl_unit *u, const struct fl_function *f) {
  if (f->params_span.file < 0 || f->name_span.file != f->params_span.file)
    return "";
  const char *t =
      fl_span_text(u, (struct fl_span){f->name_span.file, f->name_span.end, f->params_span.begin});
  const char *open = t + strspn(t, " \t\r\n"), *close = strrchr(open, '>');
  return *open == '<' && close ? fl_strndup(u->arena, open, (size_t)(close - open) + 1) : "";
}

// A kernel template with explicit specializations has several bodies, each with a descriptor of its own. What holds of one holds of the template, for
// which of them a launch reaches may depend on template parameters.
void fl_find_specialized(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    if (!f->is_specialization)
      continue;
    struct fl_function *g = primary_of(u, f);
    const char *arguments = specialized_for(u, f);
    if (g && f->kind == FL_KERNEL && !f->is_member && !f->redeclarations.len && f->body &&
        f->params.len == g->params.len && *arguments) {
      f->facts->primary = g;
      f->facts->specialized_for = arguments;
      *fl_vec_add(u->arena, &g->facts->specializations) = f;
      continue;
    }
    const struct fl_functions *named = fl_functions_named(u, f->name);
    for (size_t k = 0; k < named->len; k++) {
      struct fl_function *other = named->data[k];
      if (!strcmp(f->qualified, other->qualified) && !other->facts->no_context.text)
        other->facts->no_context = (struct fl_reason){
            fl_format(u->arena, "'%s' has an explicit specialization", other->name), f->name_span};
    }
  }
  for (size_t i = 0; i < u->sites.len; i++) {
    struct fl_site *s = u->sites.data[i];
    if (s->kernel && s->kernel->facts->primary)
      s->kernel = s->kernel->facts->primary;
  }
}

bool fl_spread_specializations(struct fl_unit *u, struct fl_function *f) {
  static const size_t flags[] = {
      offsetof(struct fl_facts, any_barrier),     offsetof(struct fl_facts, any_warp),
      offsetof(struct fl_facts, any_hides_lanes), offsetof(struct fl_facts, any_hides_block),
      offsetof(struct fl_facts, any_block_scope), offsetof(struct fl_facts, any_join)};
  struct fl_facts *x = f->facts;
  (void)u;
  for (size_t i = 0; i < x->specializations.len; i++) {
    const struct fl_facts *y = x->specializations.data[i]->facts;
    fl_take_flags(x, y, flags, sizeof flags / sizeof *flags);
    if (!x->no_context_deep.text)
      x->no_context_deep = y->no_context_deep;
    if (!x->no_context_deep.text && (x->reach.len || y->reach.len))
      x->no_context_deep = (struct fl_reason){
          fl_format(u->arena, "'%s', which has an explicit specialization, launches", f->name),
          x->specializations.data[i]->name_span};
  }
  for (size_t i = 0; i < x->specializations.len; i++)
    if (!x->specializations.data[i]->facts->no_context_deep.text)
      x->specializations.data[i]->facts->no_context_deep = x->no_context_deep;
  return false;
}
