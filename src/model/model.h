// The program model: what Freelaunch knows of one translation unit. The front end fills it from
// libclang; everything behind the front end (analysis, plan, strategy, emit) sees only this header.
// All of it lives in one arena.
//
//   source text -> front/ -> struct fl_unit -> analysis/ (facts) -> plan/ (strategy per site) ->
//   emit/ (text edits) -> text
//
// Positions are byte offsets into the files' own text, so that every edit is an edit of what the
// user wrote.
#ifndef FL_MODEL_H
#define FL_MODEL_H
#include "base/base.h"

// A macro with code in it, written out where it was used (front/unfold.c). Lines are the same in both texts.
struct fl_unfolded {
  uint32_t begin, end; // of what is in its place, in fl_file.text
  uint32_t from, to;   // of the use, in the text on disk
};
// Where a `#line` says what the lines behind it are called.
struct fl_renumbering {
  uint32_t at;   // begin of the next line
  unsigned line; // its number
  const char *path;
};
// A source file of the unit that can be edited: the main file, and the user's own headers (not
// system or toolkit headers).
struct fl_file {
  const char *path; // as the user or the #include directive spelled it, by clang's account
  const char *name; // what nvcc and g++ call it in __FILE__: clang says "./k.h" of #include "k.h"
  const char *real_path; // absolute
  const char *text;      // the whole file, NUL-terminated; macros with code in them are written out
  const char *code;      // that with blanks in place of comments; NULL: nobody has asked for it
  size_t len;
  uint32_t *line_start; // line_start[i]: offset at which line i+1 begins
  unsigned lines;
  bool is_main;
  bool pragma_once;                   // has a #pragma once
  bool guarded;                       // there is nothing in it for those that include it again
  const struct fl_unfolded *unfolded; // in order
  size_t uses;                        // how many
  FL_VEC(struct fl_renumbering) renumbered; // in order
  const char *on_disk;                      // the text before that; NULL: the same
  FL_VEC(uint32_t)
  skipped; // where text begins that the preprocessor skipped, at the directive that made it; in order
};

// Half-open range [begin, end) of bytes of one file; file < 0: not in an editable file. Empty:
// begin == end.
struct fl_span {
  int file; // index into fl_unit.files
  uint32_t begin, end;
};

// An #include directive in an editable file.
struct fl_include {
  struct fl_span directive; // from '#' to the end of the line (without the newline)
  const char *spelled;      // name between the quotes or angles
  const char *real_path;    // absolute path it resolved to; NULL if unresolved
  const char *path;         // the same, but that a link is not followed which the file itself is
  int file;                 // index of that file in fl_unit.files if it is editable, else -1
  bool angled;
  // By __has_include("name"), or where it is skipped: nothing is included, and the directive's span is the name with its quotes.
  bool asked;
};

enum fl_node_kind {
  // statements
  FL_COMPOUND,
  FL_DECL_STMT,
  FL_IF,
  FL_FOR,
  FL_WHILE,
  FL_DO,
  FL_RANGE_FOR,
  FL_SWITCH,
  FL_CASE,
  FL_DEFAULT,
  FL_BREAK,
  FL_CONTINUE,
  FL_RETURN,
  FL_GOTO,
  FL_LABEL,
  FL_ASM,
  FL_TRY,
  FL_NULL_STMT,
  FL_OTHER_STMT,
  // declarations inside a body
  FL_VAR,
  FL_OTHER_DECL,
  // expressions
  FL_LAUNCH,
  FL_CALL,
  FL_REF,
  FL_MEMBER,
  FL_SUBSCRIPT,
  FL_BINARY,
  FL_ASSIGN,
  FL_UNARY,
  FL_TERNARY,
  FL_CAST,
  FL_LITERAL,
  FL_INIT_LIST,
  FL_LAMBDA,
  FL_NEW,
  FL_DELETE,
  FL_THIS,
  FL_OTHER_EXPR,
  FL_NODE_KINDS
};
extern const char
    *const fl_node_kind_name[FL_NODE_KINDS]; // "compound", "decl_stmt", ... (model.c; for the dump)

// What a name refers to; `decl` of FL_REF nodes and of variables.
enum fl_decl_kind {
  FL_DECL_LOCAL,  // automatic variable of a function body (constexpr and const ones too)
  FL_DECL_PARAM,  // function parameter
  FL_DECL_SHARED, // __shared__ variable, in a body or at namespace scope
  FL_DECL_GLOBAL, // any other variable with static storage (__device__, __constant__, host, static
                  // local)
  FL_DECL_FUNCTION, // function, function template, overload set
  FL_DECL_BUILTIN,  // threadIdx, blockIdx, blockDim, gridDim, warpSize
  FL_DECL_ENUMERATOR,
  FL_DECL_FIELD, // data member
  FL_DECL_TEMPLATE_PARAM,
  FL_DECL_OTHER
};
// What the unit's device code does with a variable, or with what a parameter points to.
enum fl_stores {
  FL_STORES_NONE, // it reads it, if anything
  FL_STORES_ONE,  // all stores are of one constant
  FL_STORES_OTHER
};
// How something is written to memory.
enum fl_write {
  FL_WRITE_AS_IT_IS,
  FL_WRITE_LOOKS,   // only what is not there already
  FL_WRITE_CACHED,  // atomic operations: the same, by what the multiprocessor's cache holds
  FL_WRITE_REDUCES, // atomic operations: without a result
  FL_WRITE_EXCHANGES
};
struct fl_functions {
  struct fl_function **data;
  size_t len, cap;
};
struct fl_nodes {
  struct fl_node **data;
  size_t len, cap;
};
#define FL_DEDUCED "<deduced type>"
struct fl_decl {
  enum fl_decl_kind kind;
  const char *name;
  const char *type;      // spelling as clang prints it ("T[32]", "const int *"), "" if none
  const char *canonical; // canonical type spelling; equals `type` where dependent
  // `pair`, of `pair p(a, b);` whose class' arguments are deduced from what depends on template parameters; `type` is FL_DEDUCED. Else NULL.
  const char *deduced_class;
  bool dependent;  // the type depends on a template parameter
  bool local_type; // the type names something declared inside a function body, or is unnamed
  bool is_const, is_constexpr, is_reference, is_pointer, is_array;
  bool is_extern; // `extern __shared__`
  bool is_volatile, is_bit_field;
  // The type depends on a template parameter, and the program says `volatile` somewhere.
  bool may_be_volatile;
  bool from_memory; // a local whose value rests on what is in memory (analysis/memory/scattered.c)
  struct fl_function
      *function; // FL_DECL_FUNCTION with a body or declaration in the unit's files, else NULL
  struct fl_functions
      overloads; // FL_DECL_FUNCTION of several, of which a call in a template means one: those of the unit
  const char
      *other_overloads; // and the types of the others, one behind another; NULL: there are none
  bool of_file_scope;   // FL_DECL_FUNCTION: a member of no namespace and no class
  struct fl_function
      *owner; // function in whose body or parameter list it is declared; NULL at namespace scope
  struct fl_span span; // the declarator's own range, if in an editable file
  uint64_t size;       // sizeof in bytes where known, else 0
  // FL_DECL_SHARED: `alignas(64)`, as the declaration asks for it by whatever attributes; NULL: it asks for no more than any shared memory has, or
  // (alignment_unknown) in words that are a macro's.
  const char *alignment;
  bool alignment_unknown;
  bool over_aligned; // by the declaration or its type
  bool constructed;  // its type has a constructor that does something, were it called
  // Of a class of the program's, or a reference to one, with constructors or members that are initialised: what makes an object need not be in sight.
  bool made_by_code;
  bool
      may_have_union; // a local or parameter, of a class: it is a union, has one among its parts, or may
  bool
      ends_with_code; // a local or parameter, of a class or a reference to one: objects of it have a destructor that the program, or a library, writes
  FL_VEC(struct fl_node *)
  uses; // nodes of bodies that name or declare it, in order (analysis/bodies/uses.c)
  bool
      lent; // a parameter: what it is given is only called within the function (analysis/calls/lent.c)
  // Found out once, by whoever asks first. -1 or 1; 0: that was not asked.
  signed char changed_by_thread; // (analysis/threads/once.c)
  signed char leads_on;          // a pointer parameter (analysis/waits/look.c)
  signed char
      has_first; // a local: it never has another value than its first one, `first` (analysis/bodies/reads.c)
  const struct fl_node *first;
  unsigned char
      varies; // a local: a bit for each enum fl_threads that may have different values of it (analysis/threads/uniform.c)
  enum fl_stores stores; // filled by analysis/memory/silent.c
  int64_t stored;        // FL_STORES_ONE: the value
};

// One statement, expression or local declaration. Implicit casts, parentheses and other nodes that
// add no meaning are left out (parentheses stay in the span of the node around them). Only bodies
// in editable files are mirrored.
struct fl_node {
  enum fl_node_kind kind;
  struct fl_span span; // the text it was written as; file < 0 when unknown
  bool editable; // its text was written as it stands in the file (or as a macro's argument): edits
                 // are possible. false: it comes out of a macro's body (span is then that of the
                 // macro's use)
  struct fl_node *parent;
  FL_VEC(struct fl_node *) kids; // all children in source order, the named ones below included
  // FL_IF FL_FOR FL_WHILE FL_DO FL_SWITCH FL_TERNARY FL_RANGE_FOR: the parts; NULL where absent
  struct fl_node *init, *cond, *inc, *then, *otherwise; // loops and switch: body in `then`
  const char *name; // FL_REF FL_MEMBER FL_CALL FL_VAR FL_LABEL FL_GOTO: the name; operators: the
                    // operator's spelling ("+=", "++")
  bool qualified;   // FL_REF: the name has a qualification, `::v` or `ns::v`, in a macro or not
  bool postfix;     // FL_UNARY ++ or -- written behind its operand
  struct fl_decl *decl;  // FL_REF FL_MEMBER FL_VAR: what it names; FL_CALL: the callee if direct
                         // (kind FL_DECL_FUNCTION); may be NULL
  const char *type;      // expressions: type spelling; "<dependent type>" when clang says so
  const char *canonical; // canonical type spelling; FL_CAST, classes, enumerations and pointers to
                         // them, else NULL
  bool has_value;        // expressions: a constant that clang could evaluate to an integer
  int64_t value;
  struct fl_node *callee; // FL_CALL: the callee expression (also in kids)
  struct fl_conversions
      *conversions;     // FL_CALL: it is one of these, which need not be the one of `decl`
  struct fl_site *site; // FL_LAUNCH: the launch site it is
  bool alone;  // FL_LAUNCH, FL_CALL: all that is put into its stream (analysis/launches/alone.c)
  bool copies; // FL_INIT_LIST: of a class without references, which copies what it is given
  bool made_by_code; // FL_INIT_LIST, FL_CAST: of a class as fl_decl.made_by_code says
  bool scattered;   // FL_ASSIGN: all over memory, where it was looked (analysis/memory/scattered.c)
  unsigned looks;   // FL_CALL, atomic operations: what they tell of others (analysis/waits/look.c)
  bool lent;        // FL_LAMBDA: only called within its body (analysis/calls/lent.c)
  bool takes_names; // FL_LAMBDA: its list of captures may become longer (same)
  bool outlives;    // FL_LAMBDA: it may be called when its body has been left (same)
  bool waits;       // FL_LAMBDA: for other threads, by calling itself (analysis/waits/spin.c)
  bool looked_at;   // FL_CALL, atomic operations: where it was looked before (same)
  signed char
      once; // declarations: -1 or 1, does it live once for the block? 0: that was not asked (analysis/threads/once.c)
  uint32_t order,
      last; // numbers of this node and of the last one in it, over all bodies; 0: it is in none (analysis/bodies/uses.c)
  enum fl_write write; // FL_ASSIGN, FL_CALL: what becomes of it (plan/stores.c)
};

// How a function may be called.
enum fl_function_kind { FL_HOST, FL_DEVICE, FL_HOST_DEVICE, FL_KERNEL };

struct fl_param {
  struct fl_decl *decl;
  struct fl_span span;          // whole parameter: type, name and default argument
  struct fl_span type_and_name; // without the default argument
  struct fl_span default_arg;   // the expression behind '='; empty if none
  bool is_pack;                 // function parameter pack (Ts... xs)
  const char *type;             // spelling, without top-level const; as clang prints it
  bool of_named_type;           // a class or an enumeration, or perhaps one (a template parameter)
};
struct fl_template_param {
  const char *name;          // "" if unnamed
  bool is_type, is_template; // neither: a value
  bool is_pack;
  struct fl_span span;        // `class T`, `int N = 4`
  struct fl_span default_arg; // the text behind '='; empty if none
};
struct fl_template_params {
  struct fl_template_param *data;
  size_t len, cap;
  struct fl_span constraint; // `requires ...` behind the head; empty if there is none
};

// A declaration of a function besides the one that its struct is filled from.
struct fl_redeclaration {
  struct fl_span span;                                         // up to and including ';'
  struct fl_template_params template_params;                   // which may have names of their own
  struct fl_span specifiers, params_span, trailing_constraint; // as in fl_function
  const char *return_type;                                     // the same
};

// How an argument comes to a kernel: CUDA copies it once, where the launch is, and hands over its bytes.
enum fl_handed {
  FL_HANDED_AS_BYTES, // a copy of a copy is the same
  FL_HANDED_ONCE,     // of a class that cannot be copied, or says so where it is (`explicit`)
  FL_HANDED_BY_CODE   // of a class with a copy constructor or a destructor of its own
};

// A kernel or a __device__ function (also __host__ __device__), with or without body, one struct
// for all its redeclarations.
struct fl_function {
  const char *name;      // "child", "operator()"
  const char *qualified; // "ns::Tree::child", without template arguments
  const char *usr;       // clang's unified symbol resolution: identity across redeclarations
  const char *
      symbol; // by which the linker knows it in all files; NULL: it may be another in each of them, or is none
  enum fl_function_kind kind;
  struct fl_span span; // the definition, from `template` or the first specifier to the closing
                       // brace; empty if not defined here
  struct fl_span template_head; // `template <...>` (the innermost one); empty if not a template
  struct fl_span specifiers;    // from behind the template head and its constraint to the name:
                                // specifiers, attributes, __launch_bounds__, return type
  struct fl_span name_span;
  struct fl_span params_span;         // between the parentheses, exclusive
  struct fl_span trailing_constraint; // `requires ...` behind them; empty if there is none
  struct fl_span body_span;           // the braces included
  const char *return_type;
  FL_VEC(struct fl_param) params;
  size_t least_args; // that a call must pass: those that no declaration may have a default for
  struct fl_template_params template_params;
  FL_VEC(struct fl_redeclaration) redeclarations; // in the user's files only
  bool is_member, is_static_member, is_const_member, is_virtual;
  bool in_class_body;     // the definition is written inside the class
  bool in_template_class; // a member of a class template: its template parameters are visible too
  struct fl_span
      class_end;  // the brace that closes its class; empty: not a member, or there is no such text
  bool is_friend; // a class declares it its friend
  bool is_template;       // the function itself: by a head, or by parameters of type `auto` alone
  bool is_specialization; // template<> ... f<int>
  bool is_conversion;     // `operator T *`
  struct fl_conversions
      *conversions;     // of its class, where all that are made of its objects are known
  bool is_static;       // internal linkage (static or unnamed namespace)
  bool is_unnamed;      // in an unnamed namespace
  bool is_inline_scope; // right in an inline namespace
  FL_VEC(const char *)
  reopened; // namespaces around it that the definition is not written in, the outermost first: `namespace a {`
  bool in_linkage;  // in extern "C", with braces or without
  bool is_variadic; // C variadic
  bool is_lambda;   // operator() of a lambda
  bool editable;    // the definition is in an editable file and not out of a macro
  bool
      from_macro; // it or part of its head comes out of a macro's body, or is_torn, repeated, or counts
  bool odd_head;                  // from_macro, though its tokens alone are what is not understood
  struct fl_span odd_declaration; // besides the definition, which cannot be repeated; empty: none
  bool
      is_torn; // its text includes files, has conditions of the preprocessor by halves, or changes a macro that it has named before
  bool repeated; // its text is that of other functions, too: the file is included more than once
  bool counts;   // there is a __COUNTER__ in it, in a program that uses its values
  struct fl_span unseen; // a launch in it, or a statement in front of a condition, that the parser
                         // does not show; empty: nothing
  bool differs;          // it is another on some other architecture that it is compiled for
  const char *scope;     // enclosing namespaces and classes, "ns::Tree", or ""
  const char *visible;   // its qualified name, inline namespaces left out: overloads share it
  struct fl_node *body;  // mirrored body (FL_COMPOUND); NULL if there is none here
  FL_VEC(struct fl_site *) sites;  // launches written in its body, in source order
  FL_VEC(struct fl_node *) calls;  // FL_CALL nodes in its body, in source order
  FL_VEC(struct fl_node *) shared; // FL_VAR nodes of __shared__ variables declared in its body
  // The classes of which objects may live in its body, or be part of what does: names as in `scope`. Collected where device code has constructors,
  // destructors or operators, or members begin with what calls return.
  FL_VEC(const char *) objects;
  bool any_objects; // of types that depend on template parameters
  bool
      makes_unseen; // some may be made by a constructor of which no call is shown: as a conversion, or in braces
  bool address_taken; // its name is used other than to call or launch it (kernels:
                      // cudaLaunchKernel, a function pointer ...)
  FL_VEC(const char *)
  taken_instances; // kernel templates: arguments of instances whose address is taken, where they can be written at namespace scope
  enum fl_handed handed;   // kernels: the worst of the parameters, in any instance that is launched
  const char *handed_type; // that parameter's type
  size_t place;            // among the functions of its name (lookup.c)
  struct fl_facts *facts;  // filled by analysis/ (analysis/analysis.h)
};

// A launch: kernel<<<grid, block, shared, stream>>>(args), written on the device or on the host.
struct fl_site {
  unsigned id;                // ordinal in the unit, 1, 2, ... in source order
  bool on_host;               // written in host code
  struct fl_function *caller; // function that it is written in; NULL for host code whose body is
                              // not mirrored (all host functions)
  struct fl_function *kernel; // launched kernel if it is known and unique; NULL: through a pointer,
                              // an unresolved overload ...
  bool overloaded;            // NULL, since several kernels of the name would do
  const char *kernel_name;    // as messages show it ("ns::child<T, 4>", "k")
  struct fl_node *node; // its FL_LAUNCH node; kids: callee, config, args. Host sites have a node of
                        // their own too (without parent)
  struct fl_span span;  // from the callee to the closing parenthesis
  struct fl_span callee;      // `ns::child<T, 4>`
  struct fl_span config;      // between <<< and >>>, exclusive
  struct fl_span open, close; // the tokens `<<<` and `>>>` (also written `<< <`, `>> >`)
  struct fl_span args;        // between the parentheses, exclusive
  struct fl_node *grid, *block, *shared, *stream; // config arguments; NULL where defaulted
  FL_VEC(struct fl_node *) arg_nodes;
  // Template arguments for the launched instance, as text that can be written at namespace scope:
  // explicit ones as written, or deduced ones as clang spells them. NULL: kernel is no template.
  // "": deduced and not known (dependent).
  const char *template_args;
  bool explicit_template_args; // written out, wholly, at the site
  bool args_name_locals;       // template_args names something declared in the caller's body
  const char *
      instance_args; // of the instance that is launched, as far as clang knows it, written out; else NULL
  int64_t block_threads; // threads of a child block if constant, else 0
  int64_t extent[3];     // of a block, x, y and z, each if it is constant, else 0
  int64_t shared_bytes;  // dynamic shared memory if constant (0 if absent), else -1
  bool editable;         // all of its tokens can be edited
  bool repeated;       // its text is that of another site, too: the file is included more than once
  bool named_by_macro; // all but those that name the kernel
  bool undeclared;     // NULL, since no declaration of the kernel in front of it is understood
  bool in_lambda;      // written inside a lambda of the caller
  struct fl_pragma *pragma; // #pragma freelaunch on the line before it; NULL if none
  struct fl_plan *plan;     // filled by plan/
};

// #pragma freelaunch strategy(t1) threshold(64) ...
struct fl_pragma {
  struct fl_span span;             // from '#' to the end of the line
  const char *strategy;            // NULL if not given
  const char *threshold, *coarsen; // argument text, NULL if not given
  bool grouped;                    // group_by_block_size
  bool in_order;                   // waits_in_order
  struct fl_site *site;            // the launch it steers; NULL: none follows (reported)
};

// A name in the initialiser of a class' member, which runs wherever an object is made.
struct fl_member_use {
  const char *name;
  struct fl_span at; // the member
  bool launches;     // it is CUDA's own, by which a launch is made
  const char *scope; // the class, as in fl_function.scope
};

// A name in a lambda of the host's, which may be one for the device that is handed to kernels.
struct fl_lambda_use {
  const char *name;
  struct fl_function *function; // that it names; NULL: none of the unit's
  bool for_device;              // the lambda is said to be
  struct fl_span at;            // the lambda
};

// A call of the host's that one of ours stands in for: it launches the kernel at an address, or copies from the device.
enum fl_host_callee {
  FL_LAUNCH_KERNEL,     // cudaLaunchKernel
  FL_LAUNCH_KERNEL_EX,  // cudaLaunchKernelEx
  FL_LAUNCH_KERNEL_EXC, // cudaLaunchKernelExC
  FL_COPY,              // cudaMemcpy
  FL_COPY_FROM_SYMBOL,  // cudaMemcpyFromSymbol
  FL_HOST_CALLEES
};
struct fl_host_call {
  enum fl_host_callee callee;
  struct fl_span name; // with its qualification
  uint32_t args;       // behind the parenthesis
};
struct fl_host_calls {
  struct fl_host_call *data;
  size_t len, cap;
};

// The use of a macro in the head of a function, and what it stands for.
struct fl_expansion {
  struct fl_span use;
  const char *text;
};

// The conversion functions of the classes of one name, and what their objects are used for (front/converting.c, analysis/calls/convert.c).
struct fl_conversions {
  const char *name; // of the classes
  struct fl_functions functions;
  FL_VEC(struct fl_span)
  names;                 // where the name stands, but for where a class is declared or defined
  bool odd;              // there is more to them than can be followed:
  struct fl_span odd_at; // here
};

// The functions of one name, in source order.
struct fl_namesakes {
  struct fl_functions all;
  bool members, virtual_members; // some are members, kernels aside
};
struct fl_library_word; // analysis/calls/library.c

// One translation unit.
struct fl_unit {
  struct fl_arena *arena;
  struct fl_diags *diags;
  FL_VEC(struct fl_file) files; // files[0] is the main file
  FL_VEC(struct fl_include) includes;
  FL_VEC(struct fl_span) defines;    // what stands behind `#define`, skipped or not, by its place
  FL_VEC(const char *) macro_names;  // plain names of macros, skipped or not, the headers' included
  FL_VEC(const char *) early_macros; // those that are defined before anything is included
  FL_VEC(struct fl_function *)
  functions; // kernels and device functions of editable files, in source order
  FL_VEC(struct fl_span) host_functions;    // definitions of functions for the host alone
  FL_VEC(struct fl_site *) sites;           // all launches, device and host, in source order
  FL_VEC(struct fl_span) pragmas;           // what says nothing to other compilers
  FL_VEC(struct fl_span) unseen_statements; // in front of conditions, which are in no tree
  FL_VEC(struct fl_span) unseen_launches;   // `<<<` in active text of which there is no site
  FL_VEC(struct fl_member_use) member_uses;
  FL_VEC(struct fl_lambda_use) lambda_uses; // each name once
  FL_VEC(struct fl_conversions *) conversions;
  struct fl_names member_names;           // of what classes have beside functions
  FL_VEC(struct fl_expansion) expansions; // by their place
  FL_VEC(struct fl_decl *) file_shared; // __shared__ variables at namespace scope (usually extern)
  FL_VEC(struct fl_span)
  hidden_launches; // `<<<` in text that the preprocessor skipped (#if alternatives), or in macro
                   // bodies that were not reached
  FL_VEC(struct fl_span) macro_launches;         // uses of macros whose body launches
  struct fl_host_calls launch_calls, copy_calls; // of the runtime's own
  bool
      launches_known; // `sites` has every `<<<` of its files' text, skipped or not; no macro has one
  FL_VEC(struct fl_span)
  frees; // `free`, `cudaFree`, `delete`, and macros with them, wherever device code may come to
  FL_VEC(struct fl_span)
  hidden_frees;         // `free`, `cudaFree` and `delete` in text that the preprocessor skipped
  struct fl_heap *heap; // filled by analysis/memory/heap.c, and plan/heap.c
  FL_VEC(struct fl_library_word *) library_words; // filled by analysis/calls/library.c
  bool names_libraries;                           // the same: the program's files name some
  bool curand_asks;                               // the same: curand may depend on the block
  bool
      has_holders; // the same: some text names what may hold an object of the program's, and call it
  struct fl_group_names *groups; // filled by analysis/threads/groups.c
  unsigned searches;             // through functions, that were made so far (fl_facts.search)
  signed char
      lambdas_meet; // -1 or 1, do lambdas of its do something with others of their warp? 0: not asked (analysis/threads/leave.c)
  struct fl_names used_members; // the last names of using-declarations (analysis/calls/copies.c)
  struct fl_names
      taken_others; // names of functions that are none of the unit's, used by the device other than to call them
  struct fl_names by_name; // struct fl_namesakes of each name (lookup.c)
  unsigned lambda_looks;   // what lambdas do with memory (analysis/waits/look.c)
  unsigned operator_looks; // what operators and conversions of classes look for there (same)
  signed char
      has_unions; // -1 or 1: do its files speak of unions? 0: that was not asked (analysis/waits/place.c)
  signed char
      names_block_scope; // -1 or 1, do its files name libcu++'s? 0: that was not asked (analysis/bodies/scope.c)
  bool casts_const;        // what is constant may change all the same (analysis/bodies/reads.c)
  bool conversions_change; // some conversion of a class may change the object (same)
  bool parse_errors;       // the compiler's errors were reported in diags
  bool
      asks_for_architecture; // some macro has another value on one of several architectures that it is compiled for
  bool all_device_code; // no other file has device code that this one calls; set before analysis
  bool lone; // it alone becomes an executable: no other file can launch its kernels; the same
  bool asks_others; // other files can be asked what their device functions do; the same
  bool any_foreign; // such a function is declared (analysis/calls/foreign.c)
  FL_VEC(struct fl_span)
  device_variables; // definitions at namespace scope that the linker would know: `int a` and `int a, b` of `__device__ int a, b`
  bool
      linked_variables; // of device code, `extern` or inline: in other than relocatable code the former are definitions, the latter errors
};

// Lines and columns for an offset, 1-based.
void fl_line_col(const struct fl_file *f, uint32_t offset, unsigned *line, unsigned *col);
// The file and line that an offset is said to be in: by a #line of the program's, or those it is in.
void fl_presumed(const struct fl_file *f, uint32_t offset, const char **path, unsigned *line);
// The text of a file with blanks in place of comments, but for the ends of lines in them.
const char *fl_code(const struct fl_unit *u, int file);
// The text of a span, with blanks in place of comments, copied into the arena; "" if the span is not in a file.
const char *fl_span_text(const struct fl_unit *u, struct fl_span s);
// The same of a part of a function's head, its macros replaced by what they stand for.
const char *fl_head_text(const struct fl_unit *u, struct fl_span s);
static inline bool fl_span_empty(struct fl_span s) { return s.file < 0 || s.begin >= s.end; }
// Reports at the beginning of a span.
void fl_report_at(struct fl_unit *u, enum fl_severity sev, struct fl_span at, const char *name,
                  const char *fmt, ...) __attribute__((format(printf, 5, 6)));
// Readable dump of a unit, for tests: functions, sites, shared variables, and with `bodies` the
// node trees (model.c, `flcc --fl-dump-model`).
void fl_model_dump(const struct fl_unit *u, bool bodies, FILE *out);

// same.c
// v: what the same file says on another architecture. Notes which functions of u are not the same there; all of them if it could not be read.
void fl_note_differences(struct fl_unit *u, struct fl_unit *v);

// lookup.c
// The functions of a name; those that were there when fl_index_functions was called.
const struct fl_namesakes *fl_namesakes(const struct fl_unit *u, const char *name, size_t len);
const struct fl_functions *fl_functions_named(const struct fl_unit *u, const char *name);
void fl_index_functions(struct fl_unit *u);
bool fl_is_reference(const struct fl_param *p); // of a pack: its elements
static inline bool fl_is_called_member(const struct fl_function *f) {
  return f->is_member && f->kind != FL_KERNEL;
}
// Those of which a call names one; empty: something else, too.
struct fl_functions fl_functions_of(const struct fl_node *call);
// Does a call name a function of the unit, or several?
bool fl_names_functions(const struct fl_node *call);
// Does the type of an expression depend on template parameters?
bool fl_is_dependent(const struct fl_node *n);
#define FL_ANY_NUMBER UINT32_MAX // of arguments: a pack is among them
// Can a call pass so many arguments?
bool fl_takes(const struct fl_function *f, size_t args);
// Is a type, as clang prints it, made of the language's own types alone (numbers, and pointers to them)?
bool fl_is_of_language(const char *type);
// A call in a template names `found` where it is written; may it mean `other` once the template has arguments, since classes among its own bring the functions
// of their namespaces along (argument-dependent lookup)? `callee`: as written; "": out of a macro.
bool fl_is_rival(const struct fl_function *found, const struct fl_function *other,
                 const char *callee, size_t args);
#endif
