// Does a loop end by what its thread does, or by what others do (spin.c)? The parts of the search for that.
#ifndef FL_ENDS_H
#define FL_ENDS_H
#include "analysis/bodies/node.h"

// Who brings it about that a condition gets the value that ends a loop.
enum fl_end {
  FL_BY_NOBODY, // it has that value or does not, or this is not known
  FL_BY_ITSELF, // the loop
  FL_BY_OTHERS  // another thread
};
// One of two is enough; both are needed.
static inline enum fl_end fl_either(enum fl_end a, enum fl_end b) {
  return a == FL_BY_ITSELF || b == FL_BY_ITSELF   ? FL_BY_ITSELF
         : a == FL_BY_OTHERS || b == FL_BY_OTHERS ? FL_BY_OTHERS
                                                  : FL_BY_NOBODY;
}
static inline enum fl_end fl_both(enum fl_end a, enum fl_end b) {
  return a == FL_BY_OTHERS || b == FL_BY_OTHERS   ? FL_BY_OTHERS
         : a == FL_BY_NOBODY || b == FL_BY_NOBODY ? FL_BY_NOBODY
                                                  : FL_BY_ITSELF;
}

struct fl_known_stores;
struct fl_text_at;
enum { FL_MOST_VARIABLES = 16 };
struct fl_ends {
  struct fl_unit *unit;
  struct fl_function *fn;
  struct fl_node *loop;               // or what a label stands in, if
  const struct fl_node *label, *jump; // back to it makes the loop
  unsigned looks;                     // of all of it
  bool any_load;                      // any load counts as a look
  int moves; // on the way to where the search is: places and numbers that are made from variables
  struct {
    const struct fl_decl *decl;
    const char *member; // NULL: all of it
    int moves;
  } open[FL_MOST_VARIABLES]; // variables that are being looked at
  int depth, steps;          // nodes that may still be looked at
  bool in_store;
  // All that the kernel writes, and the text that the loop is in: who has left a mark, as one does who takes a lock, takes it away, and that ends the
  // loop. NULL: it does not count.
  const struct fl_known_stores *stores;
  const struct fl_text_at *text;
};
static inline bool fl_is_spent(struct fl_ends *s) { return s->steps <= 0 || s->steps-- == 0; }
static inline bool fl_is_step(const struct fl_node *n) {
  return fl_is_operator(n, FL_UNARY, "++") || fl_is_operator(n, FL_UNARY, "--");
}
static inline bool fl_is_variable(const struct fl_node *n, const struct fl_decl *d) {
  return n && n->kind == FL_REF && n->decl == d;
}

// ends.c
// Who gives an expression another value; who gives a condition the value `want`.
enum fl_end fl_end_of_value(struct fl_ends *s, const struct fl_node *n);
enum fl_end fl_end_of_truth(struct fl_ends *s, const struct fl_node *n, bool want);
// The same of what decides whether a variable that is being looked at is changed: it has its value until then.
enum fl_end fl_end_of_guard(struct fl_ends *s, const struct fl_node *n);
enum fl_end fl_end_of_guard_truth(struct fl_ends *s, const struct fl_node *n, bool want);

// changes.c
// Who gives a variable of the body another value in the loop. `member`: of it; NULL: all of it.
enum fl_end fl_end_of_variable(struct fl_ends *s, const struct fl_decl *d, const char *member);
// Who gives what is assigned to by `n`, with whatever operator.
enum fl_end fl_end_of_assigned(struct fl_ends *s, const struct fl_node *n);
// Does a call change a variable that is named in it, by its address or a reference? Members leave their object as it is, as far as this matters here.
enum fl_change { FL_UNCHANGED, FL_PERHAPS_CHANGED, FL_CHANGED };
enum fl_change fl_changed_by(const struct fl_unit *u, const struct fl_node *call,
                             const struct fl_node *use);

// mark.c
// Does a condition have the value `want` once a mark is taken away that is left by who takes a place and gives it back?
bool fl_excludes_mark(struct fl_ends *s, const struct fl_node *n, bool want);

// ways.c
bool fl_in_ended_loop(const struct fl_ends *s, const struct fl_node *n);
// The label in a statement that a jump leads to; NULL: it is not there.
struct fl_node *fl_label_in(struct fl_node *in, const struct fl_node *jump);
// Is it a break, a goto or a return out of the loop?
bool fl_leaves_loop(const struct fl_ends *s, const struct fl_node *n);
// Who brings it about that `n`, in the loop, is reached, or, unless `want`, is not. `always`: nothing is in its way. `d`: what is written there; NULL: the
// loop is left. Variables that are being looked at keep their values until then.
enum fl_end fl_end_by_ways(struct fl_ends *s, const struct fl_node *n, const struct fl_decl *d,
                           bool want, bool *always);
// Who brings it about that it is reached, with no `continue` in front of it.
enum fl_end fl_end_by_reaching(struct fl_ends *s, const struct fl_node *n, const struct fl_decl *d,
                               bool *always);
#endif
