// Tools for bodies:
//   walk.c       walks through them, what stands around a node, what a text names
//   uses.c       where bodies name what is declared
//   node.c       what a node is (node.h)
//   builtins.c   what a name of CUDA's device language means to us (a table)
//   reads.c      which uses of a variable only read it
//   declared.c   uses of a variable that ask how it is declared
//   assembly.c   the text of inline assembly
//   scope.c      fences and atomic operations of a block's scope
//   skipped.c    which skipped text other passes of the compiler may take
#ifndef FL_BODIES_H
#define FL_BODIES_H
#include "analysis/facts.h"

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
  const char *shadow; // class template in __fl::api (or accessor of the context, for FL_API_INDEX)
                      // that stands in for it
};
const struct fl_api *fl_api_find(const char *name); // NULL: no such name
// What a name means where it stands: a stand-in may answer some calls, and not others.
const struct fl_api *fl_api_at(const struct fl_node *use);
extern const struct fl_api fl_api_table[]; // ends with name == NULL

// walk.c
// Calls visit for node and all nodes below it, in source order, until it returns false; returns
// false if stopped.
typedef bool fl_visitor(struct fl_node *n, void *data);
bool fl_walk(struct fl_node *n, fl_visitor *visit, void *data);
bool fl_has_node(const struct fl_nodes *list, const struct fl_node *n);
bool fl_is_loop(const struct fl_node *n);                             // a statement
bool fl_stands_in(const struct fl_node *n, const struct fl_node *in); // or is it
bool fl_has_goto(struct fl_node *body);
bool fl_is_scalar(
    const struct fl_node *n); // a config argument that is a number, and not a dim3 (node.c)
// The innermost loop of a node's body that it stands in; NULL: none.
const struct fl_node *fl_loop_around(const struct fl_node *n);
// The innermost lambda that a node of a body stands in; NULL: none.
const struct fl_node *fl_lambda_around(const struct fl_node *n);
// Is the value of an expression not used? That of `({ ... })` is the value of its last statement.
bool fl_unused(const struct fl_node *n);
// Is a parameter a reference, or perhaps one, by which what it refers to may be changed?
bool fl_refers_to_variable(const struct fl_function *f, size_t parameter);
// True if a call may bind one of its arguments to a reference, and so change a variable that is named in it.
bool fl_binds_reference(const struct fl_unit *u, const struct fl_node *call);
// The type of the function that is called. Where a template leaves open which one of several it is, and the program has none of that name (which arguments
// might bring along by their namespaces), the types of all of them. NULL: it is not known.
const char *fl_type_of_called(const struct fl_unit *u, const struct fl_node *call);
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
// The text with blanks in place of its comments, of its literals, and of the backslashes that join lines.
const char *fl_without_comments(struct fl_unit *u, const char *text);
// True if `word` stands as a whole identifier in `text`.
bool fl_mentions(const char *text, const char *word);
// What stands between the parameters and the body of a member function: a constructor's initialisers; "" for other functions.
const char *fl_initialisers(struct fl_unit *u, const struct fl_function *f);

// uses.c: the same as fl_walk for those of the nodes of a body, or below one of its nodes, that name or declare `d`.
void fl_note_uses(struct fl_unit *u);
bool fl_walk_uses(struct fl_node *in, const struct fl_decl *d, fl_visitor *visit, void *data);

// reads.c
// The first value of a local variable of `f`, if it never has another; NULL: it may.
const struct fl_node *fl_only_value(struct fl_unit *u, const struct fl_function *f,
                                    struct fl_decl *d);
// Has a local variable or parameter of `f` the value that it begins with wherever it is named?
bool fl_never_changes(struct fl_unit *u, const struct fl_function *f, struct fl_decl *d);
// Does an expression that stands for an object, or a part of one, leave it as it is? Looks at where it is used.
bool fl_only_read(struct fl_unit *u, const struct fl_node *n);
// Is a type a number's, or that of one of CUDA's vectors of them, or an array of such or of pointers to them?
bool fl_is_plain_type(const char *type);
void fl_find_const_casts(struct fl_unit *u); // fills fl_unit.casts_const
// Is a shared variable so many bytes outside of its function, where its type has no name, or would have to be constructed?
static inline bool fl_is_bytes(const struct fl_decl *d) { return d->local_type || d->constructed; }

// declared.c
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
// text: what it is there, "is named in decltype"; NULL: nowhere.
struct fl_reason fl_declared_use(struct fl_unit *u, const struct fl_function *f,
                                 const struct fl_decl *d);

// The text of an asm statement's instructions, as far as it can be seen; `*known`: it is made of plain literals alone. (assembly.c)
const char *fl_asm_text(struct fl_unit *u, const struct fl_node *n, bool *known);

// Is a node a fence, or an operation on memory, that only threads of the same block are promised to see in order? They have to be on one multiprocessor. (scope.c)
bool fl_is_of_block_scope(struct fl_unit *u, const struct fl_node *n);
// May an instance of a template be given libcu++'s scope of a block, by an argument, or by the type or the constant of one? So may all in a unit that names it.
bool fl_may_be_given_block_scope(struct fl_unit *u, const struct fl_function *f);

// Does the conditional that had the text at an offset skipped ask for the device architecture? (skipped.c)
bool fl_asks_for_architecture(const struct fl_file *f, uint32_t at);
#endif
