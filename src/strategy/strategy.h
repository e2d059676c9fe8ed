// The strategies: one file each, one `struct fl_strategy` each, listed in table.c. No strategy
// knows another.
#ifndef FL_STRATEGY_H
#define FL_STRATEGY_H
#include "analysis/analysis.h"
#include "plan/options.h"

// How the drain deals out what a strategy has recorded.
enum fl_deal { FL_DEAL_BLOCKS, FL_DEAL_GRIDS, FL_DEAL_EITHER };
// Who runs what a strategy has recorded: a drain behind the parent grid, the parent block itself, or one launch for all of a scope.
enum fl_runner {
  FL_RUN_DRAIN,
  FL_RUN_BLOCK,
  FL_RUN_WARP_LAUNCH,
  FL_RUN_BLOCK_LAUNCH,
  FL_RUN_BLOCKS_LAUNCH,
  FL_RUN_GRID_LAUNCH
};

struct fl_strategy {
  const char *name; // what --fl-strategy= and the pragma call it
  const char *text; // one line for --fl-help
  const char
      *policy;  // expression of the launch policy in generated code; NULL: the launch stays native
  bool records; // the launch goes into a worklist
  enum fl_runner runner; // if it records
  enum fl_deal deal;     // if a drain runs it
  // Whether this launch may be carried out so, looking at the site and its child alone (plan.c
  // looks at the rest).
  struct fl_reason (*legal)(struct fl_unit *u, const struct fl_options *opt,
                            const struct fl_site *s);
};

extern const struct fl_strategy fl_keep, fl_t1, fl_t2, fl_t3, fl_t4, fl_mega, fl_warp, fl_block,
    fl_multiblock, fl_grid;
extern const struct fl_strategy *const fl_strategies[];       // ends with NULL
const struct fl_strategy *fl_strategy_find(const char *name); // NULL: no such strategy

// What every strategy that moves a child's body demands: the child is known, and its text can be
// written out for another context.
struct fl_reason fl_movable(struct fl_unit *u, const struct fl_site *s);
// What those demand that leave a function no form but its own symbol: the host does not come to it, for there it launches as it is written.
struct fl_reason fl_host_obstacle(struct fl_unit *u, const struct fl_site *s);
// May kernels of other files call a device function's own symbol? Their launches stay native, since they cannot see what it does, and its launches come in
// their order. (One that waits for its launches does not compile with native ones.)
bool fl_called_elsewhere(const struct fl_options *opt, const struct fl_function *f);
// What those demand that do not wait for the parent grid to end.
struct fl_reason fl_not_tail(struct fl_unit *u, const struct fl_site *s);
// What those demand that record: the drain can name the child, and a group of warps can run it. A `legal` of its own.
struct fl_reason fl_recordable(struct fl_unit *u, const struct fl_options *opt,
                               const struct fl_site *s);
// The same for those that launch for less than the parent grid: a tail launch waits for all of it. A `legal` of its own.
struct fl_reason fl_recordable_in_part(struct fl_unit *u, const struct fl_options *opt,
                                       const struct fl_site *s);
#endif
