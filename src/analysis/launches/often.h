// Ways through a body, and what is counted on them.
#ifndef FL_OFTEN_H
#define FL_OFTEN_H
#include "analysis/facts.h"

enum fl_step {
  FL_STEP_ON,     // nothing that is counted
  FL_STEP_COUNTS, // one
  FL_STEP_ANEW,   // what came before counts no more
  FL_STEP_MEETS,  // all threads of the block meet
  FL_STEP_PAST    // one has counted
};
typedef enum fl_step fl_stepper(const struct fl_node *n, void *data);
// May a thread that executes the body of `f` once come by two nodes that count, and by none between them with which counting begins anew? What `f` calls is not looked
// into.
bool fl_counts_twice(struct fl_unit *u, const struct fl_function *f, fl_stepper *step, void *data);
#endif
