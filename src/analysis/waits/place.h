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

// What a call in the text `up` runs, or a kernel.
const struct fl_text_at *fl_text_in(struct fl_unit *u, const struct fl_text_at *up,
                                    const struct fl_function *fn, const struct fl_node *call);

// May a thread come to a node of the text more than once?
bool fl_is_repeated(const struct fl_text_at *t, const struct fl_node *n);

enum fl_base {
  FL_BASE_UNKNOWN,
  FL_BASE_ZERO,  // nothing but an offset
  FL_BASE_GRID,  // where the block is in its grid: a sum of `terms`
  FL_BASE_TICKET // what an atomic operation has given, each time something larger
};
// A term: an index of the block's, or 1, times the grid's first extents, or 1.
enum { FL_EXTENT_X = 1, FL_EXTENT_Y = 2, FL_INDEX_X = 4, FL_INDEX_Y = 8, FL_INDEX_Z = 12 };
// `blockIdx.x`, `blockIdx.y * gridDim.x + blockIdx.x`, and so on: by these a grid of so many dimensions begins its blocks.
enum {
  FL_LINEAR_1 = 1 << FL_INDEX_X,
  FL_LINEAR_2 = FL_LINEAR_1 | 1 << (FL_INDEX_Y | FL_EXTENT_X),
  FL_LINEAR_3 = FL_LINEAR_2 | 1 << (FL_INDEX_Z | FL_EXTENT_X | FL_EXTENT_Y)
};
// What gives tickets: an element of `of`, or a member of one.
struct fl_counter {
  const struct fl_decl *of;
  const char *member;
  int64_t at;
};
// A number: `factor` times a base, and an offset that is known to be from `least` to `most`.
struct fl_number {
  enum fl_base base;
  struct fl_counter counter; // FL_BASE_TICKET
  unsigned terms;            // FL_BASE_GRID: a bit for each
  int64_t factor, least, most;
};
enum { FL_FAR = 1 << 30 }; // there is no bound

struct fl_place {
  const struct fl_decl
      *of; // the variable, or the kernel's parameter, that it is reached by; NULL: not known
  struct fl_number at; // how many elements behind it
  const char *member;  // of the element; NULL: any
};
static inline bool fl_is_one_place(const struct fl_place *p) {
  return p->of && p->at.base == FL_BASE_ZERO && p->at.least == p->at.most;
}
// Are places not apart by the variables and members that they are of?
bool fl_may_overlap(const struct fl_place *a, const struct fl_place *b);
// A number, by the block that evaluates it.
struct fl_number fl_number_of(const struct fl_text_at *t, const struct fl_node *n);
// Is a number the same but for its offset: of the same base, by the same factor?
bool fl_same_base(const struct fl_number *a, const struct fl_number *b);
// By how much at most is something counted up? What goes by more comes to the same numbers again, or goes down.
enum { FL_MOST_STEP = 1 << 10 };
// Does a call give tickets, if nothing else changes its counter?
bool fl_gives_ticket(const struct fl_node *call);
// The place that an expression stands for; that a pointer leads to.
struct fl_place fl_place_of(const struct fl_text_at *t, const struct fl_node *n);
struct fl_place fl_place_behind(const struct fl_text_at *t, const struct fl_node *pointer);
#endif
