// Whether a kernel whose blocks wait for others (beyond.c) may be launched so: by the dimensions of the grid, and by whether what it is given is different memory.
#include "analysis/bodies/node.h"
#include "analysis/calls/calls.h"
#include "analysis/waits/ends.h"
#include "analysis/waits/said.h"
#include "analysis/waits/turn.h"
#include "analysis/waits/waits.h"

// How many dimensions may a launch's grid have? 0: it has one block.
static int grid_dimensions(struct fl_unit *u, const struct fl_site *s) {
  const struct fl_node *n = s->grid;
  if (n && n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL && s->caller)
    n = fl_only_value(u, s->caller, n->decl);
  while (n && n->kind == FL_CAST && n->kids.len == 1)
    n = n->kids.data[0];
  if (n && fl_is_scalar(n))
    return n->has_value && n->value == 1 ? 0 : 1;
  if (!n || n->kind != FL_CALL || !fl_named(n, "dim3") || !fl_nth_argument(n, 0))
    return FL_MOST_DIMENSIONS;
  int dims = 0;
  for (int i = 0; i < FL_MOST_DIMENSIONS; i++) {
    const struct fl_node *extent = fl_nth_argument(n, (size_t)i);
    if (extent && !fl_is_scalar(extent))
      return FL_MOST_DIMENSIONS; // another dim3
    if (extent && !(extent->has_value && extent->value == 1))
      dims = i + 1;
  }
  return dims;
}
// An argument, as it is made: so many elements behind another pointer, past casts and names of locals that keep what they are given.
struct origin {
  const struct fl_node *of;
  int64_t distance;
  bool other_units; // of which the elements are others, so it is not known how many
};
// What a pointer is at a known distance from: `p` of `p + 1`, `&p[2]` and `p++`; NULL: it is not written so.
static const struct fl_node *at_distance(const struct fl_node *n, int64_t *distance) {
  const struct fl_node *of = n->kids.len ? n->kids.data[0] : NULL;
  const struct fl_node *by = n->kids.len == 2 ? n->kids.data[1] : NULL;
  const bool plus = fl_is_operator(n, FL_BINARY, "+");
  *distance = 1;
  if (!of || fl_is_step(n))
    return of;
  if (fl_is_operator(n, FL_UNARY, "&"))
    return of->kind == FL_SUBSCRIPT ? at_distance(of, distance) : NULL;
  if (by && plus && of->has_value)
    by = of, of = n->kids.data[1];
  if (!by || !by->has_value ||
      !(plus || fl_is_operator(n, FL_BINARY, "-") || n->kind == FL_SUBSCRIPT))
    return NULL;
  *distance = fl_named(n, "-") ? -by->value : by->value;
  return of;
}
static struct origin origin(struct fl_unit *u, const struct fl_site *s, const struct fl_node *n) {
  enum { MOST_NAMES = 16 };
  struct origin o = {n, 0, false};
  for (int i = 0; o.of && i < MOST_NAMES; i++) {
    int64_t distance = 0;
    n = o.of;
    const bool cast = n->kind == FL_CAST && n->kids.len == 1;
    const struct fl_node *of =
        cast ? n->kids.data[0]
        : n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL && s->caller
            ? fl_only_value(u, s->caller, n->decl)
            : at_distance(n, &distance);
    if (!of)
      break;
    o.other_units |= cast && !fl_is_same_type(n->type, of->type);
    o.distance += distance;
    o.of = of;
  }
  return o;
}
// Has a launch one pointer for two parameters, or two that are less far from each other than it has blocks? Then what is written by one may be looked at by the other.
static bool may_meet(struct fl_unit *u, const struct fl_site *s, struct origin a, struct origin b) {
  const int64_t apart = a.distance < b.distance ? b.distance - a.distance : a.distance - b.distance;
  const bool far =
      !a.other_units && !b.other_units && s->grid && s->grid->has_value && apart >= s->grid->value;
  return !far && (fl_same_place(u, a.of, b.of) || fl_is_same(a.of, b.of));
}
static bool gives_twice(struct fl_unit *u, const struct fl_site *s) {
  for (size_t i = 0; i < s->arg_nodes.len; i++)
    for (size_t k = 0; k < i; k++)
      if (fl_is_pointer(s->arg_nodes.data[i]) &&
          may_meet(u, s, origin(u, s, s->arg_nodes.data[i]), origin(u, s, s->arg_nodes.data[k])))
        return true;
  return false;
}
// Is a variable of the device named in a kernel, or in what it calls?
static bool find_global(struct fl_node *n, void *data) {
  return !(n->kind == FL_REF && n->decl == data);
}
static bool names_global(const struct fl_function *f, struct fl_decl *d, unsigned search) {
  if (f->facts->search == search)
    return false;
  f->facts->search = search;
  bool found = f->body && !fl_walk(f->body, find_global, d);
  for (size_t i = 0; i < f->facts->callees.len && !found; i++)
    found = names_global(f->facts->callees.data[i], d, search);
  for (size_t i = 0; i < f->facts->specializations.len && !found; i++)
    found = names_global(f->facts->specializations.data[i], d, search);
  return found;
}
// Is a kernel given what it also reaches by the name of a variable?
struct given {
  struct fl_unit *unit;
  const struct fl_function *kernel;
};
static bool find_given_global(struct fl_node *n, void *data) {
  const struct given *g = data;
  return !(n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_GLOBAL && !n->has_value &&
           names_global(g->kernel, n->decl, ++g->unit->searches));
}
static bool gives_global(struct fl_unit *u, const struct fl_function *k, const struct fl_site *s) {
  for (size_t i = 0; i < s->arg_nodes.len; i++)
    if (!fl_is_scalar(s->arg_nodes.data[i]) &&
        !fl_walk((struct fl_node *)origin(u, s, s->arg_nodes.data[i]).of, find_given_global,
                 &(struct given){u, k}))
      return true;
  return false;
}
static bool is_legal(struct fl_unit *u, const struct fl_function *k, const struct fl_site *s,
                     struct fl_waited w) {
  const int dims = grid_dimensions(u, s);
  if (!dims || (s->pragma && s->pragma->in_order))
    return true;
  if (w.by_names && (gives_twice(u, s) || gives_global(u, k, s)))
    return false;
  return w.whom <= FL_FOR_EARLIER && dims <= w.dims;
}

// May a kernel be launched where the text of the file does not show it: by its address, or by another file? (Each file has instances of templates of its own.)
static bool is_launched_elsewhere(const struct fl_unit *u, const struct fl_function *k) {
  return k->address_taken ||
         !(u->lone || k->is_static || k->template_params.len || k->is_specialization);
}
// Are all launches of a kernel such: of grids of so many dimensions at most, and of different memory?
static bool is_legal_everywhere(struct fl_unit *u, const struct fl_function *k,
                                struct fl_waited w) {
  const bool begun = w.whom <= FL_FOR_BEGUN;
  const int most = begun ? w.dims : 0;
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *s = k->facts->launches.data[i];
    const int dims = grid_dimensions(u, s);
    if (dims > most || (dims && w.by_names && (gives_twice(u, s) || gives_global(u, k, s))))
      return false;
  }
  return is_launched_elsewhere(u, k) ? most == FL_MOST_DIMENSIONS && !w.by_names
                                     : most == FL_MOST_DIMENSIONS || k->facts->launches.len;
}

struct fl_reason fl_wait_obstacle(struct fl_unit *u, const struct fl_function *k,
                                  const struct fl_site *s) {
  const struct fl_waited w = fl_waited_for(u, k);
  const bool legal = s ? is_legal(u, k, s, w) : is_legal_everywhere(u, k, w);
  return (struct fl_reason){
      legal
          ? NULL
          : fl_format(u->arena, "threads of '%s' may wait for another block of its grid", k->name),
      legal ? k->name_span : w.at};
}

bool fl_needs_grid(struct fl_unit *u, const struct fl_function *k) {
  return fl_waited_for(u, k).dims < FL_MOST_DIMENSIONS;
}

bool fl_needs_order(struct fl_unit *u, const struct fl_function *k) {
  return fl_waited_for(u, k).whom > FL_FOR_BEGUN;
}
