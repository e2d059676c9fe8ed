// Which strategy for which launch site: legality, then cost, then the user's word.
//   plan.c      the strategy of every site, until no choice stops another
//   tune.c      threshold and coarsening
//   report.c    what is said of it
//   sizes.c     sizes of blocks that template parameters say
//   engine.c    which engine runs what is recorded below a root
//   serial.c    what keeps launches from being run serially in functions' own symbols
//   foreign.c   launches of kernels that call or launch what is in other files
//   whole.c     kernels that need whole blocks of the hardware's
//   select.c    where the host chooses at run time
//   profile.c   what an earlier run has measured (profile.h)
//   heap.c      whether a pool serves what device code allocates
//   stores.c    which stores and atomics look first
#ifndef FL_PLAN_H
#define FL_PLAN_H
#include "plan/profile.h"
#include "strategy/strategy.h"

enum { FL_ANY_REGISTERS = 256 }; // threads of a block that fits, whatever registers they take

struct fl_plan {
  const struct fl_strategy *strategy; // chosen; never NULL
  const struct fl_strategy *wanted;   // what the user asked for; NULL: auto
  struct fl_reason stopped; // why the site did not get what was asked for (auto: t1), if it did not
  bool serial_legal;        // t4 would be legal: the kernel's own symbol may run it so
  bool
      fitted; // where its blocks have too many threads for functions with any number of registers it stays native
  int64_t
      coarsen; // child blocks that a worker takes at least; 0: as many as keep the machine busy. Of a launch that stays native: that become one
  int64_t threshold; // launches of fewer child threads run serially instead; 0: none do
};

// Does a launch stay native but where it is below its threshold?
static inline bool fl_thinned(const struct fl_site *s) {
  return !s->on_host && !s->plan->strategy->policy && s->plan->threshold;
}
// Does it stay native, with fewer blocks?
static inline bool fl_coarsened(const struct fl_site *s) {
  return !s->on_host && !s->plan->strategy->policy && s->plan->coarsen > 1;
}
// Does a policy carry out a launch that stays native?
static inline bool fl_reshaped(const struct fl_site *s) { return fl_thinned(s) || fl_coarsened(s); }

// Fills `plan` of every device-side site of the unit and reports remarks and warnings. Host sites
// get none.
void fl_plan_unit(struct fl_unit *u, const struct fl_options *opt);

// Decides whether a pool serves what the unit's device code allocates. Behind fl_plan_unit. (heap.c)
void fl_plan_heap(struct fl_unit *u, const struct fl_options *opt);

// Decides which stores and atomics look first, and which stores are exchanges. Behind fl_plan_unit. (stores.c)
void fl_plan_stores(struct fl_unit *u, const struct fl_options *opt);

// What speaks against a site's strategy, of all that is known of `root`, which comes to it; no text: nothing. (plan.c)
struct fl_reason fl_obstacle_under(struct fl_unit *u, const struct fl_options *opt,
                                   struct fl_function *root, const struct fl_site *s);

// ---- tune.c
// Fills `threshold` and `coarsen` of every device-side site, when strategies are settled. Warns of coarsening that has no effect.
void fl_tune(struct fl_unit *u, const struct fl_options *opt);
// Warns of a pragma's threshold that is not gone by. (One of the command line holds where it may.)
void fl_report_threshold(struct fl_unit *u, const struct fl_options *opt, const struct fl_site *s);

// ---- report.c
// Remarks and warnings of every device-side site, and of launches in macros that no site stands for.
void fl_report_plans(struct fl_unit *u, const struct fl_options *opt);

// ---- serial.c
// For each function, by its index, why none of what it launches may run serially in its own symbol and in those of what it calls; no text: it may.
void fl_find_symbol_obstacles(struct fl_unit *u, const struct fl_options *opt,
                              struct fl_reason *why);

// ---- foreign.c
// The kernels of other files that are launched below `root`, and not natively.
enum { FL_MOST_OTHERS = 8 }; // there may be so many
struct fl_functions fl_others_of(struct fl_unit *u, const struct fl_function *root);
// Why a launch cannot be carried out as planned, since threads of `root`, or below it, call device functions of other files.
struct fl_reason fl_foreign_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                     const struct fl_function *root, const struct fl_site *s);
// Fills `fitted`, when strategies are settled.
void fl_fit_blocks(struct fl_unit *u, const struct fl_options *opt);

// ---- room.c
// Why a launch cannot be carried out as planned, since blocks of `root` have no shared memory left for it.
struct fl_reason fl_room_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                  const struct fl_function *root, const struct fl_site *s);

// May instances of a parent, a template, have no room for the form that records? How large their shared variables are, their compiler knows.
bool fl_may_lack_room(struct fl_unit *u, const struct fl_options *opt, const struct fl_function *k);
// May the host launch it by its name with more shared memory, its form's and its own included, than every kernel may have?
bool fl_asks_for_shared(struct fl_unit *u, const struct fl_function *k);
// May blocks of a parent's have too much shared memory for its form, so that its own symbol is launched? When strategies are settled.
bool fl_may_not_fit(struct fl_unit *u, const struct fl_options *opt, const struct fl_function *k);

// ---- sizes.c
// Does a variable of the type that a local has hold any number of threads, as it is?
bool fl_holds_size(const struct fl_decl *d);
// Fills `block_threads` and `extent` of launches in kernel templates of which all launches are in sight.
void fl_find_sizes(struct fl_unit *u, const struct fl_options *opt);

// ---- whole.c
// Why a launch below `root` cannot be carried out as planned, since blocks of what it launches, or of a kernel below that, must be blocks of the hardware's.
struct fl_reason fl_whole_obstacle(struct fl_unit *u, const struct fl_options *opt,
                                   const struct fl_function *root, const struct fl_site *s);
// Threads of such blocks below `root`, when strategies are settled; 0: there are none.
int fl_whole_threads(const struct fl_function *root);

// ---- engine.c
// The launches that a root makes, and all kernels below it: `for (struct fl_launches all = {.root = root}; (s = fl_next_launch(&all));)`. NULL: there are no more.
struct fl_launches {
  const struct fl_function *root;
  size_t kernel, site; // of the next one; 0: the root, or so many kernels of its `below`
};
const struct fl_site *fl_next_launch(struct fl_launches *all);
// True if running `f` in a recording context records launches (its own, its callees', or those of
// children that it runs itself).
bool fl_records(const struct fl_function *f);
// True if a launch of `root` that records runs in the fused engine: a kernel waits and its blocks do not run their children themselves, or the user
// wants it so.
bool fl_runs_fused(const struct fl_options *opt, const struct fl_function *root);

// Who runs a parent: the split engine (K__fl_parent, and a drain behind it), the fused one, its own
// blocks (t3), or the gathering one (K__fl_parent, which launches for a scope); CUDA itself.
enum fl_engine { FL_SPLIT, FL_FUSED, FL_BLOCKS, FL_GATHERING, FL_NATIVE };
// Who runs what is recorded below a root: one for all.
enum fl_runner fl_runner_of(const struct fl_function *root);
enum fl_engine fl_engine_of(const struct fl_options *opt, const struct fl_function *root);
// Are all launches of a kernel in sight, the host's and the device's?
bool fl_is_seen(const struct fl_unit *u, const struct fl_options *opt, const struct fl_function *k);
// True if launches below `root` are in an order that matters.
bool fl_has_order(const struct fl_function *root);
// True if launches below `root` are to run in groups of like block sizes, and nothing else puts them in order.
bool fl_groups_sizes(const struct fl_options *opt, const struct fl_function *root);

// ---- select.c
// What may the host choose from at every launch of `root`, if the choice was left to us? Between recording and t4, where all that is launched may run
// serially (or either by its size, where no order is at stake), and, where the device may launch, block, which lets children run beside their parent; between the fused engine and t3,
// where threads wait for children and both can, and t4, where that may be, too.
enum fl_choice { FL_NO_CHOICE = 0, FL_IN_PLACE_TOO = 1, FL_BLOCKS_TOO = 2, FL_LAUNCHES_TOO = 4 };
// A set of these.
unsigned fl_selects(struct fl_unit *u, const struct fl_options *opt, struct fl_function *root);
void fl_report_selection(struct fl_unit *u, const struct fl_options *opt);
#endif
