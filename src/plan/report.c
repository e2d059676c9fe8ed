// What is said of every launch: how it is carried out, or why it stays, and what has no effect.
#include "plan/plan.h"
#include <string.h>

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

// The strategies against which nothing is known that would carry out a launch that stays, or nothing.
static const char *other_strategies(struct fl_unit *u, const struct fl_options *opt,
                                    const struct fl_site *s) {
  struct fl_plan *p = s->plan;
  const struct fl_strategy *const was = p->strategy;
  const char *names = "";
  for (const struct fl_strategy *const *of = fl_strategies; *of; of++) {
    p->strategy = *of;
    if (p->strategy->policy && !p->strategy->legal(u, opt, s).text &&
        !(s->caller->kind == FL_KERNEL && fl_obstacle_under(u, opt, s->caller, s).text))
      names = fl_format(u->arena, "%s%s%s", names, *names ? ", " : "", p->strategy->name);
  }
  p->strategy = was;
  return names;
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
  if (mine && mine->any_join && opt->target == FL_TARGET_CUDA) {
    const char *others = other_strategies(u, opt, s);
    fl_report_at(u, FL_NOTE, s->span, NULL,
                 "'%s' waits for it, which nvcc takes no more since CUDA 12%s%s", s->caller->name,
                 *others ? "; not so under " : "", others);
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

// Of a launch on the device it was said already why it stays.
static bool is_reported(const struct fl_unit *u, struct fl_span at) {
  for (size_t i = 0; i < u->sites.len; i++) {
    const struct fl_site *s = u->sites.data[i];
    if (!s->on_host && s->span.file == at.file && s->span.begin == at.begin)
      return true;
  }
  return false;
}

void fl_report_plans(struct fl_unit *u, const struct fl_options *opt) {
  for (size_t i = 0; i < u->sites.len; i++) {
    if (u->sites.data[i]->on_host)
      continue;
    report(u, opt, u->sites.data[i]);
    fl_report_threshold(u, opt, u->sites.data[i]);
    report_grouping(u, opt, u->sites.data[i]);
  }
  fl_report_selection(u, opt);
  for (size_t i = 0; i < u->macro_launches.len; i++)
    if (!is_reported(u, u->macro_launches.data[i]))
      fl_report_at(u, opt->require ? FL_ERROR : FL_WARNING, u->macro_launches.data[i],
                   opt->require ? "require" : "kept", "a launch in the body of a macro is kept");
}
