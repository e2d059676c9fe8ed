// Emission: the plan becomes edits of the user's text. Every edit is small, so that what the user
// wrote (comments, line breaks) survives, and edits of one launch and of what stands inside its
// arguments combine.
//   edit.c      lists of edits, applied to a range of text
//   names.c     pieces of text for a function: its tag, template head, parameters
//   naming.c    what a copy of a body says of itself
//   forms.c     which functions need which generated forms
//   symbols.c   what launches become in functions' own symbols
//   launch.c    edits of one launch
//   macros.c    launches in the bodies of macros
//   body.c      edits of a function's body, for its own symbol and for a context
//   variables.c shared variables in a body
//   memory.c    what a body does with memory: allocation, stores and atomics that look first
//   assembly.c  what stands for inline PTX on the CPU target
//   kids.c      lists of launched kernels
//   shared.c    structs of shared variables
//   convert.c   conversions of objects to pointers
//   groups.c    names of cooperative groups
//   fission.c   a body cut at its barriers
//   useful.c    which threads of a grid can do anything
//   descriptor.c what engines must know of a kernel
//   stubs.c     functions that stand in for a kernel or a device function
//   kernel.c    what is generated behind a definition, and where it goes
//   foreign.c   what a file says of its device functions and kernels, and knows of those of others
//   registry.c  parents that are launched by their address
//   host_calls.c calls of the runtime by the host, where ours stand in for them
//   words.c     names in generated code that the program has macros of
//   document.c  the whole file: own headers with edits are written out in place
#ifndef FL_EMIT_H
#define FL_EMIT_H
#include "emit/result.h"
#include "plan/plan.h"

struct fl_edit {
  uint32_t begin, end; // replaced range of the file's text; begin == end inserts
  const char *text;
  struct fl_span moved; // what follows the text: this range of the file, with its own edits
  uint32_t seq;         // order of creation: insertions at one place keep it
  struct fl_span owner; // what it is an edit of
};
struct fl_edits {
  FL_VEC(struct fl_edit) all;
  struct fl_span owner; // of the edits that follow
  size_t sorted;        // how many edits there were when they were sorted
};

// Generated forms of one function (indices as in fl_unit.functions).
struct fl_forms {
  unsigned ordinal; // 1, 2, ... among functions of one qualified name: distinguishes descriptors of
                    // overloads
  unsigned
      namesake; // kernels: 1, 2, ... among the scopes that have some of this name: distinguishes what launches call
  bool overloaded;    // there are others of that name
  bool shares_listed; // a member's shared variables are, at the end of its class
  bool context; // a copy of its body for a context: K__fl_body, or f__fl_ctx of a device function
  bool launch;  // K__fl_launch
  bool block;   // K__fl_block: some launch runs it serially, and it has barriers
  bool parent;  // K__fl_parent and K__fl_host
  bool told;    // launches of other files find its drain
  enum fl_engine engine; // that its K__fl_host calls
  unsigned selects;      // of enum fl_choice: what its K__fl_host chooses from, launch by launch
  enum fl_runner runner; // of what is recorded
  enum fl_deal deal;     // how its drain deals that out
  int64_t coarsen;       // child blocks that a worker takes at least
  bool registered;       // where launches by address find K__fl_host
  bool native;           // K__fl_native (CPU target)
  bool serial_symbol;    // launches in its own symbol are run serially in place
  bool native_symbol;    // they stay native there
  bool reached_symbol;   // a launch that stays native, or another file's, comes to its own symbol
  bool
      beside_native; // its own symbol may not run launches serially: those of others, with which they are in an order, stay native in theirs
  bool thin_symbol;  // small launches in its own symbol are run so, others stay native
  bool starts;       // its descriptor can launch it natively
  bool trap_symbol;  // its own symbol cannot launch: only forms that the wrapper sees are right
  bool name_only;    // nor is it ever launched: nothing of its body is compiled
  bool native_join;  // its own symbol waits for launches that stay native
  bool join_stops;   // who waits in its own symbol, or in what that calls, stops there
  bool calls_joins;  // its own symbol calls copies of functions of which that holds
  bool shadow_symbol; // its own symbol calls the device runtime, which does not exist without -rdc:
                      // stand-ins are declared
  int max_threads;    // largest block over all sites that record it; 1024 if unknown
  int fixed_block;    // threads of the one-dimensional blocks of all those sites; 0 if not known
  bool launched,
      shaped; // some site records it; some site has a grid or block that may not be one-dimensional
  unsigned listed;     // the last collection of kernels that looked into it (kids.c)
  long dynamic_shared; // bytes over all sites that record it; -1 if not constant
};

struct fl_emit {
  struct fl_unit *unit;
  const struct fl_options *opt;
  struct fl_forms *forms; // per function
  struct fl_edits *edits; // per file
  unsigned collections;   // lists of kernels that were made so far (kids.c)
  bool closes;            // the program's text has final classes, or unions
  bool needs_rdc;
  bool coarse;          // some launch stays native, with fewer blocks
  bool by_address;      // launches of values may be those of parents that are registered
  bool registry;        // the file uses the registry
  bool tells_only;      // it has nothing but what it says of its device functions
  bool copies;          // it copies what is small back from the device
  bool lengths;         // some drain weighs how long kernels are
  bool moves;           // some code puts copies or fills into streams
  bool named_by_macros; // some macro says what function it is in
  bool
      inline_scopes; // some are right in an inline namespace, or in an unnamed one, where they hide others
  bool scoped;  // functions stand in namespaces: generated names are written with theirs
  bool objects; // copies are called of operators () of what may have none
  FL_VEC(const char *) members; // names by which copies are called of what may have none
  FL_VEC(const char *) renamed; // words of generated code that the program has macros of
};

// edit.c. Ranges may nest only as insertions inside text that no other edit replaces.
void fl_edit(struct fl_arena *a, struct fl_edits *e, uint32_t begin, uint32_t end,
             const char *text);
// Puts a text in the place of a declaration, its `;` included; it comes to have as many lines.
void fl_edit_declaration(const struct fl_unit *u, struct fl_edits *e, const struct fl_node *stmt,
                         struct fl_text *text);
// Inserts a text, and behind it a range of the file as its own edits leave it, which some other edit is to delete where it stands.
void fl_edit_move(struct fl_arena *a, struct fl_edits *e, uint32_t at, const char *text,
                  struct fl_span moved);
void fl_edits_apply(struct fl_edits *e, const struct fl_file *f, uint32_t begin, uint32_t end,
                    struct fl_text *out);

// words.c: a word of ours that is a macro of the program's is another word in generated text, and in our headers.
void fl_find_renamed(struct fl_emit *e);
// Lines around the inclusion of our headers.
void fl_hide_macros(const struct fl_emit *e, struct fl_text *out);
void fl_show_macros(const struct fl_emit *e, struct fl_text *out);
// Adds text of the user's to a text that goes through fl_put_renamed().
void fl_put_users(struct fl_text *out, const char *text, size_t len);
bool fl_ends_line(const struct fl_text *t); // does such a text end with a line?
void fl_put_renamed(const struct fl_emit *e, const struct fl_text *in, struct fl_text *out);

// names.c. All results live in the arena.
struct fl_forms *fl_forms_of(const struct fl_emit *e, const struct fl_function *f);
const char *fl_tag(const struct fl_emit *e, const struct fl_function *k); // "child__fl"
// What follows the name of `k` in that of the function that its launches call.
const char *fl_launch_suffix(const struct fl_emit *e, const struct fl_function *k);
const char *fl_scope_prefix(const struct fl_emit *e, const struct fl_function *k); // "::ns::"
const char *fl_qualified_tag(const struct fl_emit *e,
                             const struct fl_function *k); // "::ns::child__fl"
// Where the last identifier of a qualified name begins, which ends at `end`.
uint32_t fl_name_begin(const struct fl_file *f, uint32_t begin, uint32_t end);
// `template <class T, class FlHow> requires X<T>`; "" if there is nothing to name. Unnamed parameters get names. `extra` may be NULL.
const char *fl_head_of(const struct fl_emit *e, const struct fl_template_params *ps,
                       const char *extra, bool defaults);
const char *fl_template_head(const struct fl_emit *e, const struct fl_function *f,
                             const char *extra, bool defaults);
// ` requires ...`, for behind the parameters or what they return; "" if the span is empty.
const char *fl_trailing_constraint(const struct fl_emit *e, struct fl_span s);
// Does a template's result ask something of its arguments, so that there is a type at all?
bool fl_result_asks(const struct fl_function *f);
// What something generated for a function returns, `made`, in front of its name and behind its parameters, the constraint there included. What a template's
// own result asks of its arguments (`typename std::enable_if<...>::type`) tells overloads apart, and so is asked again.
struct fl_returns {
  const char *lead, *trail; // "void" and " requires X<T>"; "auto" and " -> __fl::when<R, void>"
};
struct fl_returns fl_returns_of(const struct fl_emit *e, bool is_template, const char *returns,
                                struct fl_span constraint, const char *made);
struct fl_returns fl_stub_returns(const struct fl_emit *e, const struct fl_function *f,
                                  const char *made);
// " -> list requires X<T>", for behind `auto` and parameters that the list may name.
const char *fl_list_returned(const struct fl_emit *e, const struct fl_function *f,
                             const char *list);
const char *fl_arguments_of(const struct fl_emit *e, const struct fl_template_params *ps);
const char *fl_template_arguments(const struct fl_emit *e,
                                  const struct fl_function *f); // "<T, N>" or ""
// The name of a parameter, or one that it is given; `of_stub`: where its function is named, too, which it must not hide.
const char *fl_parameter_name(const struct fl_emit *e, const struct fl_function *f, size_t i,
                              bool of_stub);
// The text of parameters, as functions that are no kernels can have it.
const char *fl_parameter_text(const struct fl_emit *e, struct fl_span s);
// "int s, int *lvl"; unnamed parameters get names. `lead` comes first ("FlCtx &fl_ctx"); may be
// NULL.
const char *fl_parameters(const struct fl_emit *e, const struct fl_function *f, const char *lead,
                          bool defaults);
// fl_parameters() of a function that hands them on as they are.
const char *fl_value_parameters(const struct fl_emit *e, const struct fl_function *f,
                                const char *lead, bool defaults);
// Stubs hand their parameters on by reference, to where a type without `restrict` is expected.
const char *fl_without_restrict(const struct fl_emit *e, const char *text);
// fl_value_parameters() of a stub.
const char *fl_stub_parameters(const struct fl_emit *e, const struct fl_function *f,
                               const char *lead, bool defaults);
const char *fl_arguments(const struct fl_emit *e, const struct fl_function *f); // "s, lvl"
// fl_arguments() of a stub, whose parameters hide the function's name in no case.
const char *fl_stub_arguments(const struct fl_emit *e, const struct fl_function *f);
// What a lambda that gives a kernel those arguments captures: the values of all but references, which stay references.
const char *fl_stub_captures(const struct fl_emit *e, const struct fl_function *f);
const char *fl_quoted(const struct fl_emit *e, const char *text); // as a string literal
const char *
fl_line_directive(const struct fl_emit *e,
                  struct fl_span at); // `#line 7 "bfs.cu"\n`, for the line that holds at.begin
const char *fl_specifiers(const struct fl_emit *e, const struct fl_function *f);
const char *fl_specifier_text(const struct fl_emit *e, struct fl_span specifiers);
const char *fl_tag_instance(const struct fl_emit *e, const struct fl_function *k); // "child__fl<T>"
// The qualification that a generated name takes, where functions stand in namespaces; else "".
const char *fl_name_prefix(const struct fl_emit *e, const struct fl_function *k);
const char *fl_body_tag(const struct fl_emit *e, const struct fl_function *k);

// forms.c
void fl_choose_forms(struct fl_emit *e);
// symbols.c
void fl_choose_symbols(struct fl_emit *e);

// naming.c: lines around the copy of a function's body, so that it goes by that function's name; nothing where it does not ask for it.
// Does a macro of the user's say what function it is in?
bool fl_named_by_macros(const struct fl_unit *u);
void fl_begin_name(struct fl_emit *e, const struct fl_function *f, struct fl_text *t);
void fl_end_name(struct fl_emit *e, const struct fl_function *f, struct fl_text *t);

// launch.c: `how` is the policy expression; NULL for launches from the host.
void fl_launch_edits(struct fl_emit *e, const struct fl_site *s, const char *suffix,
                     const char *how, struct fl_edits *out);
void fl_host_edits(struct fl_emit *e); // every host launch of the unit
// Does the compiler of the text find out which kernel is launched, or with which default arguments (CPU target)?
bool fl_is_told_by_arguments(const struct fl_emit *e, const struct fl_site *s);

// registry.c
void fl_choose_registered(struct fl_emit *e); // fills fl_forms.registered and by_address
void fl_register(struct fl_emit *e, const struct fl_function *k, struct fl_text *t);
// Instances of templates, for the end of the file.
void fl_register_instances(const struct fl_emit *e, struct fl_text *t);
// foreign.c
// Does a file say of its device functions what they do, or of kernels that it has a drain for them?
bool fl_tells(const struct fl_unit *u);
// Does it have a drain for launches of kernel `f` by other files? That is told behind the kernel.
bool fl_tells_kernel(const struct fl_emit *e, struct fl_function *f);
void fl_tell_kernel(const struct fl_emit *e, const struct fl_function *f, struct fl_text *t);
// What launches of a kernel that another file defines know of it.
void fl_descriptor_elsewhere(struct fl_emit *e, const struct fl_function *k, struct fl_text *t);
// That, for the end of the file.
void fl_tell_functions(struct fl_emit *e, struct fl_text *t);
// The names by which the linker knows functions, as a part of a literal.
void fl_symbols_text(const struct fl_functions *of, struct fl_text *t);

// Does a host launch ask the registry?
bool fl_is_by_address(const struct fl_emit *e, const struct fl_site *s);
// The keys of all places that launch a parent, or may do so by its address.
typedef FL_VEC(const char *) fl_keys;
void fl_find_keys(const struct fl_emit *e, const struct fl_function *k, fl_keys *out);

// host_calls.c: calls of the runtime's that ours stand in for.
void fl_launch_call_edits(struct fl_emit *e); // every cudaLaunchKernel of the host's
// Copies from the device, when all other edits have been made: no header is written out for their sake.
void fl_copy_call_edits(struct fl_emit *e);
// Where the program asks for the parameters of what it may have captured.
void fl_warn_of_nodes(const struct fl_emit *e);

// macros.c (CPU target)
void fl_macro_edits(struct fl_emit *e);

// assembly.c (CPU target): what stands for an asm statement.
void fl_asm_edits(struct fl_emit *e, const struct fl_node *n, struct fl_edits *out);

// body.c
// FL_FORM_BLOCK: for a context that runs a whole block (fission.c): threads and barriers are the regions' matter.
enum fl_form { FL_FORM_SYMBOL, FL_FORM_CONTEXT, FL_FORM_BLOCK };
void fl_body_edits(struct fl_emit *e, struct fl_function *f, enum fl_form form,
                   struct fl_edits *out);
// Are there locals at the top of a body in place of what it calls of the device runtime?
bool fl_is_shadowed(const struct fl_emit *e, const struct fl_function *f, enum fl_form form);
// Declarations that stand at the top of a body: the locals that replace what depends on the
// context.
void fl_prologue(struct fl_emit *e, struct fl_function *f, enum fl_form form, const char *ctx_type,
                 struct fl_text *out);

// memory.c
// Declarations that give malloc, free and so on their meaning for macros that a body uses; "" if there are none.
const char *fl_heap_names(const struct fl_emit *e, const struct fl_function *f, enum fl_form form);

// groups.c
void fl_group_edits(struct fl_emit *e, struct fl_function *f, struct fl_edits *out);

// kids.c: the list of kernels that a function launches; returns whether a name in it needs the function's parameters in scope.
bool fl_kids(struct fl_emit *e, const struct fl_function *f, struct fl_text *t);
// The type that a function of the name returns for the instance of a template, or the class of a member, that a call in `f` names.
const char *fl_called_list(struct fl_emit *e, const struct fl_function *f,
                           const struct fl_node *call, const char *name);
// Does the list of what `f` launches name the kernel of a site that it reaches, and nothing in front of it declare that?
bool fl_lists_undeclared(const struct fl_function *f, const struct fl_site *s);
// A function declaration that returns the list; a definition where only some instances of a template have what is in it.
void fl_declare_kids(struct fl_emit *e, const struct fl_function *f, bool defaults,
                     struct fl_text *t);

// shared.c
bool fl_has_shared(const struct fl_function *f); // static ones of its own
// Name of the member that holds the i-th shared variable of a function.
const char *fl_shared_member(const struct fl_emit *e, const struct fl_function *f, size_t i);
void fl_shared_struct(struct fl_emit *e, struct fl_function *f, struct fl_text *t);
void fl_declare_shares(struct fl_emit *e, struct fl_function *f, struct fl_text *t);
// The type of all static shared variables of a virtual block; declarations that it needs go to `before`.
const char *fl_shared_type(struct fl_emit *e, struct fl_function *k, struct fl_text *before);

// fission.c: K__fl_block, the body of a kernel with barriers for one thread that runs a whole block.
void fl_fissioned_body(struct fl_emit *e, struct fl_function *k, struct fl_text *out);

bool fl_has_pack(const struct fl_function *k); // among its parameters
// Values of the parameters' types, for an operand that is not evaluated.
const char *fl_declared_arguments(struct fl_emit *e, const struct fl_function *k);
// The type of a parameter of `k` as that of a copy: `restrict` at its end says nothing of the value.
const char *fl_value_type(struct fl_emit *e, const struct fl_function *k, const char *type);

// useful.c: the member `useful` of the descriptor, if there is anything to say. `as`: what stands before the names of members.
void fl_useful_member(struct fl_emit *e, struct fl_function *k, const char *as, struct fl_text *t);

// descriptor.c: struct K__fl.
void fl_descriptor(struct fl_emit *e, struct fl_function *k, struct fl_text *t);
// The type of a launch's arguments, where `tag` is the descriptor: the kernel's own where other files of the program may have other types of the same names.
const char *fl_arguments_type(struct fl_emit *e, const struct fl_function *k, const char *tag);

// convert.c
// Type and name of a conversion's copy, but for the end.
const char *fl_conversion_copy(const struct fl_emit *e, const struct fl_function *f);
// What converts by all conversions of a class, for its end, at the first of them. False: it is another.
bool fl_declare_conversions(struct fl_emit *e, const struct fl_function *f, struct fl_text *t);

// stubs.c
// The arguments of a kernel's __launch_bounds__, for a call whose last parameters have defaults, since the first may itself have commas; NULL: it has none.
const char *fl_launch_bounds(const struct fl_emit *e, const struct fl_function *k);
// Declarations of the stubs of `k` behind one of its own declarations.
void fl_declare_stubs(struct fl_emit *e, struct fl_function *k, const struct fl_redeclaration *r,
                      struct fl_text *t);
// Are the stubs of `k` declared in front of it, with its default arguments? It launches itself, and has no declaration of its own.
bool fl_in_front(const struct fl_function *k);
// K__fl_launch, which takes a launch to its policy: declared, or defined.
void fl_launch_stub(struct fl_emit *e, struct fl_function *k, bool define, struct fl_text *t);
// The kernel that the host launches in place of `k`.
enum fl_parent_form {
  FL_RECORDS,  // K__fl_parent: records what it launches
  FL_IN_PLACE, // K__fl_in_place: can run its children itself
  FL_LAUNCHES, // K__fl_by_blocks: its blocks launch what they have recorded
};
void fl_parent_form(struct fl_emit *e, struct fl_function *k, enum fl_parent_form form,
                    struct fl_text *t);
// K__fl_host or K__fl_native, which the host (and on the CPU target the device) calls in place of a launch.
void fl_host_stub(struct fl_emit *e, struct fl_function *k, bool parent, struct fl_text *t);
// What the name of a device function's copy begins with.
const char *fl_copied_name(const struct fl_function *f);
// Name and parameters of a device function's copy, up to the body.
const char *fl_clone_head(struct fl_emit *e, struct fl_function *f);
// Another declaration of a device function, made one of its copy.
void fl_declare_clone(struct fl_emit *e, struct fl_function *f, const struct fl_redeclaration *r,
                      struct fl_text *t);

// kernel.c: CPU target: does each instance of a kernel template have its body say its address, which cudaLaunchKernel may be given? (Where instances are
// named may depend on other templates. Those of unnamed parameters cannot say it: fl_register_instances names them.)
bool fl_knows_instances(const struct fl_emit *e, const struct fl_function *k);
// kernel.c: inserts what is generated for one function behind its definition and its other
// declarations.
void fl_generate(struct fl_emit *e, struct fl_function *f);

// document.c. The whole room: plans are in the model, text goes to out->text.
void fl_emit_unit(struct fl_unit *u, const struct fl_options *opt, struct fl_result *out);
#endif
