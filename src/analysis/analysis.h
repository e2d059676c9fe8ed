// Facts derived from the model. One question a file:
//   passes.c     what is asked of every unit, in order (fl_analyse)
//   walk.c       tools for bodies
//   uses.c       where bodies name what is declared
//   node.c       what a node is (node.h)
//   builtins.c   what a name of CUDA's device language means to us (a table)
//   body.c       what a function's own text does, and what stops it from running in a context
//   groups.c     cooperative groups: where they are named, and which calls wait for whom
//   assembly.c   the text of inline assembly
//   declared.c   uses of a variable that ask how it is declared
//   lambda.c     what stands inside a lambda
//   lent.c       which lambdas are only called within their bodies
//   values.c     what runs where a value is called that may be a lambda
//   callees.c    which functions a body may call
//   callers.c    what a device function is handed
//   callgraph.c  what follows through calls and launches: reachable sites, recursion, contexts
//   specialized.c explicit specializations of kernel templates
//   rewrite.c    where the text of a call can be edited
//   library.c    what is named of libraries that may depend on the block
//   leave.c      by which conditions lanes leave, so that the others of their warp can be told (warps.h)
//   lanes.c      which operations of a warp name lanes, and whether these go past them (warps.h)
//   convert.c    which conversions of objects to pointers are called as members are
//   copies.c     what stops a device function from being copied for another context
//   handed.c     which kernels' arguments cannot be copied on
//   member.c     which members a call by a dependent type may be of
//   foreign.c    device functions of other files
//   callback.c   what library functions call of what they are given
//   unseen.c     what runs without a call that could be seen: constructors, operators, initialisers
//   uniform.c    which expressions have one value for all threads of a block, or of a warp
//   warps.c      the same: which do by their form, since threads are numbered (warps.h)
//   fission.c    how a body is cut at its barriers (fission.h)
//   once.c       what of such a body lives once for the block instead of once a thread (cut.h)
//   first.c      conditions that pick the first thread of a block
//   often.c      whether one thread may launch more than once (often.h)
//   alone.c      streams that hold one launch, or one copy, only
//   stream.c     where launches go
//   order.c      whether launches have an order, and whether threads may leave before a barrier or an
//                operation of their warp
//   join.c       threads that wait for their children; what the fused engine cannot run
//   apart.c      whether the threads of a block wait for them together
//   spin.c       loops in which threads wait for each other
//   beyond.c     the same: for which other blocks
//   place.c      the same: places in memory by the number of the block that names them (place.h)
//   lock.c       the same: which functions take locks
//   ends.c       the same: whether a loop ends by what it does itself (ends.h)
//   ways.c       the same: how what stands in a loop is reached
//   look.c       the same: which reads look for what other threads write (look.h)
//   atomic.c     the same: which atomic operations do
//   address.c    shared memory whose addresses must be such
//   race.c       parents that read what their children write, too early
//   carry.c      which arguments of launches are the parent's own parameters
//   reads.c      which uses of a variable only read it
//   length.c     how long a body takes
//   silent.c     stores and atomics that often change nothing
//   cached.c     which of those atomics may go by the multiprocessor's cache
//   scattered.c  stores all over memory to places that are looked at first
//   useful.c     which threads of a grid can do anything at all: the way to a bound in a body
//   value.c      the same: symbolic values of expressions (value.h)
//   skipped.c    which skipped text other passes of the compiler may take
//   heap.c       what device code allocates and frees
//   told.c       which functions launch by their template parameters, and whether calls tell their instances
//   instance.c   how a launched instance of a kernel template can be named
//   local.c      what a text of a body says without that body's aliases and constants
//   discarded.c  what only some instances of a template have (`if constexpr`)
//   listed.c     which launched kernels are known where they are listed
//   pack.c       which packs a text leaves to an expansion around it
#ifndef FL_ANALYSIS_H
#define FL_ANALYSIS_H
#include "model/model.h"

// What a name of CUDA's device language means to a virtual block.
enum fl_api_class {
  FL_API_INDEX,   // threadIdx ...: replaced by a local of the same name
  FL_API_BARRIER, // waits for the whole block
  FL_API_WARP,    // waits for lanes of a warp
  FL_API_GROUP,   // the block, or the grid, as a cooperative group
  FL_API_LOAD,    // loads past the coherent cache
  FL_API_ERROR,   // cudaGetLastError and kin
  FL_API_DEVICE,  // device runtime call without influence on the order of launches
  FL_API_STREAM,  // device runtime call that takes part in the order of launches
  FL_API_JOIN,    // waits for children
  FL_API_ANYWHERE, // device runtime call that means the same in any context, and is there with -rdc alone
  FL_API_UNSUPPORTED, // has a meaning that a virtual block cannot give it
};
struct fl_api {
  const char *name;
  enum fl_api_class cls;
  const char *shadow; // class template in fl::api (or accessor of the context, for FL_API_INDEX)
                      // that stands in for it
};
const struct fl_api *fl_api_find(const char *name); // NULL: no such name
extern const struct fl_api fl_api_table[];          // ends with name == NULL

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

enum { FL_MOST_CALLS = 8 }; // that are followed, one within the other

// What is known of a body while it is asked how often one function launches (often.c).
struct fl_often {
  unsigned run;   // of which question
  bool looked_at; // by the search for what copies unseen
  short
      out[128]; // what may hold behind it, by what may in front of it and around it; -1: not known
};

struct fl_facts {
  unsigned index;  // of the function in fl_unit.functions
  unsigned search; // apart.c: the last one that came to it, after so many calls
  int search_depth;
  // its own text
  FL_VEC(const struct fl_api *) apis; // each once, in order of appearance
  bool has_barrier, has_warp, has_join;
  bool uses_groups;       // names cooperative groups
  bool group_barrier;     // has a barrier by way of a group
  bool reads_file_shared; // names a __shared__ variable of namespace scope
  bool hides_context;     // assembly or a library in it may depend on the block that it runs in
  bool hides_lanes, hides_block; // such in it is FL_NEEDS_LANES, FL_NEEDS_BLOCK
  bool is_foreign; // another file defines it, and can be asked what it does (foreign.c)
  struct fl_reason
      no_context; // why its text cannot be written out for another context (own text only)
  struct fl_function *primary;         // of an explicit specialization that can be written out anew
  const char *specialized_for;         // its template arguments, "<int, 2>"
  struct fl_functions specializations; // explicit ones of a template
  struct fl_functions callees;         // device functions of the unit that it may call, each once
  struct fl_functions
      unresolved;              // those of them that it may call without a call that names just them
  struct fl_functions callers; // of the unit, whose lists of callees it is in
  bool by_parameters;          // told.c: fl_launches_by_parameters
  struct fl_calls *calls;      // told.c; NULL until asked for
  const struct fl_function *callee_of, *unresolved_of; // whose lists it was put in last
  struct fl_bits in_reach,
      in_below; // what of the unit's sites and functions is in `reach` and `below`
  size_t *reach_done,
      *below_done; // callgraph.c: how far the lists of callees and of launched kernels were taken over
  FL_VEC(const struct fl_node *)
  shared_calls; // that may be of several functions: of whichever, they are written alike (fl_next_called)
  struct fl_names *locals; // local.c: what its body declares, by name; NULL until asked for
  // through calls (not through launches)
  bool needs_context; // depends on the block that it runs in: must be cloned to run elsewhere
  bool any_barrier, any_warp, any_join;
  bool any_hides_lanes, any_hides_block;
  bool
      any_stream; // calls of the device runtime that streams have an order for: copies, fills, events
  bool calls_any;       // values of types that a template's arguments tell
  bool may_call_any;    // the same, through calls
  bool asks_for_errors; // its launches' own: cudaGetLastError and kin
  bool runs_it;         // unseen.c: the function that is asked about may run in it, unseen
  struct fl_reason
      polls; // spin.c: why it, or what it calls, may not end before a child begins that it has launched; no text: it does
  bool takes_lock;          // lock.c: it, or what it calls, may take locks
  bool any_lock;            // lock.c: the same, in a loop: it waits for them
  bool any_wait;            // spin.c: it, or what it calls, waits for other threads in a loop
  struct fl_span wait_at;   // the loop
  bool waits_by_calls;      // it waits by calling itself
  struct fl_waited *waited; // beyond.c; NULL until asked for
  bool any_static_shared;   // shared variables that are not extern
  bool any_dynamic_shared;  // may it name extern ones?
  struct fl_reason no_context_deep;
  struct fl_reason passed_lambda; // lambda.c, once `passed_known`
  bool passed_known;
  struct fl_reason no_copy; // copies.c, once `copy_known`
  bool copy_known;
  FL_VEC(struct fl_site *) reach; // launch sites in it and in what it calls
  struct fl_reason
      hidden_launch;   // what may launch in it, or in what it calls, beside those; no text: nothing
  bool any_heap;       // heap.c: it, or what it calls, allocates
  unsigned heap_names; // heap.c: FL_HEAP_*, called out of macros
  unsigned looks;      // look.c: what it and what it calls do with memory, FL_LOADS ...
  bool may_wait;       // cached.c: a loop that waits for something may call it
  bool calls_recursively; // a device function that may call itself
  // through launches
  struct fl_functions below;         // kernels reachable by launches, each once
  struct fl_functions *foreign;      // foreign.c: fl_foreign_of; NULL until asked for
  FL_VEC(struct fl_site *) launches; // sites that launch it
  int join_depth;                    // join.c: fl_join_depth
  bool recursive;                    // a kernel among its own `below`
  // alone.c: it, or what it calls,
  bool puts;         // launches, copies or fills
  bool copies;       // copies or fills
  bool uses_streams; // uses created streams, events, tail launches or copies
  bool
      shares_streams; // does so in another way than to put one thing into a stream that it has created for it
  struct fl_often often;
  // often.c, order.c
  bool many_launches; // one thread may launch more than once, but for what has no order; or in_turn
  bool in_turn;       // one may launch behind a barrier what comes behind another's launches
  bool ordered;       // one thread's launches have an order that matters, or may have
  bool returns_loaded; // scattered.c: its value rests on what is in memory
  bool launches_once;  // one thread launches at most once, fire-and-forget or not
  bool
      early_exit; // threads may leave before a barrier that others still reach, or never come to it
  // order.c, uniform.c, length.c: where so many calls were followed; -1 or 1, or a length plus 1; 0: that was not asked.
  bool joins_together
      [FL_OF_WARP + 1]
      [FL_MOST_CALLS +
       1]; // apart.c: the same; true: its threads, or those of a warp, come to all joins together
  signed char names_actives[FL_MOST_CALLS + 1], misses_barrier[FL_MOST_CALLS + 1],
      plain[FL_MOST_CALLS + 1];
  int length[FL_MOST_CALLS + 1];
  bool
      lane_exit; // threads may leave before an operation of their warp that names them, and do not tell the others of it
  struct fl_nodes leaving;  // leave.c: whose conditions tell the others of those that leave
  bool lanes_leave;         // there are some, here or in an explicit specialization
  signed char ends_kernels; // leave.c: -1 or 1; 0: that was not asked
  signed char
      warp_width; // warps.c: lanes that an operation waits for; -1: that is being found out; 0: it was not asked
  struct fl_uniformity *uniformity[FL_OF_WARP + 1]; // uniform.c; NULL until asked for
  struct fl_fission *fission;                       // fission.c; NULL until asked for
  struct fl_declared *declared;                     // declared.c; NULL until asked for
  struct fl_counts *counts;                         // atomic.c; NULL until asked for
  struct fl_carry *carry;                           // carry.c; NULL until asked for
  const struct fl_useful *useful;                   // useful.c, once `useful_known`
  bool useful_known;
  signed char *
      passed; // address.c: per parameter, -1 or 1, does it keep what the launch passed? NULL, 0: not asked
  const struct fl_function *below_of; // carry.c: the root below which it was looked for last,
  size_t place_below;                 // and its place among the kernels there
  bool *changed; // carry.c: per parameter, does its body change it? NULL until asked for
  bool *writes;  // race.c: per parameter, does its body write through it? NULL until asked for
};

// Fills `facts` of every function of the unit. Linear in the size of the bodies, apart from
// closures over calls and launches.
void fl_analyse(struct fl_unit *u);
// The largest of its passes, in this order.
// body.c: what a function does by itself, and `no_context`, from its body and head.
void fl_analyse_body(struct fl_unit *u, struct fl_function *f);
// callgraph.c: `callees`, `reach` and `below`, and what holds through calls and launches, from what the bodies have.
void fl_analyse_calls(struct fl_unit *u);
// look.c: `looks`, from bodies and callees.
void fl_find_looks(struct fl_unit *u);
// spin.c: `any_wait` and `polls`, from `looks`.
void fl_analyse_spin(struct fl_unit *u);
// lock.c: which functions take locks, from bodies and callees.
void fl_analyse_locks(struct fl_unit *u);
// cached.c: `may_wait`, from bodies and calls.
void fl_find_waiting(struct fl_unit *u);
// order.c: whether a function's launches have an order, and who may leave before others meet, from what streams and calls say.
void fl_analyse_order(struct fl_unit *u, struct fl_function *f);

// How facts spread through calls. (callgraph.c)
// Calls `step` for all functions of the unit, again and again until it has changed nothing, which it returns.
void fl_iterate(struct fl_unit *u, bool (*step)(struct fl_unit *u, struct fl_function *f));
// Sets flags of a function that some callee of its has; `flags`: where they are in struct fl_facts. Returns whether any is new.
bool fl_take_from_callees(struct fl_function *f, const size_t *flags, size_t n);

// Why the launching thread cannot run a launch in its own place: it may hold a lock that the child takes. (lock.c)
struct fl_reason fl_lock_obstacle(struct fl_unit *u, const struct fl_site *s);

// rewrite.c: the parts of a call's text, as offsets into its file. What is called, and the parentheses of the arguments, must be written out where the call stands;
// then a copy of the function can be called there, with an argument more. False: they are not.
struct fl_call_text {
  uint32_t begin, name, name_end; // of what is called, with its qualification; its name alone
  uint32_t arguments;             // behind the opening parenthesis
  bool empty;                     // there are no arguments
};
bool fl_call_text(struct fl_unit *u, const struct fl_node *call, const char *name,
                  struct fl_call_text *out);
// Is what is called qualified by `::` alone?
bool fl_is_global_name(struct fl_unit *u, int file, const struct fl_call_text *at);
// The same of a call of an object, `f(x)`: the object, from begin on, is what is called, to name_end.
bool fl_object_text(struct fl_unit *u, const struct fl_node *call, struct fl_call_text *out);
// What stands in front of a member's name where it is called, from at.begin on: an object, a pointer or a class, to the offset `end`.
enum fl_way { FL_BY_NAME, FL_BY_OBJECT, FL_BY_POINTER, FL_BY_CLASS };
enum fl_way fl_way_to_member(struct fl_unit *u, const struct fl_node *call,
                             const struct fl_call_text *at, uint32_t *end);

// Why a call of `g` cannot be made one of its copy where it stands.
struct fl_reason fl_rewrite_obstacle(struct fl_unit *u, const struct fl_node *call,
                                     const struct fl_function *g);

// foreign.c
// Has a device function one definition in all of a program, which the linker knows by its name, and is it called by none but calls that name it?
bool fl_has_symbol(const struct fl_function *f);
// Does some function of the unit call or launch one of another file?
bool fl_calls_foreign(const struct fl_unit *u);
// The functions of other files that threads of `f`, and of what is launched below it, may come to call.
const struct fl_functions *fl_foreign_of(struct fl_unit *u, const struct fl_function *f);
// Why a kernel cannot be run by a drain for launches that another file makes; NULL: it can. Needs all facts.
const char *fl_drain_obstacle(struct fl_unit *u, struct fl_function *k);
// Why a function is more than arithmetic on its arguments and on memory, what it calls included, those of other files aside; NULL: it is not. Needs all facts.
const char *fl_plain_obstacle(struct fl_unit *u, const struct fl_function *f);
// Do threads in a function wait for what it has not launched itself?
bool fl_only_joins(const struct fl_function *f);

// specialized.c: before calls are followed, and a step of following them.
void fl_find_specialized(struct fl_unit *u);
bool fl_spread_specializations(struct fl_unit *u, struct fl_function *f);

// copies.c
// Why a default argument of `f` stops what calls it from being moved.
struct fl_reason fl_default_obstacle(struct fl_unit *u, const struct fl_function *f);
void fl_note_used_members(struct fl_unit *u); // fills used_members
// Why there can be no copy of `f` for another context. Needs callees and needs_context.
struct fl_reason fl_copy_obstacle(struct fl_unit *u, const struct fl_function *f);
// The same of the shared variables of `g`, which `f` calls.
struct fl_reason fl_shared_obstacle(struct fl_unit *u, const struct fl_function *f,
                                    const struct fl_function *g);

// member.c
// A call of a member by an object, or of a class, of which nothing is known but that a template's arguments tell it, `policy.visit(x)`, `Policy::visit(x)`:
// where the class has a copy of the function, the copy can be called (include/freelaunch/member.h). That must tell which function is meant: it does not where
// members of the name may be no functions that are copied.
bool fl_is_open_call(struct fl_unit *u, const struct fl_node *call);
void fl_note_local_classes(struct fl_unit *u); // whatever these name may be such members
// Is it an operator() of a class?
bool fl_is_functors(const struct fl_function *f);
// A call of an object, `f(x)`, which may have an operator() of the unit: the same holds of it.
bool fl_is_object_call(struct fl_unit *u, const struct fl_node *call);
// A call in a template of one of several overloads of the unit, which stand in one place: what calls their copies finds the same one among these.
bool fl_is_overloaded_call(struct fl_unit *u, const struct fl_node *call);
size_t fl_count_arguments(struct fl_unit *u, const struct fl_node *call); // or FL_ANY_NUMBER
// Is it one of these, which an instance alone tells?
bool fl_is_told_by_instance(struct fl_unit *u, const struct fl_node *call);
// The function of the unit that a call is of, or one of those; NULL: that is not known.
struct fl_function *fl_called(struct fl_unit *u, const struct fl_node *call);
// All those, one after another; NULL in front of the first and behind the last.
struct fl_function *fl_next_called(struct fl_unit *u, const struct fl_node *call,
                                   const struct fl_function *after);
// The name of the class that a function is a member of, or of the innermost namespace.
const char *fl_class_of(const struct fl_function *f, size_t *len);
// Is it a member of a class of this name, or of the template of this name?
bool fl_is_of_class(const struct fl_function *f, const char *name, size_t len);
// Are two members of classes of one name?
bool fl_same_class(const struct fl_function *f, const struct fl_function *g);

// convert.c: makes calls of the conversions of objects to pointers (fl_node.conversions), where all such of a class can be (fl_function.conversions).
void fl_find_conversions(struct fl_unit *u);

// callback.c: may a call give an object to a function of a library, and that call its `g`, an operator()? Or what may be any object, as only an instance tells?
bool fl_hands_on(struct fl_unit *u, const struct fl_node *call, const struct fl_function *g);
bool fl_hands_on_any(struct fl_unit *u, const struct fl_node *call);
bool fl_is_of_library(struct fl_unit *u,
                      const struct fl_node *call); // is it a call of a function of another's?
// The type of what a call is given by an argument; "": that is not known.
const char *fl_handed_type(const struct fl_node *call, const struct fl_node *arg);

// callees.c: fills callees, callers, unresolved, shared_calls and calls_any of all functions.
void fl_collect_callees(struct fl_unit *u);
// For qsort of functions: the order in which the source has them. (same)
int fl_by_index(const void *a, const void *b);

// Why no more than one copy may be made of what `k` is launched with. (handed.c)
struct fl_reason fl_handed_obstacle(struct fl_unit *u, const struct fl_function *k);

// unseen.c: in which functions may others launch, or launches be, that are not among their reach (hidden_launch)? Behind what fills reach.
void fl_find_hidden_launches(struct fl_unit *u);
// unseen.c: which functions may run one, without a call that could be seen, that depends on its block? They get an obstacle (no_context_deep). Needs callees and needs_context.
void fl_find_unseen(struct fl_unit *u);
// May `g` run in the body of `f`, since an object of its class may live there?
bool fl_may_run_unseen(const struct fl_function *f, const struct fl_function *g);
// Does it where no class tells it: begin() and end(), virtual functions?
bool fl_may_run_anywhere(const struct fl_function *f);

// Does a test hold of all that the callers of `f` hand to a parameter, or as its object (FL_OBJECT)? Not if some caller is unknown. `value`: NULL where it is not known
// what a call hands, or is its caller's own object. (callers.c)
enum { FL_OBJECT = -1 };
typedef bool fl_handed_test(struct fl_unit *u, struct fl_function *caller,
                            const struct fl_node *value, void *data);
bool fl_all_hand(struct fl_unit *u, struct fl_function *f, int param, fl_handed_test *is,
                 void *data);
bool fl_all_hand_to(struct fl_unit *u, const struct fl_decl *param, fl_handed_test *is, void *data);

// True if the expression has the same value in all of these threads that run `f`. Conservative. (uniform.c)
bool fl_uniform(struct fl_unit *u, struct fl_function *f, enum fl_threads among,
                const struct fl_node *expr);

// Does a condition or operator `p` of `f` decide whether some threads alone come to `n`, which is right below it? (order.c)
bool fl_decides(struct fl_unit *u, struct fl_function *f, const struct fl_node *p,
                const struct fl_node *n, enum fl_threads among);
// May threads come by a node of `f` while others do not? (order.c)
bool fl_is_skipped(struct fl_unit *u, struct fl_function *f, const struct fl_node *n,
                   enum fl_threads among);
// Do lanes leave others of their warp, and tell them, in `k` or what it calls? (order.c)
bool fl_lanes_leave(struct fl_unit *u, const struct fl_function *k);

// May some threads of the block, or of the warp, alone leave a round of a loop, or a switch, by a break or continue?
bool fl_skipped_apart(struct fl_unit *u, struct fl_function *f, struct fl_node *loop,
                      enum fl_threads among);

// True if a call may bind one of its arguments to a reference, and so change a variable that is named in it.
bool fl_binds_reference(const struct fl_node *call);

// How many kernels that join can stand above one another below `root`, itself included; -1: no bound is known.
static inline int fl_join_depth(const struct fl_function *root) { return root->facts->join_depth; }
void fl_find_join_depths(struct fl_unit *u); // fills it, from `below` and `reach` (join.c)
// Does `root`, or a kernel below it, wait for children?
bool fl_waits(const struct fl_function *root);
// Why the fused engine cannot run `root` and what it launches.
struct fl_reason fl_fused_obstacle(struct fl_unit *u, struct fl_function *root);

// Joins of a root whose blocks run their children themselves.
struct fl_joins {
  struct fl_reason obstacle; // why they cannot; text == NULL: they can
  bool apart;                // some threads may join while others of the block are elsewhere
};
struct fl_joins fl_joins_of(struct fl_unit *u, struct fl_function *root);

// Why the shared memory of a launch's blocks cannot be among the locals of a thread. (address.c)
struct fl_reason fl_address_obstacle(struct fl_unit *u, const struct fl_site *s);

// Warns of what a function reads too early.
void fl_warn_of_races(struct fl_unit *u, struct fl_function *f);

// The parameter of `root` that an argument of every launch of `kernel` below `root` is, unchanged; -1 if there is none.
int fl_carried(struct fl_unit *u, struct fl_function *root, const struct fl_function *kernel,
               size_t argument);

// The first value of a local variable of `f`, if it never has another; NULL: it may.
const struct fl_node *fl_only_value(struct fl_unit *u, const struct fl_function *f,
                                    struct fl_decl *d);
// Is a shared variable so many bytes outside of its function, where its type has no name, or would have to be constructed?
static inline bool fl_is_bytes(const struct fl_decl *d) { return d->local_type || d->constructed; }
// Does an expression that stands for an object, or a part of one, leave it as it is? Looks at where it is used. (reads.c)
bool fl_only_read(struct fl_unit *u, const struct fl_node *n);
// Is a type a number's, or that of one of CUDA's vectors of them, or an array of such or of pointers to them?
bool fl_is_plain_type(const char *type);
void fl_find_const_casts(struct fl_unit *u); // fills fl_unit.casts_const

bool fl_is_loop(const struct fl_node *n); // a statement (walk.c)
bool fl_is_scalar(
    const struct fl_node *n); // a config argument that is a number, and not a dim3 (node.c)
// The innermost loop of a node's body that it stands in; NULL: none. (walk.c)
const struct fl_node *fl_loop_around(const struct fl_node *n);
// The innermost lambda that a node of a body stands in; NULL: none.
const struct fl_node *fl_lambda_around(const struct fl_node *n);
// Is the value of an expression not used? That of `({ ... })` is the value of its last statement. (walk.c)
bool fl_unused(const struct fl_node *n);
// Fills `stores` of the unit's variables and parameters. (silent.c)
void fl_analyse_stores(struct fl_unit *u);
// Is `n`, in the body of `f`, a store of a constant to one place for all threads of a grid, where all of the unit's device code stores that constant?
bool fl_silent_store(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n);
// Is `n` an atomic operation of CUDA's own that leaves memory as it is where what it finds says so: minimum, maximum, and, or, compare and swap? Not in loops where nobody
// waits for the result.
bool fl_silent_atomic(struct fl_unit *u, const struct fl_node *n);
// May such an operation, a minimum or a maximum in the body of `f`, go by what the multiprocessor's cache holds, which may be old? (cached.c)
bool fl_cached_atomic(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n);
// Fills `looked_at` of the unit's calls of atomic operations, and `scattered` of its assignments: stores to places that the function has looked at before, at addresses that rest on what is in memory. (scattered.c)
void fl_find_scattered(struct fl_unit *u);

// Instructions of one thread that runs `f`: an estimate, 1 to 2^20.
int fl_length(const struct fl_function *f);
// May some threads that run `f` take many times as long as others? There are loops whose ends are not constants, in it or in what it calls, or it calls itself.
bool fl_is_uneven(const struct fl_unit *u, const struct fl_function *f);

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

// A name of cooperative groups in a text: the qualification in front of it, or the bare name where a using directive has opened the namespace.
struct fl_group_use {
  size_t begin, end; // what `replacement` replaces
  const char *replacement;
  const char
      *name; // the name in the namespace, as far as it goes; "" if the namespace itself is named
  size_t name_len;
};
// The next one at or behind `from`.
bool fl_next_group_use(struct fl_unit *u, const char *text, size_t len, size_t from,
                       struct fl_group_use *out);
// The text with the names of fl::groups in place of those of cooperative_groups.
const char *fl_group_text(struct fl_unit *u, const char *text);
void fl_analyse_groups(struct fl_unit *u, struct fl_function *f);
enum { FL_WARP = 32, FL_MOST_THREADS = 1024 }; // of a warp, of a block
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
// Whom a call waits for by any way, through the functions that it may be of. (order.c)
unsigned fl_waits_of_call(struct fl_unit *u, const struct fl_node *call);

// library.c: what a part of a library, or inline assembly, needs of the threads that come to it. Each needs all that those in front of it do.
enum fl_needs {
  FL_NEEDS_NOTHING, // a thread uses it by itself, wherever it runs
  FL_NEEDS_WARP,    // all lanes of a warp
  FL_NEEDS_LANES,   // the same, and it names lanes by itself: none may have left
  FL_NEEDS_BLOCK, // all threads of a block of the hardware's: it has barriers, and asks who they are
  FL_NEEDS_ANYTHING // not known
};
struct fl_library_use {
  const char
      *name; // of the library, or what the program calls something in it; NULL: it needs nothing
  enum fl_needs need;
  bool launches; // it has functions that launch, or may call the program's that do
};
// Notes what the program calls what may depend on the block in libraries (cub, thrust, cuda:: and their like), and fills has_holders. Comes before fl_library_of.
void fl_find_libraries(struct fl_unit *u);
// What a function needs most of what it has in its own text, or by the type of what stands in it, or by the arguments of an instance that is launched. One that may launch
// comes before others that need the same.
struct fl_library_use fl_library_of(struct fl_unit *u, const struct fl_function *f);

// Does the conditional that had the text at an offset skipped ask for the device architecture?
bool fl_asks_for_architecture(const struct fl_file *f, uint32_t at);

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

// How a node can name a local of its function's body: the least of the lambdas around it.
enum fl_capture {
  FL_NO_LAMBDA,
  FL_CAPTURE_REFERENCES, // captured by reference by default
  FL_CAPTURE_COPIES,     // a copy, made when the lambda is
  FL_CAPTURE_LISTED,     // by reference, once it is in the lambda's list
  FL_CAPTURE_NOTHING     // not at all
};
enum fl_capture fl_capture_at(struct fl_unit *u, const struct fl_node *n);
enum fl_capture fl_capture_of(struct fl_unit *u, const struct fl_node *lambda);
// Why a launch inside a lambda, or a local class, cannot be carried out by the body around it.
struct fl_reason fl_lambda_obstacle(struct fl_unit *u, const struct fl_site *s);
// Fills `lent` of lambdas and of parameters, and `takes_names`. (lent.c)
void fl_find_lent(struct fl_unit *u);
// May a call be one of a lambda, or of another object, or of a function that comes to call one? (values.c)
bool fl_may_call_lambda(struct fl_unit *u, const struct fl_node *call);
// What the lambdas of a body do when they are called, what they call included.
unsigned fl_lambdas_do(struct fl_unit *u, const struct fl_function *f);
// Does a test hold of a function that may come to call lambdas of `f`, `f` itself aside?
typedef bool fl_function_test(struct fl_unit *u, struct fl_function *g, void *data);
bool fl_any_caller_of_lambdas(struct fl_unit *u, const struct fl_function *f,
                              fl_function_test *test, void *data);

// Why a body cannot be copied, nor have stand-ins for what depends on its block: a lambda in it runs in its children's.
struct fl_reason fl_passed_lambda_obstacle(struct fl_unit *u, const struct fl_function *f);
// Which lambda of the host's depends on its block, so that no value can be called elsewhere that may be it. Needs needs_context.
struct fl_reason fl_lambda_dependence(struct fl_unit *u);
// Does a lambda have by its captures a reference or an address of its own, `[&r = n]`, `[p = &n]`? What it is of is not among the nodes.
bool fl_binds_by_capture(struct fl_unit *u, const struct fl_node *lambda);

// Is a lambda's call a template?
bool fl_is_generic(struct fl_unit *u, const struct fl_node *lambda);
// Does a text at a node mention a template parameter of a lambda that the node stands in?
bool fl_names_lambda_parameter(struct fl_unit *u, const struct fl_node *n, const char *text);
// Is a declaration a structured binding, `auto [a, b] = ...`?
bool fl_is_binding(const struct fl_node *n);
// Does a node of a body stand in a class that is declared there? Its functions do not see the body's variables, nor a context.
bool fl_in_local_class(const struct fl_node *n);
// Is it a `return` of the body that it is written in, not of a lambda or a member of a local class?
bool fl_leaves_body(const struct fl_node *n);
// Does a statement always leave the body? NULL: there is none.
bool fl_always_leaves(const struct fl_node *n);

// Is a statement all that stands in its place? It may be all that the use of a macro stands for, or one of several things that do.
bool fl_stands_alone(const struct fl_node *n);
// The text of an asm statement's instructions, as far as it can be seen; `*known`: it is made of plain literals alone. (assembly.c)
const char *fl_asm_text(struct fl_unit *u, const struct fl_node *n, bool *known);
// The text with blanks in place of its comments, of its literals, and of the backslashes that join lines.
const char *fl_without_comments(struct fl_unit *u, const char *text);
// `decltype(v ...`: with anything else than a bare name between its parentheses a variable and a reference to it come to the same.
struct fl_decltype {
  size_t begin, end; // end: 0 if there is more than the name
  size_t name, name_len;
};
// The next one in a text without comments, at or behind `from`.
bool fl_next_decltype(const char *text, size_t from, struct fl_decltype *out);
// May an expression be one that the compiler evaluates, which no context can take part in?
bool fl_may_be_constant(struct fl_unit *u, const struct fl_node *n);
// Where a body names a local or shared variable in a way that a reference of that name would not do: in decltype, or as part of a constant expression.
// text: what it is there, "is named in decltype"; NULL: nowhere. (declared.c)
struct fl_reason fl_declared_use(struct fl_unit *u, const struct fl_function *f,
                                 const struct fl_decl *d);
// True if `word` stands as a whole identifier in `text`.
bool fl_mentions(const char *text, const char *word);
// What stands between the parameters and the body of a member function: a constructor's initialisers; "" for other functions.
const char *fl_initialisers(struct fl_unit *u, const struct fl_function *f);

// How the drain can name the instance of a kernel template that a site launches.
struct fl_instance {
  const char *through;   // of a member of a class template: what stands in front of its name,
                         // `D<T>::` or `object.`; NULL: its scope
  const char *arguments; // template arguments; with deduced_from only those given at the launch.
                         // NULL: the kernel is no template
  const char
      *deduced_from; // argument list that the rest is deduced from; NULL: `arguments` are all
  struct fl_reason unknown; // why it cannot be named; text == NULL: it can
};
struct fl_instance fl_instance_of(struct fl_unit *u, const struct fl_site *s);
// The same for the instance of a template that a call of a device function names.
struct fl_instance fl_callee_instance_of(struct fl_unit *u, const struct fl_function *caller,
                                         const struct fl_node *call);

// A text of the body of `f`, at a node, with the aliases and constants that are declared there written out. NULL: it names something else of that kind, or what
// may be.
const char *fl_without_locals(struct fl_unit *u, const struct fl_function *f,
                              const struct fl_node *at, const char *text);

// The same, where the function's parameters are not in scope either.
const char *fl_outside_of_body(struct fl_unit *u, const struct fl_function *f,
                               const struct fl_node *at, const char *text);
// Does a text name a parameter of the function, and not a member of that name? (local.c)
bool fl_names_parameter(const struct fl_function *f, const char *text);

// What must hold for an instance of the template `f` to have what stands at `n` at all, as the heads of statements: "if constexpr (N > 0) ". "": all have it.
// NULL: it cannot be said outside of the body.
const char *fl_discarded_unless(struct fl_unit *u, const struct fl_function *f,
                                const struct fl_node *n);

// Does a text name packs of a function's parameters that it does not expand? What holds it must be expanded, then (pack.c).
bool fl_is_pattern(const struct fl_function *f, const char *text);

// Do launches in a template device function, or in what it calls, name kernels by its template parameters?
bool fl_launches_by_parameters(const struct fl_function *f);
void fl_find_parameters(struct fl_unit *u); // which functions do; needs callers
// Does a launch name its kernel by template parameters of the function around it?
bool fl_depends_on_caller(const struct fl_site *s);
// Why the instances of a device function cannot all be told by its calls, from the kernels on down; NULL: they can, or it has none. (told.c)
const char *fl_calls_unknown(struct fl_unit *u, const struct fl_function *g);
// Is `g` defined in front of `f`, which calls it?
bool fl_defined_before(const struct fl_function *g, const struct fl_function *f);

// How the list of what `f` launches, which stands right behind it, comes to name the kernel `k`: as it is, or by a declaration of our own.
enum fl_listing { FL_LISTED_KNOWN, FL_LISTED_DECLARED, FL_LISTED_UNKNOWN };
enum fl_listing fl_listing_of(const struct fl_function *k, const struct fl_function *f);
bool fl_lists_launches(const struct fl_function *f); // is there such a list?
// Why some such list cannot name the kernel that a site launches.
struct fl_reason fl_list_obstacle(struct fl_unit *u, const struct fl_site *s);

// Why a group of warps cannot run blocks of `k`, though it be all of a block of the hardware's: a warp's lanes that have left still stand where its intrinsics look. (order.c)
struct fl_reason fl_leaving_obstacle(struct fl_unit *u, const struct fl_function *k);
// The same of any group of warps: whatever asks for the block without a context must be none but its own. `s`: the launch; NULL: it is a parent.
struct fl_reason fl_virtual_obstacle(struct fl_unit *u, const struct fl_function *k,
                                     const struct fl_site *s);

// For which other blocks of its grid may a block wait in a loop? The worst of all its loops. (beyond.c)
enum fl_waited_for {
  FL_FOR_NO_OTHER,
  FL_FOR_BEGUN,   // blocks that have begun
  FL_FOR_EARLIER, // blocks with smaller blockIdx.x
  FL_FOR_ANY
};
struct fl_waited {
  enum fl_waited_for whom;
  bool by_parameters; // which other parameters do not lead to the same memory
  struct fl_span at;  // the loop
};
struct fl_waited fl_waited_for(struct fl_unit *u, const struct fl_function *k);
// Why its blocks, launched so, cannot be run in the order of their numbers, and not all at a time.
struct fl_reason fl_wait_obstacle(struct fl_unit *u, const struct fl_function *k,
                                  const struct fl_site *s);
// Can they be run in that order alone?
bool fl_needs_order(struct fl_unit *u, const struct fl_function *k);
// A loop, a jump back, or a call, in the body of `fn`, in which threads wait for others. (spin.c)
struct fl_waiting_loop {
  struct fl_unit *unit;
  struct fl_function *fn;
  bool marks_end;            // ends.h
  const struct fl_node *all; // found: what goes round
  bool any_load;             // found: as in ends.h
};
bool fl_waits_here(struct fl_waiting_loop *w, struct fl_node *n);

// Where a launch goes, as far as the text tells.
enum fl_stream_kind { FL_STREAM_NULL, FL_STREAM_FIRE, FL_STREAM_TAIL, FL_STREAM_OTHER };
enum fl_stream_kind fl_stream_of(struct fl_unit *u, const struct fl_node *stream);
enum fl_stream_kind fl_site_stream(struct fl_unit *u, const struct fl_site *s);
// Does a node put something into a stream: a launch, a copy or a fill? Where to?
bool fl_is_put(const struct fl_node *n);
enum fl_stream_kind fl_put_stream(struct fl_unit *u, const struct fl_node *put);
// Is it a call that waits for all that the block has launched?
bool fl_is_join(const struct fl_node *n);
// Fills `alone` of nodes that put something into streams, and what functions do with these. (alone.c)
void fl_analyse_streams(struct fl_unit *u);
bool fl_may_be_tail(struct fl_unit *u, const struct fl_site *s);
// Is a condition true for the first thread of a block, whatever the block's size? (first.c)
bool fl_picks_first(struct fl_unit *u, const struct fl_function *f, const struct fl_node *cond);
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

// Calls visit for node and all nodes below it, in source order, until it returns false; returns
// false if stopped.
typedef bool fl_visitor(struct fl_node *n, void *data);
bool fl_walk(struct fl_node *n, fl_visitor *visit, void *data);
bool fl_has_node(const struct fl_nodes *list, const struct fl_node *n);
// uses.c: the same for those of the nodes of a body, or below one of its nodes, that name or declare `d`.
void fl_note_uses(struct fl_unit *u);
bool fl_walk_uses(struct fl_node *in, const struct fl_decl *d, fl_visitor *visit, void *data);
#endif
