// Which stores and atomics look first whether they would change anything (analysis/memory/silent.c), which stores are exchanges (analysis/memory/scattered.c), and which atomics are reductions: those of
// kernels whose launches were carried out otherwise than by a launch, since many of them now run at once, and in kernels with fences; and of the device functions that they call.
#include "analysis/waits/look.h"
#include "plan/plan.h"

struct marking {
  struct fl_unit *unit;
  const struct fl_options *opt;
  const bool *taken; // functions whose text changes, by their index
  bool cache_serves; // atomic operations that look first may ask the cache
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

// Is it an atomic operation that would look first, but in memory?
static bool is_no_far_look(struct fl_node *n, void *data) {
  const struct marking *m = data;
  return !fl_silent_atomic(m->unit, n) || (is_ours(m) && fl_cached_atomic(m->unit, m->fn, n));
}

// May atomic operations of the unit go by the multiprocessor's cache? Not if others look in memory: what a thread has seen there the cache need not have.
static bool cache_serves(const struct marking *m) {
  struct marking all = *m;
  for (size_t i = 0; i < m->unit->functions.len; i++) {
    all.fn = m->unit->functions.data[i];
    if (m->taken[all.fn->facts->index] && !fl_walk(all.fn->body, is_no_far_look, &all))
      return false;
  }
  return true;
}

static bool mark(struct fl_node *n, void *data) {
  const struct marking *m = data;
  if (n->write != FL_WRITE_AS_IT_IS)
    return true;
  if (fl_silent_store(m->unit, m->fn, n))
    decide(m, n, FL_WRITE_LOOKS, "left out where it would change nothing");
  else if (n->scattered)
    decide(m, n, FL_WRITE_EXCHANGES, "an atomic exchange");
  else if (fl_silent_atomic(m->unit, n) && m->cache_serves)
    decide(m, n, FL_WRITE_CACHED, "left out where the cache says that it would change nothing");
  else if (fl_silent_atomic(m->unit, n))
    decide(m, n, FL_WRITE_LOOKS, "a load where it would change nothing");
  else if (fl_reduced_atomic(m->unit, n))
    decide(m, n, FL_WRITE_REDUCES, "a reduction");
  return true;
}

// The kernel and what it calls; device functions may call each other in circles.
static void take(struct fl_function *f, bool *taken) {
  if (taken[f->facts->index] || !f->body)
    return;
  taken[f->facts->index] = true;
  for (size_t i = 0; i < f->facts->callees.len; i++)
    take(f->facts->callees.data[i], taken);
}

void fl_plan_stores(struct fl_unit *u, const struct fl_options *opt) {
  if (opt->all_stores)
    return;
  bool *taken = fl_alloc(u->arena, sizeof *taken * (u->functions.len + 1));
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (!s->on_host && s->kernel && s->plan->strategy->policy)
      take(s->kernel, taken);
  }
  struct marking m = {.unit = u, .opt = opt, .taken = taken};
  m.cache_serves = cache_serves(&m);
  for (size_t i = 0; i < u->functions.len; i++) {
    m.fn = u->functions.data[i];
    if (taken[m.fn->facts->index])
      fl_walk(m.fn->body, mark, &m);
  }
}
