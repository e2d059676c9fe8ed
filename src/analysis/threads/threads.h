// What the threads of a block or of a warp do together, in what order they launch, and where a body can be cut:
//   groups.c     cooperative groups: where they are named, and which calls wait for whom
//   uniform.c    which expressions have one value for all threads of a block, or of a warp
//   warps.c      the same: which do by their form, since threads are numbered (warps.h)
//   order.c      whether launches have an order, and whether threads may leave before a barrier or an
//                operation of their warp
//   leave.c      by which conditions lanes leave, so that the others of their warp can be told (warps.h)
//   lanes.c      which operations of a warp name lanes, and whether these go past them (warps.h)
//   apart.c      whether the threads of a block wait for their children together
//   fission.c    how a body is cut at its barriers (fission.h)
//   once.c       what of such a body lives once for the block instead of once a thread (cut.h)
//   outside.c    what a part between two barriers leaves behind, by name or by pointers that are kept (cut.h)
#ifndef FL_THREADS_H
#define FL_THREADS_H
#include "analysis/facts.h"

// groups.c
// A name of cooperative groups in a text: the qualification in front of it, or the bare name where a using directive has opened the namespace.
struct fl_group_use {
  size_t begin, end; // what `replacement` replaces
  const char *replacement;
  const char
      *name; // the name in the namespace, as far as it goes; "" if the namespace itself is named
  size_t name_len;
};
// The next one at or behind `from`, of a text without comments and literals.
bool fl_next_group_use(struct fl_unit *u, const char *text, size_t len, size_t from,
                       struct fl_group_use *out);
// The text with the names of __fl::groups in place of those of cooperative_groups.
const char *fl_group_text(struct fl_unit *u, const char *text);
void fl_analyse_groups(struct fl_unit *u, struct fl_function *f);
// What a cooperative group may be, and how many threads it has at least and at most: by its type, and where that leaves it open by what callers hand over.
enum {
  FL_GROUP_BLOCK = 1,
  FL_GROUP_TILE = 2,
  FL_GROUP_COALESCED = 4,
  FL_GROUP_GRID = 8,
  FL_GROUP_OTHER = 16,
  FL_GROUP_ANY = 32,    // some group or other
  FL_GROUP_UNKNOWN = 64 // or none
};
struct fl_group {
  unsigned kinds; // 0: it is none
  int64_t least, most;
};
struct fl_group fl_group_of(struct fl_unit *u, const struct fl_node *n);
static inline bool fl_is_of_lanes(struct fl_group g) {
  return g.kinds && !(g.kinds & ~(unsigned)(FL_GROUP_TILE | FL_GROUP_COALESCED));
}
// The group of which a call is an operation, if it is one; NULL: it is none.
const struct fl_node *fl_group_asked(struct fl_unit *u, const struct fl_node *call);
// What a call or a lambda does. The first two: whom a call waits for by way of a group.
enum { FL_WAITS_FOR_BLOCK = 1, FL_WAITS_FOR_WARP = 2, FL_PUTS = 4 };
unsigned fl_group_waits(struct fl_unit *u, const struct fl_node *call);
// Is a call an operation of threads of a warp by way of a group, which leaves its arguments as they are? In doubt not.
bool fl_group_exchanges(struct fl_unit *u, const struct fl_node *call);

// uniform.c
// True if the expression has the same value in all of these threads that run `f`. Conservative.
bool fl_uniform(struct fl_unit *u, struct fl_function *f, enum fl_threads among,
                const struct fl_node *expr);
// May some threads of the block, or of the warp, alone leave a round of a loop, or a switch, by a break or continue?
bool fl_skipped_apart(struct fl_unit *u, struct fl_function *f, struct fl_node *loop,
                      enum fl_threads among);

// order.c: whether a function's launches have an order, and who may leave before others meet, from what streams and calls say.
void fl_analyse_order(struct fl_unit *u, struct fl_function *f);
// Whom a call waits for by any way, through the functions that it may be of.
unsigned fl_waits_of_call(struct fl_unit *u, const struct fl_node *call);
// Does a condition or operator `p` of `f` decide whether some threads alone come to `n`, which is right below it?
bool fl_decides(struct fl_unit *u, struct fl_function *f, const struct fl_node *p,
                const struct fl_node *n, enum fl_threads among);
// May threads come by a node of `f` while others do not?
bool fl_is_skipped(struct fl_unit *u, struct fl_function *f, const struct fl_node *n,
                   enum fl_threads among);
// Do lanes leave others of their warp, and tell them, in `k` or what it calls?
bool fl_lanes_leave(struct fl_unit *u, const struct fl_function *k);
// Why a group of warps cannot run blocks of `k`, though it be all of a block of the hardware's: a warp's lanes that have left still stand where its intrinsics look.
struct fl_reason fl_leaving_obstacle(struct fl_unit *u, const struct fl_function *k);
// The same of any group of warps: whatever asks for the block without a context must be none but its own. `s`: the launch; NULL: it is a parent.
struct fl_reason fl_virtual_obstacle(struct fl_unit *u, const struct fl_function *k,
                                     const struct fl_site *s);

// apart.c: joins of a root whose blocks run their children themselves.
struct fl_joins {
  struct fl_reason obstacle; // why they cannot; text == NULL: they can
  bool apart;                // some threads may join while others of the block are elsewhere
};
struct fl_joins fl_joins_of(struct fl_unit *u, struct fl_function *root);
#endif
