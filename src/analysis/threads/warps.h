// What the lanes of a warp do together, and which of them (warps.c, lanes.c, leave.c, order.c).
#ifndef FL_WARPS_H
#define FL_WARPS_H
#include "analysis/facts.h"

// Is a node an operation for which lanes of a warp wait for each other? (order.c)
bool fl_meets_in_warp(struct fl_unit *u, const struct fl_node *n);

// How the threads of the blocks that run a function are numbered, as far as its launches tell. (warps.c)
struct fl_rows {
  bool only;      // a block is one row
  bool whole;     // rows are whole warps
  bool flat;      // a block is one layer of rows
  int64_t length; // of all rows; 0: not known
  int64_t
      width; // lanes that it takes together: a warp, or a tile of one if it knows no other operations than those of tiles
};
struct fl_rows fl_rows_of(struct fl_unit *u, struct fl_function *f);
// Is an expression a thread's number, such that those of a warp follow each other, from a multiple of their number on?
bool fl_numbers_threads(struct fl_unit *u, struct fl_function *f, const struct fl_rows *rows,
                        const struct fl_node *n);
// Has it one value in all threads of a warp (of a tile), if its operands say so by their form: `threadIdx.x / 32`, `threadIdx.x < 64`, `threadIdx.y`?
bool fl_tells_warps(struct fl_unit *u, struct fl_function *f, const struct fl_rows *rows,
                    const struct fl_node *n);

// Do all operations of the warp in `f`, which is called `depth` calls down, name the lanes that are there when they are reached? (order.c)
bool fl_names_actives(struct fl_unit *u, struct fl_function *f, unsigned depth);
// Is a node an operation of the warp that names lanes which may be elsewhere? (lanes.c)
bool fl_names_lanes(struct fl_unit *u, struct fl_function *f, const struct fl_node *n);
// Finds the statements of a function by whose conditions lanes leave before, or go past, operations of the warp, and which come to none later. Returns whether all others of
// their warp come to each of these conditions; else there are none in `found`. `any`: operations by any mask count, at conditions that lanes come to once; else those that
// name lanes which may be elsewhere. (leave.c)
bool fl_find_leaving(struct fl_unit *u, struct fl_function *f, bool any, struct fl_nodes *found);
// Do threads that have left a function come to no operation of their warp any more? (leave.c)
bool fl_ends_kernels(struct fl_unit *u, struct fl_function *f);
// May lanes of a warp that runs `f` go past an operation of the warp that names them, to the kernel's end? (lanes.c)
bool fl_lanes_skip(struct fl_unit *u, struct fl_function *f);
#endif
