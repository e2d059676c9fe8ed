// Where launches go, what they pass, how often a thread makes them, and how much there is to do in them (whether they have an order: threads/order.c):
//   stream.c     where launches go
//   alone.c      streams that hold one launch, or one copy, only
//   often.c      whether one thread may launch more than once (often.h)
//   first.c      conditions that pick the first thread of a block
//   join.c       threads that wait for their children; what the fused engine cannot run
//   race.c       parents that read what their children write, too early
//   carry.c      which arguments of launches are the parent's own parameters
//   length.c     how long a body takes
//   useful.c     which threads of a grid can do anything at all: the way to a bound in a body
//   value.c      the same: symbolic values of expressions (value.h)
#ifndef FL_LAUNCHES_H
#define FL_LAUNCHES_H
#include "analysis/facts.h"

// stream.c
// Where a launch goes, as far as the text tells.
enum fl_stream_kind { FL_STREAM_NULL, FL_STREAM_FIRE, FL_STREAM_TAIL, FL_STREAM_OTHER };
enum fl_stream_kind fl_stream_of(struct fl_unit *u, const struct fl_node *stream);
enum fl_stream_kind fl_site_stream(struct fl_unit *u, const struct fl_site *s);
// Is it the stream that waits for the whole grid, or may it be?
bool fl_may_be_tail(struct fl_unit *u, const struct fl_node *stream);

// alone.c
// Does a node put something into a stream: a launch, a copy or a fill? Where to?
bool fl_is_put(const struct fl_node *n);
enum fl_stream_kind fl_put_stream(struct fl_unit *u, const struct fl_node *put);
// Is it a call that waits for all that the block has launched?
bool fl_is_join(const struct fl_node *n);
// Fills `alone` of nodes that put something into streams, and what functions do with these.
void fl_analyse_streams(struct fl_unit *u);

// often.c
// May one thread that executes the body once launch more than once, what it calls included? Of ways that exclude each other
// (arms, labels of a switch, ways out of a loop) one counts; copies and fills do as well.
enum fl_often_question {
  FL_AT_ALL,
  FL_IN_ORDER, // but for what is fire-and-forget, or alone in its stream, and what was launched before a join that the thread has come by
  FL_BY_BLOCK, // the same, and not one thread but those of a block: some behind a barrier, others before it
  FL_OFTEN_QUESTIONS
};
bool fl_launches_often(struct fl_unit *u, const struct fl_function *f,
                       enum fl_often_question question);

// Is a condition true for the first thread of a block, whatever the block's size? (first.c)
bool fl_picks_first(struct fl_unit *u, const struct fl_function *f, const struct fl_node *cond);

// join.c
// How many kernels that join can stand above one another below `root`, itself included; -1: no bound is known.
static inline int fl_join_depth(const struct fl_function *root) { return root->facts->join_depth; }
void fl_find_join_depths(struct fl_unit *u); // fills it, from `below` and `reach`
// Does `root`, or a kernel below it, wait for children?
bool fl_waits(const struct fl_function *root);
// Why the fused engine cannot run `root` and what it launches.
struct fl_reason fl_fused_obstacle(struct fl_unit *u, struct fl_function *root);

// Warns of what a function reads too early. (race.c)
void fl_warn_of_races(struct fl_unit *u, struct fl_function *f);

// The parameter of `root` that an argument of every launch of `kernel` below `root` is, unchanged; -1 if there is none. (carry.c)
int fl_carried(struct fl_unit *u, struct fl_function *root, const struct fl_function *kernel,
               size_t argument);

// length.c
// Instructions of one thread that runs `f`: an estimate, 1 to 2^20.
int fl_length(const struct fl_function *f);
// May some threads that run `f` take many times as long as others? There are loops whose ends are not constants, in it or in what it calls, or it calls itself.
bool fl_is_uneven(const struct fl_unit *u, const struct fl_function *f);

// useful.c
// An integer expression over a launch's arguments and configuration, and the indices of a thread of its grid.
enum fl_term_kind {
  FL_TERM_PARAM,    // of the kernel: its `value`-th parameter, or a member of it (`name` is ".a.b")
  FL_TERM_CONSTANT, // `value`, of type `name`
  FL_TERM_TEMPLATE, // template parameter `name`
  FL_TERM_BUILTIN,  // `name` is "blockIdx.x", "threadIdx.x", or a component of blockDim or gridDim
  FL_TERM_CAST,     // `a` converted to type `name`
  FL_TERM_UNARY,    // operator `name`
  FL_TERM_BINARY
};
struct fl_term {
  enum fl_term_kind kind;
  const char *name;
  int64_t value;
  bool dependent; // parameters, casts: the type depends on template parameters
  const struct fl_term *a, *b;
};
// What must hold of types that depend on template parameters.
enum fl_need {
  FL_NEED_BASIC, // a number, or pointers to such, or arrays of such: operators have no effects
  FL_NEED_INTEGER,
  FL_NEED_WIDE_INTEGER // of 32 bits or more
};
struct fl_type_need {
  enum fl_need need;
  const char *type;           // a type, or
  const struct fl_term *term; // the type of this
};
typedef FL_VEC(struct fl_type_need) fl_type_needs;
// A thread of a one-dimensional grid of one-dimensional blocks does nothing at all if `index` is not less than `bound` (not greater, if
// `inclusive`) as C++ compares them. `index` is the sum of something that is the same for all threads, threadIdx.x if `threads`, and blockIdx.x *
// `stride` unless that is NULL; `bound` is the same for all threads. Sums may wrap around.
struct fl_useful {
  const struct fl_term *index, *bound, *stride;
  bool threads, inclusive;
  const struct fl_node *test; // the comparison
  fl_type_needs needs;
};
// NULL: no such bound is known.
const struct fl_useful *fl_useful_of(struct fl_unit *u, struct fl_function *k);
#endif
