// Chooses a strategy for every device-side launch. Each site begins with the best that is legal for
// itself; then sites are demoted until the kernels around them agree. Demotion only ever moves a
// site down its list of candidates, so it ends.
#include "plan/plan.h"
#include <stdlib.h>
#include <string.h>

// Candidates of a site in order of preference; the last is always keep.
static const struct fl_strategy *const auto_order[] = {&fl_t1, &fl_t4, &fl_keep, NULL};

static const struct fl_strategy *next_candidate(const struct fl_plan *p) {
  if (p->wanted)
    return &fl_keep;
  for (size_t i = 0; auto_order[i + 1]; i++)
    if (auto_order[i] == p->strategy)
      return auto_order[i + 1];
  return &fl_keep;
}

// Moves a site to its next legal candidate, for the given reason.
static void demote(struct fl_unit *u, const struct fl_options *opt, struct fl_site *s,
                   struct fl_reason why) {
  struct fl_plan *p = s->plan;
  if (!p->stopped.text)
    p->stopped = why;
  do
    p->strategy = next_candidate(p);
  while (p->strategy != &fl_keep && p->strategy->legal(u, opt, s).text);
}

// The strategy that a launch is to have, by its pragma or by the command line.
static const char *wanted_name(struct fl_unit *u, const struct fl_options *opt,
                               const struct fl_site *s) {
  const char *name = s->pragma ? s->pragma->strategy : NULL;
  if (!name || !strcmp(name, "auto") || fl_strategy_find(name))
    return name ? name : opt->strategy;
  const char *known = "auto";
  for (size_t i = 0; fl_strategies[i]; i++)
    known = fl_format(u->arena, "%s%s%s", known, fl_strategies[i + 1] ? ", " : " and ",
                      fl_strategies[i]->name);
  fl_report_at(u, FL_WARNING, s->pragma->span, "pragma",
               "strategy ignored: '%s' is unknown; %s are known", name, known);
  return opt->strategy;
}

static void begin(struct fl_unit *u, const struct fl_options *opt, struct fl_site *s) {
  struct fl_plan *p = s->plan = fl_alloc(u->arena, sizeof *p);
  const char *name = wanted_name(u, opt, s);
  p->wanted = strcmp(name, "auto") != 0 ? fl_strategy_find(name) : NULL;
  p->serial_legal = !fl_t4.legal(u, opt, s).text;
  p->strategy = p->wanted ? p->wanted : auto_order[0];
  struct fl_reason r = p->strategy->legal(u, opt, s);
  if (r.text)
    demote(u, opt, s, r);
}

// What is recorded below one root is run by one kind of runner.
static struct fl_reason beside_others(struct fl_unit *u, const struct fl_function *root,
                                      enum fl_runner runner) {
  const struct fl_site *s;
  for (struct fl_launches all = {.root = root}; (s = fl_next_launch(&all));)
    if (s->plan->strategy->records && s->plan->strategy->runner != runner)
      return (struct fl_reason){fl_format(u->arena,
                                          "the launch of '%s' is carried out by strategy %s",
                                          s->kernel_name, s->plan->strategy->name),
                                s->span};
  return (struct fl_reason){NULL, root->name_span};
}

// What speaks against a site's strategy where `root` comes to it.
static struct fl_reason root_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                      struct fl_function *root, const struct fl_site *s) {
  const struct fl_facts *x = root->facts;
  const struct fl_strategy *by = s->plan->strategy;
  const bool fused = fl_runs_fused(opt, root);
  if (by->records && x->no_context_deep.text)
    return x->no_context_deep;
  if (by->records && fl_root_handed_obstacle(u, root).text)
    return fl_root_handed_obstacle(u, root);
  if (by->records && !fused && x->polls.text)
    return x->polls;
  if (by->records && fused)
    return by->runner == FL_RUN_DRAIN ? fl_fused_obstacle(u, root)
           : strcmp(opt->engine, "fused")
               ? (struct fl_reason){"threads wait for children", s->span}
               : (struct fl_reason){"the fused engine runs t1, t2 and mega", s->span};
  if (by->runner == FL_RUN_BLOCK && fl_virtual_obstacle(u, root, NULL).text)
    return fl_virtual_obstacle(u, root, NULL);
  if (by->runner == FL_RUN_BLOCK && fl_waits(root) && fl_joins_of(u, root).obstacle.text)
    return fl_joins_of(u, root).obstacle;
  if (by->runner == FL_RUN_WARP_LAUNCH && (x->uses_streams || x->in_turn || opt->strict_streams))
    return (struct fl_reason){"the order of launches goes beyond a warp", s->span};
  return by->runner == FL_RUN_DRAIN ? (struct fl_reason){NULL, s->span}
                                    : beside_others(u, root, by->runner);
}

// And what the launches below it are made as.
static struct fl_reason below_obstacle(struct fl_unit *u, const struct fl_site *s) {
  const struct fl_facts *child = s->kernel->facts;
  for (size_t k = 0; k < child->reach.len; k++) {
    const struct fl_site *below = child->reach.data[k];
    const bool records = s->plan->strategy->records, below_records = below->plan->strategy->records;
    const char *why =
        !below->plan->strategy->policy ? "the launch of '%s' in it stays native"
        : !records && below_records    ? "the launch of '%s' in it is recorded"
        : records && !below_records && (child->copies || below->kernel->facts->copies)
            ? "the launch of '%s' in it runs at once, beside copies or fills that are recorded"
            : NULL;
    if (why)
      return (struct fl_reason){fl_format(u->arena, why, below->kernel_name), below->span};
  }
  return (struct fl_reason){NULL, s->span};
}

struct fl_reason fl_obstacle_under(struct fl_unit *u, const struct fl_options *opt,
                                   struct fl_function *root, const struct fl_site *s) {
  struct fl_reason why = root_obstacle(u, opt, root, s);
  if (!why.text && !s->plan->strategy->records && fl_records(root) &&
      (root->facts->copies || s->kernel->facts->copies))
    why = (struct fl_reason){"other launches are recorded, and copies or fills with them", s->span};
  if (!why.text && root->facts->tail_copies)
    why = (struct fl_reason){
        fl_format(u->arena, "'%s' puts a copy or fill into the tail stream", root->name),
        root->name_span};
  if (!why.text)
    why = fl_foreign_obstacle(u, opt, root, s);
  if (!why.text)
    why = fl_whole_obstacle(u, opt, root, s);
  if (!why.text)
    why = fl_room_obstacle(u, opt, root, s);
  return why.text ? why : below_obstacle(u, s);
}

// A root is a kernel that launches. Returns true if a site was demoted.
static bool settle_root(struct fl_unit *u, const struct fl_options *opt, struct fl_function *root) {
  const struct fl_facts *x = root->facts;
  bool changed = false;
  for (size_t i = 0; i < x->reach.len; i++) {
    struct fl_site *s = x->reach.data[i];
    if (!s->plan->strategy->policy)
      continue;
    const struct fl_reason why = fl_obstacle_under(u, opt, root, s);
    if (why.text) {
      demote(u, opt, s, why);
      changed = true;
    }
  }
  return changed;
}

// What a function launches stays native beside native launches that are not seen: of what it calls, or, if it is its own symbol that makes them, of those
// who call it.
static bool settle_hidden(struct fl_unit *u, const struct fl_options *opt,
                          const struct fl_function *f, struct fl_reason obstacle) {
  const struct fl_facts *x = f->facts;
  struct fl_reason why = x->hidden_launch;
  const bool symbol = !why.text;
  if (symbol && fl_called_elsewhere(opt, f))
    why = (struct fl_reason){
        fl_format(u->arena, "'%s' may be called behind native launches of another file", f->name),
        f->name_span};
  else if (symbol)
    why = obstacle;
  bool changed = false;
  for (size_t i = 0; why.text && i < x->reach.len; i++) {
    struct fl_site *s = x->reach.data[i];
    if (!s->plan->strategy->policy || (symbol && s->plan->strategy->records))
      continue;
    demote(u, opt, s, why);
    changed = true;
  }
  return changed;
}

// One thread launches more than once, or waits: its launches stay in order only if they are carried out in one way. Returns true if a site was demoted.
static bool settle_order(struct fl_unit *u, const struct fl_options *opt,
                         const struct fl_function *f) {
  const struct fl_facts *x = f->facts;
  if (!x->many_launches && !x->uses_streams && !x->any_join)
    return false;
  const struct fl_strategy *common = NULL;
  struct fl_site *odd = NULL;
  for (size_t i = 0; i < x->reach.len; i++) {
    const struct fl_strategy *mine = x->reach.data[i]->plan->strategy;
    if (!common)
      common = mine;
    else if (mine != common)
      odd = x->reach.data[i];
    if (!mine->policy)
      common = &fl_keep;
  }
  bool changed = false;
  for (size_t i = 0; odd && i < x->reach.len; i++) {
    struct fl_site *s = x->reach.data[i];
    bool lower =
        common == &fl_keep ? s->plan->strategy->policy != NULL : s->plan->strategy->records;
    if (lower) {
      demote(
          u, opt, s,
          (struct fl_reason){
              "other launches of the same threads need another strategy, and their order matters",
              odd->span});
      changed = true;
    }
  }
  return changed;
}

// What fails of a native launch CUDA knows, of others the context: who asks for errors asks one of them. Returns true if a site was demoted.
static bool settle_errors(struct fl_unit *u, const struct fl_options *opt,
                          const struct fl_function *f) {
  const struct fl_facts *x = f->facts;
  const struct fl_site *native = NULL;
  for (size_t i = 0; x->asks_for_errors && i < x->reach.len && !native; i++)
    if (!x->reach.data[i]->plan->strategy->policy)
      native = x->reach.data[i];
  bool changed = false;
  for (size_t i = 0; native && i < x->reach.len; i++) {
    struct fl_site *s = x->reach.data[i];
    if (!s->plan->strategy->policy)
      continue;
    demote(u, opt, s,
           (struct fl_reason){
               fl_format(u->arena, "'%s' asks for errors, of a native launch, too", f->name),
               native->span});
    changed = true;
  }
  return changed;
}

void fl_plan_unit(struct fl_unit *u, const struct fl_options *opt) {
  fl_find_sizes(u, opt);
  for (size_t i = 0; i < u->sites.len; i++)
    if (!u->sites.data[i]->on_host)
      begin(u, opt, u->sites.data[i]);
  struct fl_reason *obstacles = fl_alloc(u->arena, (u->functions.len + 1) * sizeof *obstacles);
  for (bool changed = true; changed;) {
    changed = false;
    fl_find_symbol_obstacles(u, opt, obstacles);
    for (size_t i = 0; i < u->functions.len; i++) {
      struct fl_function *f = u->functions.data[i];
      if (!f->facts->reach.len)
        continue;
      if (f->kind == FL_KERNEL)
        changed |= settle_root(u, opt, f);
      changed |= settle_hidden(u, opt, f, obstacles[i]);
      changed |= settle_order(u, opt, f);
      changed |= settle_errors(u, opt, f);
    }
  }
  fl_fit_blocks(u, opt);
  fl_tune(u, opt);
  for (size_t i = 0; i < u->functions.len; i++)
    fl_warn_of_races(u, u->functions.data[i]);
  fl_report_plans(u, opt);
}
