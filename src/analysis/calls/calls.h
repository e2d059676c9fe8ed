// What a body does itself, which functions it may call, what follows through calls and launches, and what stops a body from being copied for another context:
//   body.c       what a function's own text does, and what stops it from running in a context
//   callees.c    which functions a body may call
//   callers.c    what a device function is handed
//   callgraph.c  what follows through calls and launches: reachable sites, recursion, contexts
//   member.c     which members a call by a dependent type may be of
//   convert.c    which conversions of objects to pointers are called as members are
//   lambda.c     what stands inside a lambda
//   lent.c       which lambdas are only called within their bodies
//   values.c     what runs where a value is called that may be a lambda
//   callback.c   what library functions call of what they are given
//   unseen.c     what runs without a call that could be seen: constructors, operators, initialisers
//   library.c    what is named of libraries that may depend on the block
//   foreign.c    device functions of other files
//   rewrite.c    where the text of a call can be edited
//   copies.c     what stops a device function from being copied for another context
//   handed.c     which kernels' arguments cannot be copied on
#ifndef FL_CALLS_H
#define FL_CALLS_H
#include "analysis/facts.h"

// body.c: what a function does by itself, and `no_context`, from its body and head.
void fl_analyse_body(struct fl_unit *u, struct fl_function *f);

// callees.c: fills callees, callers, unresolved, shared_calls and calls_any of all functions.
void fl_collect_callees(struct fl_unit *u);
// For qsort of functions: the order in which the source has them. (same)
int fl_by_index(const void *a, const void *b);

// Does a test hold of all that the callers of `f` hand to a parameter, or as its object (FL_OBJECT)? Not if some caller is unknown. `value`: NULL where it is not known
// what a call hands, or is its caller's own object. (callers.c)
enum { FL_OBJECT = -1 };
typedef bool fl_handed_test(struct fl_unit *u, struct fl_function *caller,
                            const struct fl_node *value, void *data);
bool fl_all_hand(struct fl_unit *u, struct fl_function *f, int param, fl_handed_test *is,
                 void *data);
bool fl_all_hand_to(struct fl_unit *u, const struct fl_decl *param, fl_handed_test *is, void *data);

// callgraph.c: `callees`, `reach` and `below`, and what holds through calls and launches, from what the bodies have.
void fl_analyse_calls(struct fl_unit *u);
// How facts spread through calls. (same)
// Calls `step` for all functions of the unit, again and again until it has changed nothing, which it returns.
void fl_iterate(struct fl_unit *u, bool (*step)(struct fl_unit *u, struct fl_function *f));
// Sets flags that others have; `flags`: where they are in struct fl_facts. Returns whether any is new.
bool fl_take_flags(struct fl_facts *to, const struct fl_facts *from, const size_t *flags, size_t n);
// The same of what some callee of a function has.
bool fl_take_from_callees(struct fl_function *f, const size_t *flags, size_t n);

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
// It runs where an object begins, mostly where no call says so.
bool fl_is_constructor(const struct fl_function *f);
// It runs at the end of an object's life, where no call says so.
static inline bool fl_is_destructor(const struct fl_function *f) {
  return f->is_member && *f->name == '~';
}
// Are two members of classes of one name?
bool fl_same_class(const struct fl_function *f, const struct fl_function *g);

// convert.c: makes calls of the conversions of objects to pointers (fl_node.conversions), where all such of a class can be (fl_function.conversions).
void fl_find_conversions(struct fl_unit *u);

// lambda.c
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

// Fills `lent` of lambdas and of parameters, and `takes_names`. (lent.c)
void fl_find_lent(struct fl_unit *u);

// values.c
// May a call be one of a lambda, or of another object, or of a function that comes to call one?
bool fl_may_call_lambda(struct fl_unit *u, const struct fl_node *call);
// What the lambdas of a body do when they are called, what they call included.
unsigned fl_lambdas_do(struct fl_unit *u, const struct fl_function *f);
// Does a test hold of a function that may come to call lambdas of `f`, `f` itself aside?
typedef bool fl_function_test(struct fl_unit *u, struct fl_function *g, void *data);
bool fl_any_caller_of_lambdas(struct fl_unit *u, const struct fl_function *f,
                              fl_function_test *test, void *data);

// callback.c: may a call give an object to a function of a library, and that call its `g`, an operator()? Or what may be any object, as only an instance tells?
bool fl_hands_on(struct fl_unit *u, const struct fl_node *call, const struct fl_function *g);
bool fl_hands_on_any(struct fl_unit *u, const struct fl_node *call);
bool fl_is_of_library(struct fl_unit *u,
                      const struct fl_node *call); // is it a call of a function of another's?
// The type of what a call is given by an argument; "": that is not known.
const char *fl_handed_type(const struct fl_node *call, const struct fl_node *arg);

// unseen.c: in which functions may others launch, or launches be, that are not among their reach (hidden_launch)? Behind what fills reach.
void fl_find_hidden_launches(struct fl_unit *u);
// unseen.c: which functions may run one, without a call that could be seen, that depends on its block? They get an obstacle (no_context_deep). Needs callees and needs_context.
void fl_find_unseen(struct fl_unit *u);
// May `g` run in the body of `f`, be it by a call that its nodes show, since an object of its class may live there?
bool fl_may_run_on_object(const struct fl_function *f, const struct fl_function *g);
// May it run there, or to make what an object begins with, without such a call?
bool fl_may_run_unseen(struct fl_unit *u, const struct fl_function *f, const struct fl_function *g);
// Do members of a class begin with what it returns, of which `f` may have objects; NULL: of any class?
bool fl_begins_members(const struct fl_unit *u, const struct fl_function *f,
                       const struct fl_function *g);
// May it run unseen where no class tells it: begin() and end(), virtual functions?
bool fl_may_run_anywhere(const struct fl_function *f);
// May `f` wait for launches in `g` without a call of it in sight?
bool fl_may_join_unseen(const struct fl_function *f, const struct fl_function *g);

// library.c: what a part of a library, or inline assembly, needs of the threads that come to it. Each needs all that those in front of it do.
enum fl_demand {
  FL_NEEDS_NOTHING, // a thread uses it by itself, wherever it runs
  FL_NEEDS_WARP,    // all lanes of a warp
  FL_NEEDS_LANES,   // the same, and it names lanes by itself: none may have left
  FL_NEEDS_BLOCK, // all threads of a block of the hardware's: it has barriers, and asks who they are
  FL_NEEDS_ANYTHING // not known
};
struct fl_library_use {
  const char
      *name; // of the library, or what the program calls something in it; NULL: it needs nothing
  enum fl_demand need;
  bool launches; // it has functions that launch, or may call the program's that do
};
// Notes what the program calls what may depend on the block in libraries (cub, thrust, cuda:: and their like), and fills has_holders. Comes before fl_library_of.
void fl_find_libraries(struct fl_unit *u);
// What a function needs most of what it has in its own text, or by the type of what stands in it, or by the arguments of an instance that is launched. One that may launch
// comes before others that need the same.
struct fl_library_use fl_library_of(struct fl_unit *u, const struct fl_function *f);

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
// Is a variable of CUDA's written `::threadIdx` in a function where `threadIdx` is that, too?
bool fl_is_global_index(struct fl_unit *u, const struct fl_function *f, const struct fl_node *n);
// The same of a call of an object, `f(x)`: the object, from begin on, is what is called, to name_end.
bool fl_object_text(struct fl_unit *u, const struct fl_node *call, struct fl_call_text *out);
// What stands in front of a member's name where it is called, from at.begin on: an object, a pointer or a class, to the offset `end`.
enum fl_way { FL_BY_NAME, FL_BY_OBJECT, FL_BY_POINTER, FL_BY_CLASS };
enum fl_way fl_way_to_member(struct fl_unit *u, const struct fl_node *call,
                             const struct fl_call_text *at, uint32_t *end);
// Why a call of `g` cannot be made one of its copy where it stands.
struct fl_reason fl_rewrite_obstacle(struct fl_unit *u, const struct fl_node *call,
                                     const struct fl_function *g);

// copies.c
// Why a default argument of `f` stops what calls it from being moved.
struct fl_reason fl_default_obstacle(struct fl_unit *u, const struct fl_function *f);
void fl_note_used_members(struct fl_unit *u); // fills used_members
// Why there can be no copy of `f` for another context. Needs callees and needs_context.
struct fl_reason fl_copy_obstacle(struct fl_unit *u, const struct fl_function *f);
// The same of the shared variables of `g`, which `f` calls.
struct fl_reason fl_shared_obstacle(struct fl_unit *u, const struct fl_function *f,
                                    const struct fl_function *g);

// Why no more than one copy may be made of what `k` is launched with. (handed.c)
struct fl_reason fl_handed_obstacle(struct fl_unit *u, const struct fl_function *k);
// The same of a kernel that launches, whose arguments come by way of the host, too.
struct fl_reason fl_root_handed_obstacle(struct fl_unit *u, const struct fl_function *root);
#endif
