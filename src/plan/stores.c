// Which stores and atomics look first whether they would change anything (analysis/silent.c), and which stores are exchanges (analysis/scattered.c): those of kernels whose launches were carried out otherwise than by a
// launch, since many of them now run at once, and of the device functions that they call.
#include "analysis/look.h"
#include "plan/plan.h"

struct marking {
  struct fl_unit *unit;
  const struct fl_looks *looks;
  struct fl_function *fn;
};

static void decide(const struct marking *m, struct fl_node *n, enum fl_write how,
                   const char *what) {
  n->write = how;
  const struct fl_node *place = n->kind == FL_ASSIGN ? n->kids.data[0] : NULL;
  fl_report_at(m->unit, FL_REMARK, n->span, "remarks", "%s%s%s: %s", place ? "store to '" : "",
               place ? fl_span_text(m->unit, place->span) : n->decl->name, place ? "'" : "", what);
}

static bool mark(struct fl_node *n, void *data) {
  const struct marking *m = data;
  if (n->write != FL_WRITE_AS_IT_IS)
    return true;
  if (fl_silent_store(m->unit, m->fn, n))
    decide(m, n, FL_WRITE_LOOKS, "left out where it would change nothing");
  else if (n->scattered)
    decide(m, n, FL_WRITE_EXCHANGES, "an atomic exchange");
  else if (fl_cached_atomic(m->looks, m->fn, n))
    decide(m, n, FL_WRITE_CACHED, "left out where the cache says that it would change nothing");
  else if (fl_silent_atomic(m->unit, n))
    decide(m, n, FL_WRITE_LOOKS, "a load where it would change nothing");
  return true;
}

// Device functions may call each other in circles.
static void mark_function(struct marking m, struct fl_function *f, bool *seen) {
  if (seen[f->facts->index] || !f->body)
    return;
  seen[f->facts->index] = true;
  m.fn = f;
  fl_walk(f->body, mark, &m);
  for (size_t i = 0; i < f->facts->callees.len; i++)
    mark_function(m, f->facts->callees.data[i], seen);
}

void fl_plan_stores(struct fl_unit *u, const struct fl_options *opt) {
  if (opt->all_stores)
    return;
  bool *seen = fl_alloc(u->arena, sizeof *seen * (u->functions.len + 1));
  struct fl_looks looks;
  fl_find_looks(u, &looks);
  fl_find_waiting(u);
  const struct marking m = {.unit = u, .looks = &looks};
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (!s->on_host && s->kernel && s->plan->strategy->policy)
      mark_function(m, s->kernel, seen);
  }
}
