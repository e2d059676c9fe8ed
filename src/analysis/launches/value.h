// Symbolic values: what the expressions of a kernel are in each thread of a grid, as terms over the launch's arguments and configuration and the
// thread's indices. The grid and its blocks are taken to be of one dimension.
#ifndef FL_VALUE_H
#define FL_VALUE_H
#include "analysis/launches/launches.h"

// The value of an expression. A term is a sum of something that is the same for all threads, blockIdx.x * `stride`, and threadIdx.x, where the
// indices may be missing. What is not of this form is not known.
struct fl_value {
  const struct fl_term *term;   // NULL: not known
  unsigned size;                // operators and conversions in the term
  const struct fl_term *stride; // factor of blockIdx.x; NULL if that is not in the term
  bool threads;                 // threadIdx.x is in the term
  bool pure;                    // evaluation has no effect, be the value known or not
};

// Is it the same for all threads?
static inline bool fl_uniform_value(struct fl_value v) { return !v.stride && !v.threads; }

struct fl_variable {
  const struct fl_decl *decl;
  struct fl_value value;
};
// The variables at one place of a kernel's body: locals, and parameters that were changed (others have the value of their argument). What the
// values rest on is collected in `needs`.
struct fl_values {
  struct fl_unit *unit;
  struct fl_function *fn; // the kernel
  FL_VEC(struct fl_variable) variables;
  fl_type_needs *needs;
};

// The value of an expression, at that place. To change a variable is an effect.
struct fl_value fl_value_of(struct fl_values *s, const struct fl_node *n);
// The value that an assignment, ++ or -- gives to its left side; pure if it has no effect beside that.
struct fl_value fl_value_given(struct fl_values *s, const struct fl_node *n);
// A value converted to the type of a variable.
struct fl_value fl_value_as(struct fl_values *s, struct fl_value v, const struct fl_decl *d);
// From here on a variable has this value.
void fl_set_variable(struct fl_values *s, const struct fl_decl *d, struct fl_value v);

// Have the operators of a variable's type no effect? What must hold of the type for that is noted.
bool fl_basic(struct fl_values *s, const struct fl_decl *d);
// Notes what the operators of a term need of the types in it. Returns whether an index is in it.
bool fl_need_integers(struct fl_values *s, const struct fl_term *t);

// A binary operator and its operands. Beside operators of the program's own, clang takes one on types that are not known yet for a call; on
// integers it is the built-in one all the same.
struct fl_operation {
  const char *op; // NULL: it is none
  const struct fl_node *left, *right;
};
struct fl_operation fl_operation_of(const struct fl_node *n);
#endif
