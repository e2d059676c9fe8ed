// Loop fission over barriers (MCUDA; Free Launch section 2.6 uses it for t4): a body is cut at its barriers into regions, each of which one thread
// can run for all threads of a block before the next begins. Barriers inside loops and branches are reached by hoisting the loop or branch
// out of the loop over threads, which needs a header with one value for the block.
#ifndef FL_FISSION_H
#define FL_FISSION_H
#include "analysis/facts.h"

enum fl_piece_kind {
  FL_PIECE_REGION, // statements first..last, run by every thread in turn
  FL_PIECE_DECL, // a declaration with one value for the block, or of shared variables; or what of it is hoisted
  FL_PIECE_HOISTED // a loop, branch or block with barriers inside: header once a block, body in pieces
};
typedef FL_VEC(struct fl_piece *) fl_pieces;
typedef FL_VEC(const struct fl_node *) fl_variables; // FL_VAR nodes
struct fl_piece {
  enum fl_piece_kind kind;
  struct fl_node *first, *last; // FL_PIECE_REGION: consecutive statements
  struct fl_node *node;         // otherwise: the statement
  fl_pieces body, otherwise;    // FL_PIECE_HOISTED
  fl_variables
      slots; // FL_PIECE_REGION: its variables that other regions name; kept for every thread
};
struct fl_fission {
  struct fl_reason illegal; // why the body cannot be cut; text == NULL: it can
  fl_pieces pieces;
  fl_variables slots;   // kept for every thread, of all regions
  fl_variables hoisted; // with one value for the block, beside others in their statement
};

// Is a variable given a value where it is declared? An array's extents are none.
bool fl_has_value(struct fl_unit *u, const struct fl_node *var);
bool fl_among(const fl_variables *list, const struct fl_node *var);

// Cuts the body of a kernel with barriers. Computed once per kernel.
const struct fl_fission *fl_fission_of(struct fl_unit *u, struct fl_function *k);
#endif
