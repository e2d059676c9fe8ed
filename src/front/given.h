// What functions that launch what they are given are given (given.c), for those that are bound to it (bound.c).
#ifndef FL_GIVEN_H
#define FL_GIVEN_H
#include "internal.h"

// What stands for a kernel in a function.
struct fr_given {
  const struct fl_function *function;
  const char *name; // of a parameter, also a template's
  size_t index;     // its number
  bool by_template;
  size_t bound; // how often the function's name was replaced
};
typedef FL_VEC(struct fr_given) fr_givens;

// Those of functions that can be written out a second time, under another name.
void fr_collect_given(struct fr *f, fr_givens *all);
// The function that a call names. Where its arguments depend on a template, clang may leave it open: the only one of that name.
const struct fl_function *fr_called(const struct fl_unit *u, const struct fl_node *call);
// The argument of a call for what is given; NULL: it has none that can be seen.
const struct fl_node *fr_given_argument(const struct fl_node *call, const struct fr_given *g);
// The kernel that a call gives, as it is written, but for an `&`; NULL: it is not seen, or would mean something else in the function.
const char *fr_given_kernel(struct fr *f, const struct fl_function *caller,
                            const struct fl_node *call, const struct fr_given *g);
// The kernel that is the template argument of a launch, and what stands behind its name there; NULL: it is not seen, or a name that is not a function's.
const struct fl_function *fr_launched_with(struct fr *f, const struct fl_site *s,
                                           const struct fr_given *g, const char **tail);
#endif
