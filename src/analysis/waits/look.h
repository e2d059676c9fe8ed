// How memory is read and written, as far as threads tell each other something by it (look.c).
#ifndef FL_LOOK_H
#define FL_LOOK_H
#include "analysis/facts.h"

// What an expression, a statement or a function (`looks`) does with memory.
enum {
  FL_LOADS = 1,   // reads it
  FL_LOOKS = 2,   // reads what other threads are about to write
  FL_CHANGES = 4, // writes by an atomic operation, or depends on the time
  FL_PAUSES = 8,  // has a fence or __nanosleep
  FL_TAKES = 16,  // writes by an atomic operation, and tells by what it finds what others have done
  FL_GIVEN =
      32, // reads what a function's reference and pointer parameters and its object stand for
  FL_ELSEWHERE =
      64, // calls what another file defines: no compiler may move its loads out of a loop, so these may be such as FL_LOOKS means
  FL_ASKS = FL_LOOKS | FL_TAKES | FL_ELSEWHERE,
  FL_READS = FL_LOADS | FL_GIVEN
};
// What `n` does, and all below it, in the body of `f`.
unsigned fl_looks_in(struct fl_unit *u, const struct fl_function *f, struct fl_node *n);
// What is done by a call, its arguments aside; by an asm statement; by reading an expression that stands for a place in memory that other threads
// may write to. 0: it does not.
unsigned fl_looks_of_call(struct fl_unit *u, const struct fl_function *f,
                          const struct fl_node *call);
// Is it a call of a member of `cuda::atomic_ref` and its like, be it by its name, where an instance tells the type?
bool fl_is_of_atomic(struct fl_unit *u, const struct fl_node *call);
// The same of an atomic operation of CUDA's own, or of such an object, in the body of `f`. (atomic.c)
unsigned fl_looks_of_atomic(struct fl_unit *u, const struct fl_function *f,
                            const struct fl_node *call);
// Is it a place in memory that other threads may write to? (look.c)
bool fl_is_in_memory(const struct fl_node *n);
// Does an atomic operation write what may free something that others wait for? (atomic.c)
bool fl_may_release(struct fl_unit *u, const struct fl_function *f, const struct fl_node *call);
// Does it take what is free? `again`: until it has it. The place that it is done at; NULL: it is none. (same)
bool fl_takes_free(struct fl_unit *u, const struct fl_function *f, const struct fl_node *call,
                   bool again);
const struct fl_node *fl_atomic_place(struct fl_unit *u, const struct fl_function *f,
                                      const struct fl_node *call);
// May it change what is there? (same)
bool fl_may_write(struct fl_unit *u, const struct fl_function *f, const struct fl_node *call);
// Is a number known here, if need be by the name of a local that keeps it? (same)
bool fl_is_constant(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n);
unsigned fl_looks_of_asm(struct fl_unit *u, const struct fl_node *n);
unsigned fl_looks_of_place(const struct fl_node *n);
// May a value, of a type that an instance tells, be an object?
bool fl_may_be_object(const struct fl_node *n);
// What operators and conversions do of the class that a value may be of whose type an instance tells: `while (!flag)`, `c < n`.
unsigned fl_looks_of_operators(const struct fl_unit *u, const struct fl_node *n);
// Is a place read where it stands? Not if it is written, if its address is taken, or if a part of it is meant.
bool fl_is_read(const struct fl_node *n);
#endif
