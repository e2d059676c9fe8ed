// Functions that use streams have one symbol, in which copies, fills and events are CUDA's own, or those of launches that run in place: for all kernels that call it.
#include "plan/plan.h"

struct calls {
  struct fl_unit *unit;
  bool *seen, *native; // functions, by their index
};

static bool uses_itself(const struct fl_function *f) {
  bool any = false;
  for (size_t i = 0; i < f->facts->apis.len; i++)
    any |= f->facts->apis.data[i]->cls == FL_API_STREAM;
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
  const struct fl_function *found = c->native[f->facts->index] && uses_itself(f) ? f : NULL;
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

void fl_find_native_streams(struct fl_unit *u, const struct fl_options *opt,
                            const struct fl_function **found) {
  const size_t n = u->functions.len;
  struct calls c = {u, fl_alloc(u->arena, n + 1), fl_alloc(u->arena, n + 1)};
  for (size_t i = 0; i < n; i++)
    if (launches_natively(opt, u->functions.data[i]))
      mark(&c, u->functions.data[i]);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < n; k++)
      c.seen[k] = false;
    found[i] = u->functions.data[i]->facts->any_stream ? find(&c, u->functions.data[i]) : NULL;
  }
}
