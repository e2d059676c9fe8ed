// Which engine runs what is recorded below a root, and in what groups?
#include "plan/plan.h"
#include <string.h>

bool fl_records(const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->reach.len; i++)
    if (f->facts->reach.data[i]->plan && f->facts->reach.data[i]->plan->strategy->records)
      return true;
  return false;
}

enum fl_runner fl_runner_of(const struct fl_function *root) {
  for (size_t k = 0; k <= root->facts->below.len; k++) {
    // Recorded by the root itself, or by children that its threads run.
    const struct fl_function *f = k ? root->facts->below.data[k - 1] : root;
    for (size_t i = 0; i < f->facts->reach.len; i++)
      if (f->facts->reach.data[i]->plan->strategy->records)
        return f->facts->reach.data[i]->plan->strategy->runner;
  }
  return FL_RUN_DRAIN;
}

bool fl_runs_fused(const struct fl_options *opt, const struct fl_function *root) {
  return (fl_waits(root) && fl_runner_of(root) != FL_RUN_BLOCK) || !strcmp(opt->engine, "fused");
}

enum fl_engine fl_engine_of(const struct fl_options *opt, const struct fl_function *root) {
  const enum fl_runner runner = fl_runner_of(root);
  return fl_runs_fused(opt, root) ? FL_FUSED
         : runner == FL_RUN_DRAIN ? FL_SPLIT
         : runner == FL_RUN_BLOCK ? FL_BLOCKS
                                  : FL_GATHERING;
}

bool fl_has_order(const struct fl_function *root) {
  bool any = root->facts->ordered;
  for (size_t i = 0; i < root->facts->below.len; i++)
    any |= root->facts->below.data[i]->facts->ordered;
  return any;
}

bool fl_groups_sizes(const struct fl_options *opt, const struct fl_function *root) {
  bool grouped = false;
  for (size_t k = 0; k <= root->facts->below.len; k++) {
    const struct fl_function *f = k ? root->facts->below.data[k - 1] : root;
    for (size_t i = 0; i < f->facts->reach.len; i++) {
      const struct fl_site *s = f->facts->reach.data[i];
      grouped |= s->pragma && s->pragma->grouped && s->plan->strategy->records &&
                 s->plan->strategy->runner != FL_RUN_WARP_LAUNCH;
    }
  }
  return grouped && !opt->strict_streams && !fl_runs_fused(opt, root) && !fl_has_order(root);
}
