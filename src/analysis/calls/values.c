// What runs where a value is called that may be a lambda: where the call stands, it is not in the text. Of the lambdas of one body, any may be meant.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/launches/launches.h"
#include "analysis/threads/threads.h"

#include <stdlib.h>

// Is a function of a library given what may be a lambda?
static bool hands_over(struct fl_unit *u, const struct fl_node *call) {
  bool may = false;
  for (size_t i = 0; i < call->kids.len && !may && fl_is_of_library(u, call); i++) {
    const char *type = fl_handed_type(call, call->kids.data[i]);
    may = strstr(type, "(lambda") || (*type && fl_is_dependent(call) && !fl_api_find(call->name));
  }
  return may;
}

bool fl_may_call_lambda(struct fl_unit *u, const struct fl_node *call) {
  if (call->kind != FL_CALL)
    return false;
  if (!call->decl || call->decl->kind != FL_DECL_FUNCTION)
    return true;
  bool may = fl_named(call, "operator()") && !(call->decl->function && call->decl->function->body);
  for (struct fl_function *g = NULL; !may && (g = fl_next_called(u, call, g));)
    may = g->facts->may_call_any;
  return may || hands_over(u, call);
}

struct effects {
  struct fl_unit *unit;
  unsigned found;
};
static bool find_effects(struct fl_node *n, void *data) {
  struct effects *e = data;
  bool puts = fl_is_put(n);
  for (struct fl_function *g = NULL; n->kind == FL_CALL && (g = fl_next_called(e->unit, n, g));)
    puts |= g->facts->puts;
  e->found |= (n->kind == FL_CALL ? fl_waits_of_call(e->unit, n) : 0) | (puts ? FL_PUTS : 0);
  return true;
}
static bool find_lambda(struct fl_node *n, void *data) {
  return n->kind != FL_LAMBDA || fl_walk(n, find_effects, data);
}

unsigned fl_lambdas_do(struct fl_unit *u, const struct fl_function *f) {
  struct effects e = {u, 0};
  if (f->body)
    fl_walk(f->body, find_lambda, &e);
  return e.found;
}

static bool search(struct fl_unit *u, const struct fl_function *f, bool *seen,
                   fl_function_test *test, void *data) {
  bool found = false;
  for (size_t i = 0; i < f->facts->callees.len && !found; i++) {
    struct fl_function *g = f->facts->callees.data[i];
    if (seen[g->facts->index])
      continue;
    seen[g->facts->index] = true;
    found =
        (g->body && g->facts->may_call_any && test(u, g, data)) || search(u, g, seen, test, data);
  }
  return found;
}

bool fl_any_caller_of_lambdas(struct fl_unit *u, const struct fl_function *f,
                              fl_function_test *test, void *data) {
  bool *seen = calloc(u->functions.len + 1, sizeof *seen);
  const bool found = !seen || search(u, f, seen, test, data);
  free(seen);
  return found;
}
