// One body in one form, while its edits are collected (body.c, variables.c, memory.c).
#ifndef FL_EMIT_BODY_H
#define FL_EMIT_BODY_H
#include "emit/emit.h"

struct fl_body_walk {
  struct fl_emit *e;
  struct fl_function *fn;
  enum fl_form form;
  struct fl_edits *out; // of the file that the node is in
  struct fl_edits *own; // of the body's own file; what it includes is edited where it stands
};

// variables.c: the declarations of shared variables, and of what asks how they are declared.
void fl_edit_shared(struct fl_body_walk *w, struct fl_node *stmt);
void fl_edit_decltype(struct fl_body_walk *w);
// Declarations for the top of a body that is written out for a context.
void fl_shared_prologue(struct fl_emit *e, struct fl_function *f, struct fl_text *out);

// convert.c: a conversion is called with a context.
void fl_edit_conversion(struct fl_body_walk *w, const struct fl_node *call, const char *context);

// memory.c: allocations, stores and atomic operations. What they become is said by the model.
void fl_edit_object(struct fl_body_walk *w, const struct fl_node *n);
void fl_edit_heap_call(struct fl_body_walk *w, const struct fl_node *n);
void fl_edit_store(struct fl_body_walk *w, const struct fl_node *n);
void fl_edit_atomic(struct fl_body_walk *w, const struct fl_node *n);
#endif
