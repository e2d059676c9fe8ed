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
    const char *why = !below->plan->strategy->policy ? "the launch of '%s' in it stays native"
                      : !s->plan->strategy->records && below->plan->strategy->records
                          ? "the launch of '%s' in it is recorded"
                          : NULL;
    if (why)
      return (struct fl_reason){fl_format(u->arena, why, below->kernel_name), below->span};
  }
  return (struct fl_reason){NULL, s->span};
}

// A root is a kernel that launches. Returns true if a site was demoted.
static bool settle_root(struct fl_unit *u, const struct fl_options *opt, struct fl_function *root) {
  const struct fl_facts *x = root->facts;
  bool changed = false;
  for (size_t i = 0; i < x->reach.len; i++) {
    struct fl_site *s = x->reach.data[i];
    if (!s->plan->strategy->policy)
      continue;
    struct fl_reason why = root_obstacle(u, opt, root, s);
    if (!why.text)
      why = fl_foreign_obstacle(u, opt, root, s);
    if (!why.text)
      why = fl_whole_obstacle(u, opt, root, s);
    if (!why.text)
      why = fl_room_obstacle(u, opt, root, s);
    if (!why.text)
      why = below_obstacle(u, s);
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

static const char *join_fact(const struct fl_function *caller) {
  if (!caller || !caller->facts)
    return "none";
  return caller->facts->any_join ? "threads wait for what their block has launched"
         : fl_waits(caller)      ? "below"
                                 : "none";
}

static const char *order_fact(const struct fl_facts *x) {
  if (x->ordered && x->uses_streams)
    return "streams or tail launches, kept in order by clocks";
  if (x->in_turn)
    return "a thread may launch behind a barrier what comes behind others' launches, kept in the "
           "block's order";
  if (x->many_launches)
    return "a thread may launch more than once, kept in program order";
  return x->launches_once ? "at most one launch a thread, threads of a block in no order"
                          : "a thread's launches are in no order";
}

// A number that the pragma or the command line gives; 0 if there is none, or a word (auto, off) stands for it.
static int64_t given(const char *pragma, int option) {
  if (pragma)
    fl_number_or_word(pragma, &option);
  return option > 0 ? option : 0;
}

// Can the launching thread run a launch that stays native? What that launches in turn would come from another grid.
static bool may_be_thinned(struct fl_unit *u, const struct fl_site *s) {
  return !s->plan->strategy->policy && s->plan->serial_legal && s->kernel->body &&
         !s->kernel->facts->reach.len && s->caller && !s->caller->is_lambda &&
         fl_capture_at(u, s->node) == FL_NO_LAMBDA;
}

// Why blocks of a launch that stays native cannot be run one after the other by fewer; no text: they can.
static struct fl_reason coarse_obstacle(struct fl_unit *u, const struct fl_site *s) {
  struct fl_reason r = {NULL, s->span};
  if (s->plan->strategy->policy)
    r.text = fl_format(u->arena, "under %s", s->plan->strategy->name);
  else if ((r = fl_movable(u, s)).text == NULL && !s->kernel->body)
    r.text = fl_format(u->arena, "the body of '%s' is not known", s->kernel_name);
  else if (!r.text && s->kernel->facts->reach.len)
    r.text = fl_format(u->arena, "'%s' launches kernels itself", s->kernel_name);
  else if (!r.text && fl_foreign_of(u, s->kernel)->len)
    r.text = fl_format(u->arena, "'%s' calls '%s', which another file defines", s->kernel->name,
                       fl_foreign_of(u, s->kernel)->data[0]->name);
  else if (!r.text)
    r = fl_host_obstacle(u, s);
  return r.text ? r : fl_virtual_obstacle(u, s->kernel, s);
}

static void set_coarsening(struct fl_unit *u, const struct fl_options *opt, struct fl_site *s) {
  const char *word = s->pragma ? s->pragma->coarsen : NULL;
  s->plan->coarsen = given(word, opt->coarsen);
  if (word ? !strcmp(word, "off") : opt->coarsen == 0)
    s->plan->coarsen = 1;
  if (s->plan->coarsen <= 1 || s->plan->strategy->records)
    return;
  const struct fl_reason why = coarse_obstacle(u, s);
  if (!why.text)
    return;
  s->plan->coarsen = 0;
  fl_report_at(u, FL_WARNING, s->span, "coarsen", "coarsening has no effect here: %s", why.text);
}

// Small launches run in the launching thread where that is legal, and where no order is lost: serial children run before recorded ones.
static void set_thresholds(struct fl_unit *u, const struct fl_options *opt) {
  for (size_t i = 0; i < u->sites.len; i++) {
    struct fl_site *s = u->sites.data[i];
    if (s->on_host)
      continue;
    // A child that waits for what it launches, run by a thread whose own kernel may not wait, would not.
    if ((s->plan->serial_legal && s->plan->strategy->records && !s->kernel->facts->any_join) ||
        may_be_thinned(u, s))
      s->plan->threshold = given(s->pragma ? s->pragma->threshold : NULL, opt->threshold);
    set_coarsening(u, opt, s);
  }
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_facts *x = u->functions.data[i]->facts;
    for (size_t k = 0; k < x->reach.len; k++) {
      const struct fl_strategy *how = x->reach.data[k]->plan->strategy;
      if (x->ordered || x->hidden_launch.text ||
          (x->uses_streams && !how->records) || // a stream that is native is not one of ours
          (!how->policy && (fl_called_elsewhere(opt, u->functions.data[i]) ||
                            fl_foreign_of(u, u->functions.data[i])->len)))
        x->reach.data[k]->plan->threshold = 0;
    }
  }
}

static void report_grouping(struct fl_unit *u, const struct fl_options *opt,
                            const struct fl_site *s) {
  if (!s->pragma || !s->pragma->grouped || (s->caller && fl_groups_sizes(opt, s->caller)))
    return;
  fl_report_at(u, FL_WARNING, s->pragma->span, "pragma", "grouping by block size has no effect: %s",
               s->caller && fl_has_order(s->caller) ? "launches are in an order that matters"
                                                    : "these launches are not run together");
}

// A pragma's threshold that is not gone by. (One of the command line holds where it may.)
static void report_threshold(struct fl_unit *u, const struct fl_options *opt,
                             const struct fl_site *s) {
  const struct fl_plan *p = s->plan;
  if (!s->pragma || !given(s->pragma->threshold, 0) || p->threshold || s->on_host || !s->kernel ||
      !(p->strategy->records || p->wanted == &fl_keep))
    return;
  const struct fl_reason serial = fl_t4.legal(u, opt, s);
  const char *why = serial.text ? serial.text
                    : s->kernel->facts->any_join
                        ? fl_format(u->arena, "'%s' waits for children", s->kernel->name)
                    : !p->strategy->records && s->kernel->facts->reach.len
                        ? fl_format(u->arena, "'%s' launches kernels itself", s->kernel->name)
                        : "launches are in an order that matters";
  fl_report_at(u, FL_WARNING, s->pragma->span, "pragma", "the threshold has no effect: %s", why);
}

// The test that threads of a kernel must pass to do anything, in one line.
static const char *bound_fact(struct fl_unit *u, struct fl_function *k) {
  const struct fl_useful *bound = fl_useful_of(u, k);
  if (!bound)
    return "none";
  char *text = fl_strdup(u->arena, fl_span_text(u, bound->test->span)), *to = text;
  for (const char *p = text; *p; p++) {
    const bool space = strchr(" \t\r\n", *p);
    if (!space || (to > text && to[-1] != ' '))
      *to++ = space ? ' ' : *p;
  }
  *to = 0;
  return text;
}

static void report(struct fl_unit *u, const struct fl_options *opt, const struct fl_site *s) {
  const struct fl_plan *p = s->plan;
  const struct fl_facts *x = s->kernel ? s->kernel->facts : NULL;
  const struct fl_facts *mine = s->caller ? s->caller->facts : NULL;
  const char *more =
      p->threshold ? fl_format(u->arena, "; fewer than %lld threads: t4", (long long)p->threshold)
                   : "";
  if (fl_coarsened(s))
    more = fl_format(u->arena, "%s; %lld blocks in one", more, (long long)p->coarsen);
  if (x && x->is_foreign && p->strategy->policy)
    more = fl_format(u->arena, "%s; by its own file's drain, if that has one", more);
  if (p->fitted)
    more = fl_format(u->arena, "%s; more than %d threads a block: native", more, FL_ANY_REGISTERS);
  const struct fl_functions *foreign = s->caller ? fl_foreign_of(u, s->caller) : NULL;
  if (foreign && foreign->len && p->strategy->policy)
    more =
        fl_format(u->arena, "%s; if '%s'%s of another file %s plain", more, foreign->data[0]->name,
                  foreign->len > 1 ? " and others" : "", foreign->len > 1 ? "are" : "is");
  if (p->strategy->policy && x) {
    fl_report_at(
        u, FL_REMARK, s->span, "remarks",
        "launch of '%s': %s; order: %s; barriers: %s; joins: %s; recursion: %s; bound: %s%s%s%s",
        s->kernel_name, p->strategy->name, mine ? order_fact(mine) : "unknown",
        !x->any_barrier ? "none"
        : x->early_exit ? "threads may leave early"
                        : "met by all threads",
        join_fact(s->caller), x->recursive ? "yes" : "none", bound_fact(u, s->kernel), more,
        p->stopped.text ? "; no better because " : "", p->stopped.text ? p->stopped.text : "");
    return;
  }
  if (p->wanted == &fl_keep && !p->stopped.text) {
    fl_report_at(u, FL_REMARK, s->span, "remarks", "launch of '%s': kept: as asked for%s",
                 s->kernel_name, more);
    return;
  }
  const char *why = p->stopped.text ? p->stopped.text : "no strategy is legal";
  fl_report_at(u, opt->require ? FL_ERROR : FL_WARNING, s->span, opt->require ? "require" : "kept",
               "launch of '%s': kept: %s%s", s->kernel_name, why, more);
  if (p->stopped.at.file >= 0 && p->stopped.at.file < (int)u->files.len &&
      p->stopped.at.begin != s->span.begin)
    fl_report_at(u, FL_NOTE, p->stopped.at, NULL, "because of this");
  if (mine && mine->any_join && opt->target == FL_TARGET_CUDA)
    fl_report_at(u, FL_NOTE, s->span, NULL,
                 "'%s' waits for it, which nvcc takes no more since CUDA 12 unless the launch is "
                 "carried out another way (auto, t1, t2, mega, t3, t4)",
                 s->caller->name);
}

// Of a launch on the device it was said already why it stays.
static bool is_reported(const struct fl_unit *u, struct fl_span at) {
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (!s->on_host && s->span.file == at.file && s->span.begin == at.begin)
      return true;
  }
  return false;
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
    }
  }
  fl_fit_blocks(u, opt);
  set_thresholds(u, opt);
  for (size_t i = 0; i < u->functions.len; i++)
    fl_warn_of_races(u, u->functions.data[i]);
  for (size_t i = 0; i < u->sites.len; i++) {
    if (u->sites.data[i]->on_host)
      continue;
    report(u, opt, u->sites.data[i]);
    report_threshold(u, opt, u->sites.data[i]);
    report_grouping(u, opt, u->sites.data[i]);
  }
  fl_report_selection(u, opt);
  for (size_t i = 0; i < u->macro_launches.len; i++)
    if (!is_reported(u, u->macro_launches.data[i]))
      fl_report_at(u, opt->require ? FL_ERROR : FL_WARNING, u->macro_launches.data[i],
                   opt->require ? "require" : "kept", "a launch in the body of a macro is kept");
}
