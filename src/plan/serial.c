// What keeps launches from being run serially in functions' own symbols, which all that call these have in common: where nothing is recorded there is nothing else.
#include "plan/plan.h"
#include <string.h>

struct calls {
  struct fl_unit *unit;
  bool *seen, *native; // functions, by their index
};

static bool uses_itself(const struct fl_function *f, enum fl_api_class cls) {
  bool any = false;
  for (size_t i = 0; i < f->facts->apis.len; i++)
    any |= f->facts->apis.data[i]->cls == cls;
  return any;
}

// Marks what `f` calls, and itself, as used by native launches.
static void mark(const struct calls *c, const struct fl_function *f) {
  if (c->native[f->facts->index])
    return;
  c->native[f->facts->index] = true;
  for (size_t k = 0; k < f->facts->callees.len; k++)
    mark(c, f->facts->callees.data[k]);
}

// A function that `f` calls, or itself, that uses streams beside native launches; NULL: none.
static const struct fl_function *find(const struct calls *c, const struct fl_function *f) {
  if (c->seen[f->facts->index])
    return NULL;
  c->seen[f->facts->index] = true;
  const struct fl_function *found =
      c->native[f->facts->index] && uses_itself(f, FL_API_STREAM) ? f : NULL;
  for (size_t k = 0; k < f->facts->callees.len && !found; k++)
    found = find(c, f->facts->callees.data[k]);
  return found;
}

static bool launches_natively(const struct fl_options *opt, const struct fl_function *f) {
  bool native = f->facts->hidden_launch.text || fl_called_elsewhere(opt, f);
  for (size_t i = 0; i < f->facts->reach.len; i++)
    native |= !f->facts->reach.data[i]->plan->strategy->policy;
  return native;
}

static bool asks_itself(const struct fl_function *f) {
  for (size_t i = 0; i < f->calls.len; i++)
    if (f->calls.data[i]->name && (!strcmp(f->calls.data[i]->name, "cudaGetLastError") ||
                                   !strcmp(f->calls.data[i]->name, "cudaPeekAtLastError")))
      return true;
  return false;
}

// A function that `f` calls, or itself, that asks for errors of launches which are not its own: each symbol knows those of its own alone.
static const struct fl_function *find_asking(const struct calls *c, const struct fl_function *f,
                                             const struct fl_function *root) {
  if (c->seen[f->facts->index] || !f->facts->asks_for_errors)
    return NULL;
  c->seen[f->facts->index] = true;
  const struct fl_function *found = NULL;
  if (asks_itself(f))
    for (size_t i = 0; i < root->facts->reach.len && !found; i++)
      found = root->facts->reach.data[i]->caller != f ? f : NULL;
  for (size_t k = 0; k < f->facts->callees.len && !found; k++)
    found = find_asking(c, f->facts->callees.data[k], root);
  return found;
}

// Does something come to a kernel's own symbol besides launches of this file's device code? (These come to it if they stay native.)
static bool is_launched_itself(const struct fl_options *opt, const struct fl_function *f) {
  bool launched = f->address_taken || (!opt->lone && !f->is_static);
  for (size_t i = 0; i < f->facts->launches.len && !launched; i++) {
    const struct fl_site *s = f->facts->launches.data[i];
    launched = s->on_host || !s->plan->strategy->policy;
  }
  return launched && f->kind == FL_KERNEL;
}

void fl_find_symbol_obstacles(struct fl_unit *u, const struct fl_options *opt,
                              struct fl_reason *why) {
  const size_t n = u->functions.len;
  struct calls c = {u, fl_alloc(u->arena, n + 1), fl_alloc(u->arena, n + 1)};
  for (size_t i = 0; i < n; i++)
    if (launches_natively(opt, u->functions.data[i]))
      mark(&c, u->functions.data[i]);
  for (size_t i = 0; i < n; i++) {
    const struct fl_function *f = u->functions.data[i], *found = NULL;
    why[i].text = NULL;
    if (!is_launched_itself(opt, f))
      continue;
    memset(c.seen, 0, n);
    if (f->facts->any_stream && (found = find(&c, f)))
      why[i].text =
          fl_format(u->arena, "'%s' uses streams, beside native launches, too", found->name);
    memset(c.seen, 0, n);
    if (!found && (found = find_asking(&c, f, f)))
      why[i].text =
          fl_format(u->arena, "'%s' asks for errors of another function's launches", found->name);
    if (found)
      why[i].at = found->name_span;
  }
}
