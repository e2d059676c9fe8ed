// Joins: threads that wait for what their block has launched (cudaDeviceSynchronize in device code).
#include "analysis/analysis.h"
#include <string.h>

static int depth_below(struct fl_function *k, bool *seen) {
  const struct fl_facts *x = k->facts;
  if (x->any_join && x->recursive)
    return -1;
  if (seen[x->index]) // around a circle of kernels that do not join
    return 0;
  seen[x->index] = true;
  int deepest = 0;
  for (size_t i = 0; i < x->reach.len && deepest >= 0; i++) {
    const int d = x->reach.data[i]->kernel ? depth_below(x->reach.data[i]->kernel, seen) : 0;
    deepest = d < 0 || d > deepest ? d : deepest;
  }
  seen[x->index] = false;
  return deepest < 0 ? -1 : deepest + x->any_join;
}

int fl_join_depth(struct fl_unit *u, struct fl_function *root) {
  bool *seen = fl_alloc(u->arena, sizeof *seen * (u->functions.len + 1));
  return depth_below(root, seen);
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
    if (fl_may_be_tail(u, s))
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
  struct fl_reason r = fl_virtual_obstacle(u, root);
  bool *seen = fl_alloc(u->arena, u->functions.len + 1);
  if (!r.text)
    r = unordered(u, root, seen);
  for (size_t i = 0; i < x->below.len && !r.text; i++)
    r = unordered(u, x->below.data[i], seen);
  return r;
}
