// Arguments that cannot be copied on: what carries a launch out makes copies of its own.
#include "analysis/calls/calls.h"

struct fl_reason fl_handed_obstacle(struct fl_unit *u, const struct fl_function *k) {
  struct fl_reason r = {NULL, k->name_span};
  if (k->handed != FL_HANDED_AS_BYTES)
    r.text = fl_format(u->arena, "'%s' takes an object of '%s', which %s", k->name, k->handed_type,
                       k->handed == FL_HANDED_ONCE
                           ? "cannot be copied again"
                           : "has a copy constructor or a destructor of its own");
  return r;
}
