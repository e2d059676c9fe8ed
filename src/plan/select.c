// Where the host chooses at run time, and what a profile says of it.
#include "plan/plan.h"
#include <string.h>

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

enum fl_engine fl_engine_of(const struct fl_options *opt, const struct fl_function *root) {
  const enum fl_runner runner = fl_runner_of(root);
  return fl_runs_fused(opt, root) ? FL_FUSED
         : runner == FL_RUN_DRAIN ? FL_SPLIT
         : runner == FL_RUN_BLOCK ? FL_BLOCKS
                                  : FL_GATHERING;
}

bool fl_selects(const struct fl_options *opt, const struct fl_function *root) {
  const struct fl_facts *x = root->facts;
  if (root->kind != FL_KERNEL || !root->body || !fl_records(root) ||
      fl_engine_of(opt, root) != FL_SPLIT || x->many_launches || x->uses_streams ||
      fl_groups_sizes(opt, root))
    return false;
  for (size_t i = 0; i < x->reach.len; i++) {
    const struct fl_plan *p = x->reach.data[i]->plan;
    if (p->wanted || !p->strategy->records || p->strategy->runner != FL_RUN_DRAIN ||
        !p->serial_legal || p->threshold || x->reach.data[i]->kernel->facts->reach.len)
      return false;
  }
  return x->reach.len > 0;
}

// A launch from the host that a wrapper carries out.
static bool is_wrapped(const struct fl_site *s) {
  return s->on_host && s->kernel && s->editable && s->span.file >= 0;
}

static void report_site(struct fl_unit *u, const struct fl_options *opt, const struct fl_site *s) {
  const struct fl_profile_site *known = fl_profile_find(opt->profile, fl_profile_key(u, s));
  if (!fl_selects(opt, s->kernel)) {
    if (known)
      fl_report_at(u, FL_REMARK, s->span, "remarks",
                   "launch of '%s': the profile (%s:%u) is not used, there is nothing to choose",
                   s->kernel_name, opt->profile->path, known->line);
    return;
  }
  const char *first =
      known
          ? fl_format(u->arena, "; begins with %s: chosen from the profile (%s:%u, %llu launches)",
                      fl_profile_modes[known->mode].name, opt->profile->path, known->line,
                      (unsigned long long)known->launches)
          : "";
  fl_report_at(u, FL_REMARK, s->span, "remarks",
               "launch of '%s': what it launches is recorded (t1), run in place (t4), or either by "
               "its size, chosen at run time%s",
               s->kernel_name, first);
}

void fl_report_selection(struct fl_unit *u, const struct fl_options *opt) {
  for (size_t i = 0; i < u->sites.len; i++)
    if (is_wrapped(u->sites.data[i]))
      report_site(u, opt, u->sites.data[i]);
  for (size_t k = 0; opt->profile && k < opt->profile->sites.len; k++) {
    const struct fl_profile_site *p = &opt->profile->sites.data[k];
    bool found = false;
    for (size_t i = 0; i < u->sites.len && !found; i++)
      found = is_wrapped(u->sites.data[i]) && !strcmp(fl_profile_key(u, u->sites.data[i]), p->key);
    if (!found)
      fl_report(u->diags, FL_REMARK, opt->profile->path, p->line, 0, "remarks",
                "'%s' is not a launch of this source (%s)", p->key, u->files.data[0].path);
  }
}
