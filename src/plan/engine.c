// Which engine runs what is recorded below a root, and in what groups?
#include "plan/plan.h"
#include <string.h>

bool fl_records(const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->reach.len; i++)
    if (f->facts->reach.data[i]->plan && f->facts->reach.data[i]->plan->strategy->records)
      return true;
  return false;
}

const struct fl_site *fl_next_launch(struct fl_launches *all) {
  for (; all->kernel <= all->root->facts->below.len; all->kernel++, all->site = 0) {
    const struct fl_function *f =
        all->kernel ? all->root->facts->below.data[all->kernel - 1] : all->root;
    if (all->site < f->facts->reach.len)
      return f->facts->reach.data[all->site++];
  }
  return NULL;
}

enum fl_runner fl_runner_of(const struct fl_function *root) {
  const struct fl_site *s;
  for (struct fl_launches all = {.root = root}; (s = fl_next_launch(&all));)
    if (s->plan->strategy->records) // by the root itself, or by children that its threads run
      return s->plan->strategy->runner;
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

bool fl_is_seen(const struct fl_unit *u, const struct fl_options *opt,
                const struct fl_function *k) {
  return k->kind == FL_KERNEL && !k->address_taken && u->launches_known &&
         !u->hidden_launches.len && !u->macro_launches.len &&
         (k->is_static || k->is_template || opt->lone);
}

bool fl_has_order(const struct fl_function *root) {
  bool any = root->facts->ordered;
  for (size_t i = 0; i < root->facts->below.len; i++)
    any |= root->facts->below.data[i]->facts->ordered;
  return any;
}

bool fl_groups_sizes(const struct fl_options *opt, const struct fl_function *root) {
  const struct fl_site *s;
  bool grouped = false;
  for (struct fl_launches all = {.root = root}; (s = fl_next_launch(&all));)
    grouped |= s->pragma && s->pragma->grouped && s->plan->strategy->records &&
               s->plan->strategy->runner != FL_RUN_WARP_LAUNCH;
  return grouped && !opt->strict_streams && !fl_runs_fused(opt, root) && !fl_has_order(root);
}
