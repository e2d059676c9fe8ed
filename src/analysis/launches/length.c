// How long a kernel's body takes, in instructions of one thread: an estimate for weighing strategies against one another (Free Launch,
// section 3: the child's length).
#include "analysis/bodies/bodies.h"
#include "analysis/launches/launches.h"

enum { TRIPS = 8, MOST = 1 << 20 }; // of a loop without known bounds; of a body

// A loop's trips, if it counts a constant up or down to another: `for (i = a; i < b; i += c)`; 0: they are not known.
static int64_t trips(const struct fl_node *loop) {
  const struct fl_node *c = loop->cond, *start = loop->init, *step = loop->inc;
  if (loop->kind != FL_FOR || !c || c->kind != FL_BINARY || c->kids.len != 2 || !start || !step ||
      !c->kids.data[1]->has_value)
    return 0;
  while (start->kids.len == 1 && !start->has_value)
    start = start->kids.data[0];
  if (start->kind == FL_ASSIGN && start->kids.len == 2)
    start = start->kids.data[1];
  int64_t by = 1;
  if (step->kind == FL_ASSIGN && step->kids.len == 2)
    by = step->kids.data[1]->has_value ? step->kids.data[1]->value : 0;
  if (!start->has_value || by == 0)
    return 0;
  int64_t n = (c->kids.data[1]->value - start->value) / by;
  n = n < 0 ? -n : n;
  return n < 1 ? 1 : n < MOST ? n : MOST;
}

static int64_t length(const struct fl_node *n, unsigned depth);

static int64_t length_of(const struct fl_function *f, unsigned depth) {
  int *known = &f->facts->length[depth]; // plus 1
  if (!*known)
    *known = (int)length(f->body, depth) + 1;
  return *known - 1;
}

static int64_t length(const struct fl_node *n, unsigned depth) {
  if (!n)
    return 0;
  int64_t own = 1, inside = 0;
  switch (n->kind) {
  case FL_COMPOUND:
  case FL_DECL_STMT:
  case FL_CAST:
  case FL_LITERAL:
  case FL_REF:
    own = 0;
    break;
  case FL_SUBSCRIPT: // address and load
    own = 3;
    break;
  case FL_LAUNCH:
    own = 60;
    break;
  case FL_CALL:
    own = n->decl && n->decl->function && depth < FL_MOST_CALLS
              ? 2 + length_of(n->decl->function, depth + 1)
              : 10;
    break;
  default:
    break;
  }
  const int64_t known = fl_is_loop(n) ? trips(n) : 1, times = known ? known : TRIPS;
  for (size_t i = 0; i < n->kids.len && inside < MOST; i++) {
    const struct fl_node *k = n->kids.data[i];
    const bool half = n->kind == FL_IF && (k == n->then || k == n->otherwise) && n->otherwise;
    inside += length(k, depth) * (k == n->init ? 1 : times) / (half ? 2 : 1);
  }
  own += inside;
  return own < MOST ? own : MOST;
}

int fl_length(const struct fl_function *f) {
  const int64_t n = length_of(f, 0);
  return n < 1 ? 1 : (int)n;
}

static bool is_bounded(struct fl_node *n, void *none) {
  (void)none;
  return !fl_is_loop(n) || trips(n) != 0;
}

static bool is_uneven(const struct fl_unit *u, const struct fl_function *f, struct fl_bits *seen) {
  if (!fl_bits_add(u->arena, seen, u->functions.len, f->facts->index))
    return false;
  bool found = f->facts->calls_recursively || !fl_walk(f->body, is_bounded, NULL);
  for (size_t i = 0; i < f->facts->callees.len && !found; i++)
    found = is_uneven(u, f->facts->callees.data[i], seen);
  return found;
}

bool fl_is_uneven(const struct fl_unit *u, const struct fl_function *f) {
  struct fl_bits seen = {0};
  return is_uneven(u, f, &seen);
}
