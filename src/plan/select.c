// Where the host chooses at run time, and what a profile says of it.
#include "plan/plan.h"
#include <string.h>

// Could each parent block run its own children, too? It is worth it where threads wait for them, or launch in an order: from one level to the next takes a barrier
// of the block then, and not of the grid.
static bool blocks_can(struct fl_unit *u, const struct fl_options *opt, struct fl_function *root) {
  bool may = !fl_virtual_obstacle(u, root, NULL).text;
  if (fl_engine_of(opt, root) == FL_FUSED)
    may = may && root->facts->any_join && !fl_joins_of(u, root).obstacle.text;
  else
    may = may && fl_has_order(root) && !fl_foreign_of(u, root)->len && !fl_others_of(u, root).len &&
          !fl_whole_threads(root);
  const struct fl_site *s;
  for (struct fl_launches all = {.root = root}; may && (s = fl_next_launch(&all));)
    may = !s->plan->wanted && s->plan->strategy == &fl_t1 && !fl_t3.legal(u, opt, s).text;
  return may && root->facts->reach.len > 0;
}

// Could the parent's threads run what they launch? Where these launches are in an order, or threads wait for them, that is all of it or nothing.
static bool may_run_in_place(const struct fl_options *opt, const struct fl_function *root) {
  const struct fl_facts *x = root->facts;
  if (x->shares_streams || x->copies || fl_groups_sizes(opt, root))
    return false;
  for (size_t i = 0; i < x->reach.len; i++) {
    const struct fl_plan *p = x->reach.data[i]->plan;
    if (p->wanted || !p->strategy->records || p->strategy->runner != FL_RUN_DRAIN ||
        !p->serial_legal || p->threshold || x->reach.data[i]->kernel->facts->reach.len)
      return false;
  }
  return x->reach.len > 0;
}

// Could each parent block launch its own children, too? That takes relocatable code, which a program that is compiled as a whole is not
// where nothing else needs it.
static bool blocks_may_launch(struct fl_unit *u, const struct fl_options *opt,
                              struct fl_function *root) {
  const bool linked = opt->rdc && !opt->lone;
  if ((!linked && opt->target != FL_TARGET_CPU) || fl_others_of(u, root).len ||
      root->facts->ordered)
    return false;
  for (size_t i = 0; i < root->facts->reach.len; i++)
    if (fl_block.legal(u, opt, root->facts->reach.data[i]).text)
      return false;
  return true;
}

unsigned fl_selects(struct fl_unit *u, const struct fl_options *opt, struct fl_function *root) {
  if (root->kind != FL_KERNEL || !root->body || !fl_records(root))
    return FL_NO_CHOICE;
  const enum fl_engine engine = fl_engine_of(opt, root);
  const unsigned in_place = may_run_in_place(opt, root) ? FL_IN_PLACE_TOO : 0;
  if (engine == FL_SPLIT)
    return in_place && blocks_may_launch(u, opt, root) ? in_place | FL_LAUNCHES_TOO
           : blocks_can(u, opt, root)                  ? in_place | FL_BLOCKS_TOO
                                                       : in_place;
  return engine == FL_FUSED && strcmp(opt->engine, "fused") != 0 && blocks_can(u, opt, root)
             ? FL_BLOCKS_TOO | in_place
             : FL_NO_CHOICE;
}

// A launch from the host that a wrapper carries out.
static bool is_wrapped(const struct fl_site *s) {
  return s->on_host && s->kernel && s->editable && s->span.file >= 0;
}

static void report_site(struct fl_unit *u, const struct fl_options *opt, const struct fl_site *s) {
  const struct fl_profile_site *known = fl_profile_find(opt->profile, fl_profile_key(u, s));
  const unsigned choice = fl_selects(u, opt, s->kernel);
  if (choice == FL_NO_CHOICE) {
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
  fl_report_at(
      u, FL_REMARK, s->span, "remarks",
      choice & FL_BLOCKS_TOO && fl_engine_of(opt, s->kernel) == FL_SPLIT
          ? choice & FL_IN_PLACE_TOO
                ? "launch of '%s': what it launches is recorded (t1 or t2), run by the block that "
                  "launched it (t3), or in place (t4), chosen at run time%s"
                : "launch of '%s': what it launches is recorded (t1 or t2), or run by the block "
                  "that launched it (t3), chosen at run time%s"
      : choice == (FL_BLOCKS_TOO | FL_IN_PLACE_TOO)
          ? "launch of '%s': what it launches is run by the fused engine (t1 or t2), by the "
            "block that launched it (t3), or in place (t4), chosen at run time%s"
      : choice == (FL_IN_PLACE_TOO | FL_LAUNCHES_TOO)
          ? "launch of '%s': what it launches is recorded (t1 or t2), run in place (t4), "
            "or either by its size, or each block launches its own (block), chosen at run time%s"
      : choice == FL_IN_PLACE_TOO && s->kernel->facts->ordered
          ? "launch of '%s': what it launches is recorded (t1 or t2), or run in place (t4), "
            "chosen at run time%s"
      : choice == FL_BLOCKS_TOO
          ? "launch of '%s': what it launches is run by the fused engine (t1), or by the "
            "block that launched it (t3), chosen at run time%s"
          : "launch of '%s': what it launches is recorded (t1 or t2), run in place (t4), "
            "or either by its size, chosen at run time%s",
      s->kernel_name, first);
}

// Does a key name a place that launches by address, be it of which parent?
static bool is_by_address(const struct fl_unit *u, const char *key) {
  const char *place = strchr(key, ' ') + 1;
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (s->on_host && !s->kernel && s->span.file >= 0 &&
        !strcmp(fl_profile_place(u, s->span), place))
      return true;
  }
  for (size_t i = 0; i < u->launch_calls.len; i++)
    if (!strcmp(fl_profile_place(u, u->launch_calls.data[i].name), place))
      return true;
  return false;
}

void fl_report_selection(struct fl_unit *u, const struct fl_options *opt) {
  for (size_t i = 0; i < u->sites.len; i++)
    if (is_wrapped(u->sites.data[i]))
      report_site(u, opt, u->sites.data[i]);
  for (size_t k = 0; opt->profile && k < opt->profile->sites.len; k++) {
    const struct fl_profile_site *p = &opt->profile->sites.data[k];
    bool found = is_by_address(u, p->key);
    for (size_t i = 0; i < u->sites.len && !found; i++)
      found = is_wrapped(u->sites.data[i]) && !strcmp(fl_profile_key(u, u->sites.data[i]), p->key);
    if (!found)
      fl_report(u->diags, FL_REMARK, opt->profile->path, p->line, 0, "remarks",
                "'%s' is not a launch of this source (%s)", p->key, u->files.data[0].path);
  }
}
