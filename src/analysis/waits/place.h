// Places in memory by the number of the block that names them: `flag[blockIdx.x - 1]`, `flag[ticket]` (place.c).
#ifndef FL_PLACE_H
#define FL_PLACE_H
#include "analysis/facts.h"

// A body as a kernel comes to run it: what its parameters are is told by the call, in the text `up`.
struct fl_text_at {
  struct fl_unit *unit;
  const struct fl_function *fn;
  const struct fl_node *call; // NULL: the kernel's own
  const struct fl_text_at *up;
};

enum fl_base {
  FL_BASE_UNKNOWN,
  FL_BASE_ZERO,  // nothing but an offset
  FL_BASE_BLOCK, // blockIdx.x
  FL_BASE_TICKET // what an atomicAdd has given, each time something larger
};
// A number: `factor` times a base, and an offset that is known to be from `least` to `most`.
struct fl_number {
  enum fl_base base;
  const struct fl_node *ticket; // FL_BASE_TICKET: the atomicAdd
  int64_t factor, least, most;
};
enum { FL_FAR = 1 << 30 }; // there is no bound

struct fl_place {
  const struct fl_decl
      *of; // the variable, or the kernel's parameter, that it is reached by; NULL: not known
  struct fl_number at; // how many elements behind it
};
// The place that an expression stands for; that a pointer leads to.
struct fl_place fl_place_of(const struct fl_text_at *t, const struct fl_node *n);
struct fl_place fl_place_behind(const struct fl_text_at *t, const struct fl_node *pointer);
#endif
