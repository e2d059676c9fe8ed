// What is found out of a function: struct fl_facts, by the room that fills it in, and the types that all rooms share.
#ifndef FL_FACTS_H
#define FL_FACTS_H
#include "model/model.h"

// Why something cannot be done: text without a final stop, and the place; text == NULL: it can.
struct fl_reason {
  const char *text;
  struct fl_span at;
};

// Among which threads something is asked. Those of a warp run together: loads from one address give them one value, unless they are volatile.
enum fl_threads {
  FL_OF_BLOCK,
  FL_OF_BLOCK_LOADING, // as if all threads of a block ran so
  FL_OF_WARP
};
enum { FL_WARP = 32, FL_MOST_THREADS = 1024 }; // of a warp, of a block

enum { FL_MOST_CALLS = 8 }; // that are followed, one within the other

// What is known of a body while it is asked how often one function launches (launches/often.c).
struct fl_often {
  unsigned run;   // of which question
  bool looked_at; // by the search for what copies unseen
  short
      out[128]; // what may hold behind it, by what may in front of it and around it; -1: not known
};

struct fl_facts {
  unsigned index; // of the function in fl_unit.functions

  // bodies
  struct fl_declared *declared; // declared.c; NULL until asked for

  // calls: its own text
  FL_VEC(const struct fl_api *) apis; // each once, in order of appearance
  bool has_barrier, has_warp, has_join;
  bool has_block_scope;   // scope.c
  bool uses_groups;       // names cooperative groups
  bool group_barrier;     // has a barrier by way of a group
  bool reads_file_shared; // names a __shared__ variable of namespace scope
  bool hides_context;     // assembly or a library in it may depend on the block that it runs in
  bool hides_lanes, hides_block; // such in it is FL_NEEDS_LANES, FL_NEEDS_BLOCK
  bool is_foreign; // another file defines it, and can be asked what it does (foreign.c)
  struct fl_reason
      no_context; // why its text cannot be written out for another context (own text only)
  struct fl_functions callees; // device functions of the unit that it may call, each once
  struct fl_functions
      unresolved;              // those of them that it may call without a call that names just them
  struct fl_functions callers; // of the unit, whose lists of callees it is in
  const struct fl_function *callee_of, *unresolved_of; // whose lists it was put in last
  FL_VEC(const struct fl_node *)
  shared_calls; // that may be of several functions: of whichever, they are written alike (fl_next_called)
  // calls: through calls (not through launches)
  bool needs_context; // depends on the block that it runs in: must be cloned to run elsewhere
  bool any_barrier, any_warp, any_join, any_block_scope;
  bool any_hides_lanes, any_hides_block;
  bool
      any_stream; // calls of the device runtime that streams have an order for: copies, fills, events
  bool calls_any;          // values of types that a template's arguments tell
  bool may_call_any;       // the same, through calls
  bool asks_for_errors;    // its launches' own: cudaGetLastError and kin
  bool runs_it;            // unseen.c: the function that is asked about may run in it, unseen
  bool any_static_shared;  // shared variables that are not extern
  bool any_dynamic_shared; // may it name extern ones?
  signed char has_labels;  // a body that jumps lead into; 0: that was not asked (waits/lock.c)
  signed char
      called_again; // with what it was given, by whoever calls it; 0: that was not asked (waits/lock.c)
  bool calls_recursively; // a device function that may call itself
  struct fl_reason no_context_deep;
  struct fl_reason passed_lambda; // lambda.c, once `passed_known`
  bool passed_known;
  struct fl_reason no_copy; // copies.c, once `copy_known`
  bool copy_known;
  FL_VEC(struct fl_site *) reach; // launch sites in it and in what it calls
  struct fl_bits in_reach,
      in_below; // what of the unit's sites and functions is in `reach` and `below`
  size_t *reach_done,
      *below_done; // callgraph.c: how far the lists of callees and of launched kernels were taken over
  struct fl_reason
      hidden_launch; // what may launch in it, or in what it calls, beside those; no text: nothing
  // calls: through launches
  struct fl_functions below;         // kernels reachable by launches, each once
  struct fl_functions *foreign;      // foreign.c: fl_foreign_of; NULL until asked for
  FL_VEC(struct fl_site *) launches; // sites that launch it
  bool recursive;                    // a kernel among its own `below`

  // instances
  struct fl_function *primary;         // of an explicit specialization that can be written out anew
  const char *specialized_for;         // its template arguments, "<int, 2>"
  struct fl_functions specializations; // explicit ones of a template
  bool by_parameters;                  // told.c: fl_launches_by_parameters
  struct fl_calls *calls;              // told.c; NULL until asked for
  struct fl_names *locals; // local.c: what its body declares, by name; NULL until asked for

  // threads
  // order.c
  bool ordered;       // one thread's launches have an order that matters, or may have
  bool many_launches; // one thread may launch more than once, but for what has no order; or in_turn
  bool in_turn;       // one may launch behind a barrier what comes behind another's launches
  bool launches_once; // one thread launches at most once, fire-and-forget or not
  bool
      early_exit; // threads may leave before a barrier that others still reach, or never come to it
  bool
      lane_exit; // threads may leave before an operation of their warp that names them, and do not tell the others of it
  struct fl_nodes leaving;  // leave.c: whose conditions tell the others of those that leave
  bool lanes_leave;         // there are some, here or in an explicit specialization
  signed char ends_kernels; // leave.c: -1 or 1; 0: that was not asked
  signed char
      warp_width; // warps.c: lanes that an operation waits for; -1: that is being found out; 0: it was not asked
  // order.c, uniform.c: -1 or 1, where so many calls were followed; 0: that was not asked.
  signed char names_actives[FL_MOST_CALLS + 1], misses_barrier[FL_MOST_CALLS + 1],
      plain[FL_MOST_CALLS + 1];
  bool joins_together
      [FL_OF_WARP + 1]
      [FL_MOST_CALLS +
       1]; // apart.c: the same; true: its threads, or those of a warp, come to all joins together
  unsigned search; // apart.c: the last one that came to it, after so many calls
  int search_depth;
  struct fl_uniformity *uniformity[FL_OF_WARP + 1]; // uniform.c; NULL until asked for
  struct fl_fission *fission;                       // fission.c; NULL until asked for

  // launches
  int join_depth; // join.c: fl_join_depth
  // alone.c: it, or what it calls,
  bool puts;         // launches, copies or fills
  bool copies;       // copies or fills
  bool tail_copies;  // such that wait for its whole grid, or may do so
  bool uses_streams; // uses created streams, events, tail launches or copies
  bool
      shares_streams; // does so in another way than to put one thing into a stream that it has created for it
  struct fl_often often;
  int length[FL_MOST_CALLS +
             1]; // length.c: its length plus 1, where so many calls were followed; 0: not asked
  const struct fl_useful *useful; // useful.c, once `useful_known`
  bool useful_known;
  struct fl_carry *carry;             // carry.c; NULL until asked for
  const struct fl_function *below_of; // carry.c: the root below which it was looked for last,
  size_t place_below;                 // and its place among the kernels there
  bool *changed; // carry.c: per parameter, does its body change it? NULL until asked for
  bool *writes;  // race.c: per parameter, does its body write through it? NULL until asked for

  // waits
  unsigned looks; // look.c: what it and what it calls do with memory, FL_LOADS ...
  struct fl_reason
      polls; // spin.c: why it, or what it calls, may not end before a child begins that it has launched; no text: it does
  bool any_wait;            // spin.c: it, or what it calls, waits for other threads in a loop
  struct fl_span wait_at;   // the loop
  bool waits_by_calls;      // it waits by calling itself
  struct fl_waited *waited; // beyond.c; NULL until asked for
  bool takes_lock;          // lock.c: it, or what it calls, may take locks
  bool any_lock;            // lock.c: the same, in a loop: it waits for them
  bool spins;               // lock.c: the same, for one and the same until it has it
  bool may_release;         // lock.c: it, or what it calls, writes what may be a lock that is free
  struct fl_counts *counts; // atomic.c; NULL until asked for

  // memory
  bool any_heap;       // heap.c: it, or what it calls, allocates
  unsigned heap_names; // heap.c: FL_HEAP_*, called out of macros
  bool may_wait;       // cached.c: a loop that waits for something may call it
  bool returns_loaded; // scattered.c: its value rests on what is in memory
  signed char *
      passed; // address.c: per parameter, -1 or 1, does it keep what the launch passed? NULL, 0: not asked
};
#endif
