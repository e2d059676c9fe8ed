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

// What the host hands over for a reference is the address of what it names; wrappers of host launches have values alone.
struct fl_reason fl_root_handed_obstacle(struct fl_unit *u, const struct fl_function *root) {
  for (size_t i = 0; i < root->params.len; i++)
    if (fl_is_reference(&root->params.data[i]))
      return (struct fl_reason){
          fl_format(u->arena, "'%s' launches, and takes a reference", root->name),
          root->params.data[i].span};
  return fl_handed_obstacle(u, root);
}
