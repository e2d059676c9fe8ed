// The list of the kernels that a kernel launches stands right behind that, and those that a function defined further down launches may not be known there yet.
#include "analysis/instances/instances.h"
#include <string.h>

static bool in_front(struct fl_span a, const struct fl_function *f) {
  return a.file != f->span.file || a.begin < f->span.begin;
}

static bool known_behind(const struct fl_function *k, const struct fl_function *f) {
  bool known = k == f || in_front(k->span, f);
  for (size_t i = 0; i < k->redeclarations.len && !known; i++)
    known = in_front(k->redeclarations.data[i].span, f);
  return known;
}

static bool same_scope(const struct fl_function *a, const struct fl_function *b) {
  return !strcmp(a->scope ? a->scope : "", b->scope ? b->scope : "");
}

enum fl_listing fl_listing_of(const struct fl_function *k, const struct fl_function *f) {
  if (known_behind(k, f))
    return FL_LISTED_KNOWN;
  const bool can = !k->template_params.len && !k->is_specialization && !f->is_member &&
                   !f->reopened.len && same_scope(k, f);
  return can ? FL_LISTED_DECLARED : FL_LISTED_UNKNOWN;
}

bool fl_lists_launches(const struct fl_function *f) {
  return f->body && (f->kind == FL_KERNEL || fl_launches_by_parameters(f));
}

struct fl_reason fl_list_obstacle(struct fl_unit *u, const struct fl_site *s) {
  struct fl_functions reach = {0}; // what comes to the launch, by whatever calls
  const struct fl_function *first = NULL;
  const unsigned search = ++u->searches;
  if (s->caller)
    *fl_vec_add(u->arena, &reach) = s->caller;
  for (size_t i = 0; i < reach.len; i++) {
    struct fl_function *f = reach.data[i];
    if (f->facts->search == search)
      continue;
    f->facts->search = search;
    if (fl_lists_launches(f) && fl_listing_of(s->kernel, f) == FL_LISTED_UNKNOWN &&
        (!first || f->facts->index < first->facts->index))
      first = f;
    for (size_t k = 0; k < f->facts->callers.len; k++)
      *fl_vec_add(u->arena, &reach) = f->facts->callers.data[k];
  }
  return (struct fl_reason){
      first ? fl_format(u->arena, "'%s' is not declared in front of '%s', which comes to launch it",
                        s->kernel->name, first->name)
            : NULL,
      s->span};
}
