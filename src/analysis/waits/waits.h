// Loops in which threads wait for each other:
//   spin.c       which do, and functions that may not end before a child begins
//   beyond.c     for which other blocks
//   launched.c   whether it may be launched so
//   place.c      places in memory by the number of the block that names them (place.h)
//   turn.c       numbers that blocks wait for, and who writes them (turn.h)
//   mark.c       marks that takers leave, and take away (ends.h)
//   keyed.c      values that come with a key (turn.h)
//   said.c       what conditions say (said.h)
//   work.c       loops that go round as long as they find something to do (turn.h)
//   lock.c       which functions take locks
//   ends.c       whether a loop ends by what it does itself (ends.h)
//   changes.c    who changes a variable in it (ends.h)
//   ways.c       how what stands in a loop is reached (ends.h)
//   look.c       which reads look for what other threads write (look.h)
//   atomic.c     which atomic operations do (look.h)
#ifndef FL_WAITS_H
#define FL_WAITS_H
#include "analysis/facts.h"

// look.c: `looks`, from bodies and callees.
void fl_find_looks(struct fl_unit *u);
// spin.c: `any_wait` and `polls`, from `looks`.
void fl_analyse_spin(struct fl_unit *u);
// lock.c: which functions take locks, from bodies and callees.
void fl_analyse_locks(struct fl_unit *u);
// Why the launching thread cannot run a launch in its own place: it may hold a lock that the child takes. (same)
struct fl_reason fl_lock_obstacle(struct fl_unit *u, const struct fl_site *s);

// For which other blocks of its grid may a block wait in a loop? The worst of all its loops. (beyond.c)
enum fl_waited_for {
  FL_FOR_NO_OTHER,
  FL_FOR_BEGUN,   // blocks that have begun
  FL_FOR_EARLIER, // blocks that come earlier in their grid
  FL_FOR_ANY
};
struct fl_waited {
  enum fl_waited_for whom;
  int dims;          // of grids of so many dimensions at most; FL_MOST_DIMENSIONS: of all
  bool by_names;     // of parameters and variables, which lead to different memory
  struct fl_span at; // the loop
};
struct fl_waited fl_waited_for(struct fl_unit *u, const struct fl_function *k);
// Why its blocks, launched so, cannot be run in the order of their numbers, and not all at a time; `s` is NULL: in all launches that there may be. (launched.c)
struct fl_reason fl_wait_obstacle(struct fl_unit *u, const struct fl_function *k,
                                  const struct fl_site *s);
// Does it depend on the dimensions of its grid for whom they wait?
bool fl_needs_grid(struct fl_unit *u, const struct fl_function *k);
// Can they be run in that order alone?
bool fl_needs_order(struct fl_unit *u, const struct fl_function *k);
struct fl_known_stores;
struct fl_text_at;
// A loop, a jump back, or a call, in the body of `fn`, in which threads wait for others. (spin.c)
struct fl_waiting_loop {
  struct fl_unit *unit;
  struct fl_function *fn;
  const struct fl_known_stores *stores; // ends.h
  const struct fl_text_at *text;        // the same
  const struct fl_node *all;            // found: what goes round
  bool any_load;                        // found: as in ends.h
};
bool fl_waits_here(struct fl_waiting_loop *w, struct fl_node *n);
#endif
