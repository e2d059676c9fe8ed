// t1, Free Launch's CB* -> PB*: launches are recorded, and their blocks dealt out evenly over all
// workers of the drain (paper section 2.3).
#include "strategy/strategy.h"

static struct fl_reason legal(struct fl_unit *u, const struct fl_options *opt,
                              const struct fl_site *s) {
  (void)opt;
  struct fl_reason r = fl_movable(u, s);
  if (!r.text) // the drain names the child's instance at namespace scope
    r = fl_instance_of(u, s).unknown;
  if (r.text)
    return r;
  const struct fl_facts *x = s->kernel->facts;
  if (x->lane_exit)
    return (struct fl_reason){
        fl_format(u->arena,
                  "threads of '%s' may leave early while others of their warp exchange values",
                  s->kernel->name),
        s->kernel->name_span};
  return r;
}

const struct fl_strategy fl_t1 = {
    "t1", "record launches; a drain deals child blocks evenly over all workers",
    "fl::record(fl_ctx)", true, legal};
