// Threshold and coarsening: which launches the launching thread may run itself if they are small, and which may have fewer blocks.
#include "plan/plan.h"
#include <string.h>

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
void fl_tune(struct fl_unit *u, const struct fl_options *opt) {
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

// A pragma's threshold that is not gone by. (One of the command line holds where it may.)
void fl_report_threshold(struct fl_unit *u, const struct fl_options *opt, const struct fl_site *s) {
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
