// Which strategy for which launch site: legality, then cost, then the user's word.
#ifndef FL_PLAN_H
#define FL_PLAN_H
#include "strategy/strategy.h"

struct fl_plan {
  const struct fl_strategy *strategy; // chosen; never NULL
  const struct fl_strategy *wanted;   // what the user asked for; NULL: auto
  struct fl_reason stopped; // why the site did not get what was asked for (auto: t1), if it did not
  bool serial_legal;        // t4 would be legal: the kernel's own symbol may run it so
  int64_t coarsen;          // child blocks that a worker takes at least; 1: as it comes
  int64_t threshold;        // launches of fewer child threads run serially instead; 0: none do
};

// Fills `plan` of every device-side site of the unit and reports remarks and warnings. Host sites
// get none.
void fl_plan_unit(struct fl_unit *u, const struct fl_options *opt);

// True if a launch of `root` that records runs in the fused engine: a kernel waits, or the user wants it so.
bool fl_runs_fused(const struct fl_options *opt, const struct fl_function *root);

// True if running `f` in a recording context records launches (its own, its callees', or those of
// children that it runs itself).
bool fl_records(const struct fl_function *f);
#endif
