// Which stores and atomics look first whether they would change anything (analysis/silent.c), and which stores are exchanges (analysis/scattered.c): those of kernels whose launches were carried out otherwise than by a
// launch, since many of them now run at once, and of the device functions that they call.
#include "analysis/look.h"
#include "plan/plan.h"

struct marking {
  struct fl_unit *unit;
  const struct fl_options *opt;
  const struct fl_looks *looks; // NULL: nobody has asked yet
  struct fl_function *fn;
};

static void decide(const struct marking *m, struct fl_node *n, enum fl_write how,
                   const char *what) {
  n->write = how;
  const struct fl_node *place = n->kind == FL_ASSIGN ? n->kids.data[0] : NULL;
  fl_report_at(m->unit, FL_REMARK, n->span, "remarks", "%s%s%s: %s", place ? "store to '" : "",
               place ? fl_span_text(m->unit, place->span) : n->decl->name, place ? "'" : "", what);
}

// Is all that may run a function's text in this unit? In relocatable code others may call it, or have it from the same header.
static bool is_ours(const struct marking *m) {
  const struct fl_function *f = m->fn;
  return m->opt->lone || f->is_static ||
         (f->kind == FL_KERNEL && !f->template_params.len && !f->in_template_class);
}

static bool goes_by_cache(struct marking *m, const struct fl_node *n) {
  if (!is_ours(m) || !fl_silent_atomic(m->unit, n))
    return false;
  if (!m->looks) {
    struct fl_looks *looks = fl_alloc(m->unit->arena, sizeof *looks);
    fl_find_looks(m->unit, looks);
    fl_find_waiting(m->unit);
    m->looks = looks;
  }
  return fl_cached_atomic(m->looks, m->fn, n);
}

static bool mark(struct fl_node *n, void *data) {
  struct marking *m = data;
  if (n->write != FL_WRITE_AS_IT_IS)
    return true;
  if (fl_silent_store(m->unit, m->fn, n))
    decide(m, n, FL_WRITE_LOOKS, "left out where it would change nothing");
  else if (n->scattered)
    decide(m, n, FL_WRITE_EXCHANGES, "an atomic exchange");
  else if (goes_by_cache(m, n))
    decide(m, n, FL_WRITE_CACHED, "left out where the cache says that it would change nothing");
  else if (fl_silent_atomic(m->unit, n))
    decide(m, n, FL_WRITE_LOOKS, "a load where it would change nothing");
  return true;
}

// Device functions may call each other in circles.
static void mark_function(struct marking *m, struct fl_function *f, bool *seen) {
  if (seen[f->facts->index] || !f->body)
    return;
  seen[f->facts->index] = true;
  m->fn = f;
  fl_walk(f->body, mark, m);
  for (size_t i = 0; i < f->facts->callees.len; i++)
    mark_function(m, f->facts->callees.data[i], seen);
}

void fl_plan_stores(struct fl_unit *u, const struct fl_options *opt) {
  if (opt->all_stores)
    return;
  bool *seen = fl_alloc(u->arena, sizeof *seen * (u->functions.len + 1));
  struct marking m = {.unit = u, .opt = opt};
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (!s->on_host && s->kernel && s->plan->strategy->policy)
      mark_function(&m, s->kernel, seen);
  }
}
