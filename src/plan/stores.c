// Which stores and atomics look first whether they would change anything (analysis/silent.c), and which stores are exchanges (analysis/scattered.c): those of kernels whose launches were carried out otherwise than by a
// launch, since many of them now run at once, and of the device functions that they call.
#include "plan/plan.h"

struct marking {
  struct fl_unit *unit;
  struct fl_function *fn;
};

static bool mark(struct fl_node *n, void *data) {
  const struct marking *m = data;
  if (!n->looks_first && fl_silent_store(m->unit, m->fn, n)) {
    n->looks_first = true;
    fl_report_at(m->unit, FL_REMARK, n->span, "remarks",
                 "store to '%s': left out where it would change nothing",
                 fl_span_text(m->unit, n->kids.data[0]->span));
  } else if (n->scattered && !n->exchanges && !n->looks_first) {
    n->exchanges = true;
    fl_report_at(m->unit, FL_REMARK, n->span, "remarks", "store to '%s': an atomic exchange",
                 fl_span_text(m->unit, n->kids.data[0]->span));
  } else if (!n->looks_first && fl_silent_atomic(m->unit, n)) {
    n->looks_first = true;
    fl_report_at(m->unit, FL_REMARK, n->span, "remarks", "%s: a load where it would change nothing",
                 n->decl->name);
  }
  return true;
}

// Device functions may call each other in circles.
static void mark_function(struct fl_unit *u, struct fl_function *f, bool *seen) {
  if (seen[f->facts->index] || !f->body)
    return;
  seen[f->facts->index] = true;
  fl_walk(f->body, mark, &(struct marking){u, f});
  for (size_t i = 0; i < f->facts->callees.len; i++)
    mark_function(u, f->facts->callees.data[i], seen);
}

void fl_plan_stores(struct fl_unit *u, const struct fl_options *opt) {
  if (opt->all_stores)
    return;
  bool *seen = fl_alloc(u->arena, sizeof *seen * (u->functions.len + 1));
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (!s->on_host && s->kernel && s->plan->strategy->policy)
      mark_function(u, s->kernel, seen);
  }
}
