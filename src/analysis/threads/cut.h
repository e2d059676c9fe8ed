// Between fission.c, which cuts bodies at barriers, once.c, which says what lives once for the block, and outside.c, which says what a region leaves behind.
#ifndef FL_CUT_H
#define FL_CUT_H
#include "analysis/threads/fission.h"

struct fl_cut {
  struct fl_unit *unit;
  struct fl_function *fn;
  struct fl_fission *out;
  const struct fl_node *deciding;          // the declaration that is looked at
  FL_VEC(const struct fl_node *) barriers; // all calls that meet at one, in order
  bool barriers_known;
  int uses;              // that were looked at (outside.c)
  struct fl_names names; // by which variables are used (fission.c)
};

// Does a statement meet at a barrier, itself or in what it calls?
bool fl_has_barrier(struct fl_cut *c, const struct fl_node *n);
// Can an expression (or none) be evaluated once for the block, outside of any thread?
bool fl_hoistable(struct fl_cut *c, struct fl_node *e);
// Does a thread change the variable, other than in the header of a hoisted loop?
bool fl_changed_by_thread(struct fl_cut *c, struct fl_decl *d);
// Can a variable be declared apart from its initial value, and from others of its statement, and these from it?
bool fl_declared_apart(struct fl_cut *c, const struct fl_node *var);
// Is a variable that a region declares named outside of it?
bool fl_named_outside(struct fl_cut *c, const struct fl_piece *region, const struct fl_decl *d);
// May something that lives on behind the region lead to the variable, a pointer that is kept somewhere, or a reference?
bool fl_leads_outside(struct fl_cut *c, const struct fl_piece *region, const struct fl_decl *d);
// Are all instances of a kernel that are launched of the language's own types?
bool fl_has_plain_instances(const struct fl_function *k);
// May code run where a local variable's scope ends?
bool fl_ends_with_code(const struct fl_cut *c, const struct fl_decl *d);
// Does all that a statement declares live once for the block?
bool fl_block_declaration(struct fl_cut *c, struct fl_node *stmt);
// Is a variable that a statement of a cut body declares one for the block, be it apart from others in the statement?
bool fl_lives_once(struct fl_cut *c, struct fl_node *var, struct fl_node *stmt);
#endif
