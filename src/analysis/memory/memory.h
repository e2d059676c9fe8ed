// Shared memory, stores and atomics, allocation:
//   address.c    shared memory whose addresses must be such
//   atomic.c     CUDA's own atomic operations
//   silent.c     stores and atomics that often change nothing
//   cached.c     which of those atomics may go by the multiprocessor's cache
//   scattered.c  stores all over memory to places that are looked at first
//   heap.c       what device code allocates and frees
#ifndef FL_MEMORY_H
#define FL_MEMORY_H
#include "analysis/facts.h"

// Why the shared memory of a launch's blocks cannot be among the locals of a thread. (address.c)
struct fl_reason fl_address_obstacle(struct fl_unit *u, const struct fl_site *s);

// What may be said of an atomic operation. (atomic.c)
enum fl_atomic {
  FL_ATOMIC_MAY_CHANGE_NOTHING = 1, // it leaves memory as it is where what it finds says so
  FL_ATOMIC_REDUCES = 2,            // there is one like it without a result
  FL_ATOMIC_COMPARES = 4            // it has a third operand
};
// Is `n` a call of one of CUDA's own of which that may be said, in a place that can be changed?
bool fl_own_atomic(struct fl_unit *u, const struct fl_node *n, enum fl_atomic what);

// silent.c
// Fills `stores` of the unit's variables and parameters.
void fl_analyse_stores(struct fl_unit *u);
// Is `n`, in the body of `f`, a store of a constant to one place for all threads of a grid, where all of the unit's device code stores that constant?
bool fl_silent_store(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n);
// Is `n` an atomic operation of CUDA's own that leaves memory as it is where what it finds says so: minimum, maximum, and, or, compare and swap? Not in loops where nobody
// waits for the result.
bool fl_silent_atomic(struct fl_unit *u, const struct fl_node *n);
// Is it one in such a loop for which there is a reduction?
bool fl_reduced_atomic(struct fl_unit *u, const struct fl_node *n);

// cached.c: `may_wait`, from bodies and calls.
void fl_find_waiting(struct fl_unit *u);
// May such an operation, a minimum or a maximum in the body of `f`, go by what the multiprocessor's cache holds, which may be old? (same)
bool fl_cached_atomic(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n);

// Fills `looked_at` of the unit's calls of atomic operations, and `scattered` of its assignments: stores to places that the function has looked at before, at addresses that rest on what is in memory. (scattered.c)
void fl_find_scattered(struct fl_unit *u);

// What device code allocates and frees (heap.c).
enum { FL_HEAP_MALLOC = 1, FL_HEAP_FREE = 2, FL_HEAP_CUDA_MALLOC = 4, FL_HEAP_CUDA_FREE = 8 };
struct fl_heap {
  bool allocates;                // some function of the unit does
  bool frees, deletes;           // some function does; by an expression `delete`
  struct fl_span at;             // the first place where it does
  struct fl_reason stays;        // why all of it must stay as it is; text == NULL: it need not
  struct fl_reason objects_stay; // why new must
  bool pooled, objects;          // plan/heap.c: it is to come from a pool; what new makes, too
};
void fl_analyse_heap(struct fl_unit *u);
// Which of the names a call calls, 0 if none; whether it does by a qualified name.
unsigned fl_heap_call(const struct fl_node *call);
bool fl_heap_qualified(struct fl_unit *u, const struct fl_node *call);
// Does a kernel allocate, or one below it?
bool fl_allocates(const struct fl_function *k);
// Offset behind `new`, where a placement would stand; 0: it has one, or stays for other reasons.
uint32_t fl_plain_new(struct fl_unit *u, const struct fl_node *n);
// Offset behind `delete` or `delete[]`; 0: it cannot be changed.
uint32_t fl_plain_delete(struct fl_unit *u, const struct fl_node *n, bool *array);
#endif
