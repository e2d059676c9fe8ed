// Joins: threads that wait for what their block has launched (cudaDeviceSynchronize in device code).
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/launches/launches.h"
#include "analysis/threads/threads.h"
#include <string.h>

static bool deepen(struct fl_unit *u, struct fl_function *f) {
  struct fl_facts *x = f->facts;
  int deepest = 0;
  (void)u;
  for (size_t k = 0; k < x->reach.len && x->join_depth >= 0; k++) {
    const struct fl_function *child = x->reach.data[k]->kernel;
    if (child && child->facts->join_depth > deepest)
      deepest = child->facts->join_depth;
  }
  if (x->join_depth < 0 || deepest + x->any_join <= x->join_depth)
    return false;
  x->join_depth = deepest + x->any_join;
  return true;
}

// A kernel among those below itself that joins would join ever deeper. Other circles have no joins, so that the longest way has an end.
void fl_find_join_depths(struct fl_unit *u) {
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_facts *x = u->functions.data[i]->facts;
    bool endless = x->any_join && x->recursive;
    for (size_t k = 0; k < x->below.len && !endless; k++)
      endless = x->below.data[k]->facts->any_join && x->below.data[k]->facts->recursive;
    x->join_depth = endless ? -1 : x->any_join;
  }
  fl_iterate(u, deepen);
}

bool fl_waits(const struct fl_function *root) {
  bool waits = root->facts->any_join;
  for (size_t i = 0; i < root->facts->below.len && !waits; i++)
    waits = root->facts->below.data[i]->facts->any_join;
  return waits;
}

// What the fused engine has no order for: events, and launches behind the end of a grid.
static struct fl_reason unordered(struct fl_unit *u, const struct fl_function *f, bool *seen) {
  if (seen[f->facts->index])
    return (struct fl_reason){NULL, f->span};
  seen[f->facts->index] = true;
  for (size_t i = 0; i < f->facts->apis.len; i++) {
    const char *name = f->facts->apis.data[i]->name;
    if (!strncmp(name, "cudaEvent", 9) || !strcmp(name, "cudaStreamWaitEvent"))
      return (struct fl_reason){fl_format(u->arena, "'%s' uses '%s' beside a join", f->name, name),
                                f->name_span};
  }
  for (size_t i = 0; i < f->sites.len; i++) {
    const struct fl_site *s = f->sites.data[i];
    if (fl_may_be_tail(u, s->stream))
      return (struct fl_reason){"a tail launch beside a join", s->span};
  }
  for (size_t i = 0; i < f->facts->callees.len; i++) {
    const struct fl_function *g = f->facts->callees.data[i];
    if (g->facts->needs_context) {
      const struct fl_reason r = unordered(u, g, seen);
      if (r.text)
        return r;
    }
  }
  return (struct fl_reason){NULL, f->span};
}

struct fl_reason fl_fused_obstacle(struct fl_unit *u, struct fl_function *root) {
  const struct fl_facts *x = root->facts;
  struct fl_reason r = fl_virtual_obstacle(u, root, NULL);
  bool *seen = fl_alloc(u->arena, u->functions.len + 1);
  if (!r.text)
    r = unordered(u, root, seen);
  for (size_t i = 0; i < x->below.len && !r.text; i++)
    r = unordered(u, x->below.data[i], seen);
  return r;
}
