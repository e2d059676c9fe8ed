// Shared by the files of the front end only: the context of one parse, which front.c runs, the text side (tokens of the
// user's files) and the clang side (cursors, cached types and declarations).
#ifndef FL_FRONT_INTERNAL_H
#define FL_FRONT_INTERNAL_H
#include "front/front.h"

#include <clang-c/Index.h>

#ifndef FL_CLANG_RESOURCE_DIR // clang's own headers; the build passes the value
#define FL_CLANG_RESOURCE_DIR "/usr/lib/llvm-22/lib/clang/22"
#endif
#ifndef FL_HOST_INCLUDE_DIR // the host compiler's own headers; the build passes the value
#define FL_HOST_INCLUDE_DIR "/usr/lib/gcc/x86_64-linux-gnu/12/include"
#endif

#ifndef FL_HOST_GNUC // the host compiler's version
#define FL_HOST_GNUC "12"
#define FL_HOST_GNUC_MINOR "2"
#endif

// ---- lex.c: what are the tokens of a file's text?
enum fr_token_kind { FR_IDENT, FR_NUMBER, FR_STRING, FR_CHAR, FR_PUNCT };
// Punctuation is cut into single characters, so that `<< <` and `<<<` look alike; only `::`, `->`
// and operators that hold
// `=`, `&&` or `||` stay whole (`ch` is then 0, except ':' for `::`), since they must not be taken
// for brackets or an initialiser.
struct fr_token {
  uint32_t begin, end;
  uint8_t kind;
  char ch; // FR_PUNCT of one character; ':' with end - begin == 2 is `::`
};
struct fr_range {
  uint32_t begin, end;
};
struct fr_lexed {
  FL_VEC(struct fr_token) tokens;     // without comments and directives
  FL_VEC(struct fr_range) directives; // from '#' to the end of the logical line
};
void fr_lex(struct fl_arena *arena, const char *text, uint32_t begin, uint32_t end,
            struct fr_lexed *out);

// Is a token of any text one of some names? The last of `words` is NULL.
bool fr_token_is_one_of(const char *text, const struct fr_token *t, const char *const *words);
bool fr_launch_at(const struct fr_lexed *l, size_t i); // is token i the first of `<<<`?

// The name that an include directive in [begin, end) gives: [*from, *to), in angles or in quotes. False: it is none.
bool fr_include_name(const char *s, uint32_t begin, uint32_t end, uint32_t *from, uint32_t *to,
                     bool *angled);

// Offset of an expression or statement so long that parsing it would take clang time that grows
// with the square; UINT32_MAX if there is none.
uint32_t fr_overlong(const char *text, const struct fr_lexed *lexed);

// ---- plain.c: the text with the usual spelling of brackets, of the same length; NULL: it has no other
const char *fr_plain(struct fl_arena *arena, const char *text, size_t len);

// ---- patch.c: does the text use spellings that nvcc takes and clang does not?
// Returns a copy of the same length in which they are replaced, or NULL if there are none. Unless the host compiler is clang (`as_clang`), macros by which
// compilers are told apart are not clang's there.
struct fr;
char *fr_patch(struct fr *f, const char *text, size_t len, const struct fr_lexed *lexed);

// ---- constructed.c: which shared variables have constructors that clang rejects?
bool fr_note_constructed(
    struct fr *
        f); // Are there such, not noted yet? The files' `patched` has none of those that are noted.
void fr_patch_constructed(struct fr *f, int file); // leaves those of a file out of its `patched`
uint32_t fr_constructed_begin(const struct fr *f,
                              struct fl_span s);  // of a declaration, its `__shared__` included
bool fr_is_constructed(struct fr *f, CXCursor c); // Is a variable one of them?

// ---- host.c: which macros has the compiler that reads what is written defined by itself?
bool fr_is_reserved(const char *name, size_t len); // a name that programs leave to compilers
// May clang not have this one, or have it with another value? Then directives are to name it with an F for its second letter, as which it is defined
// (or not), from then on.
bool fr_is_hosts(struct fr *f, const char *name, size_t len);
// Did fr_is_hosts find that it has?
bool fr_was_hosts(const struct fr *f, const char *name, size_t len);

// ---- context
// Map from a pointer to a pointer (open addressing, in the arena; map.c).
struct fr_map {
  const void **keys;
  void **values;
  size_t cap, len;
};
void *fr_map_get(const struct fr_map *m, const void *key);
void fr_map_put(struct fl_arena *arena, struct fr_map *m, const void *key, void *value);

// The text side of an editable file, same index as fl_unit.files.
struct fr_file {
  struct fr_lexed
      lexed; // tokens of the active text only: what the preprocessor skipped is taken out
  FL_VEC(struct fr_range) skipped; // text that the preprocessor skipped
  const char *patched;             // the text that clang saw, if it differs
};

// A function body, an initialiser or another declaration, to be searched for launches and for functions' addresses when all functions are known.
struct fr_code {
  CXCursor cursor;
  struct fl_function *function; // NULL: host code
};

// A function that is declared in a body.
struct fr_local_function {
  CXCursor cursor;
  struct fr_code code; // that it is in
  struct fl_span statement;
  bool first; // of the statement, which stands in the text
};

// A #define in an editable file, or on the command line.
struct fr_macro {
  const char *name;
  size_t len;
  const char *text;      // that its body is in: the file's, or its own (body.file < 0)
  struct fl_span body;   // parameters and replacement: all behind the name
  struct fl_span launch; // the first `<<<` in its body; empty if there is none
  bool function_like, variadic;
  bool asks; // it calls a function that asks for its block (asks.c)
  // Some use stands where the kernel or the arguments of a launch do, or says more than a part of
  // a head (unfold.c).
  bool beside;
  signed char more; // -1 or 1: would it, in a head? 0: that was not asked
  bool parameters;  // the same: it begins with a parenthesis
  bool undefined;   // there is an #undef of it
  bool used;        // a launch came out of it
  unsigned marks;   // what this definition comes to (marks.c)
};

// An #undef in an editable file, or (file < 0) a directive that brings the name's definition back.
struct fr_undefinition {
  const char *name;
  size_t len;
  int file;
  uint32_t at;
};

// A launch by a variable that is another name of one kernel, or of one of several (alias.c).
enum { FR_MOST_KERNELS = 8 };
struct fr_alias {
  const struct fl_site *site;
  const char *kernel[FR_MOST_KERNELS]; // what is to stand there
  size_t kernels;
  bool apart;               // some are named where other names may be known
  struct fl_span statement; // what is nothing but the launch; where it is one of several kernels
  struct fl_span declared;  // the statement that declares a local variable
};

// A file whose text is not what is on disk.
struct fr_rewritten {
  const char *path, *real_path; // as in struct fl_file
  const char *text;
  size_t len;
  struct fl_unfolded *unfolded; // in place of what
  size_t uses;
};

// A shared variable that is none in the text that clang sees (constructed.c).
struct fr_constructed {
  const char *path;    // of its file, the real one
  uint32_t begin, end; // of its `__shared__`
  uint32_t name;
};

// Which functions that say neither `__host__` nor `__device__` are for both sides to clang?
enum fr_sides { FR_TEMPLATES_FOR_BOTH, FR_ALL_FOR_BOTH, FR_NONE_FOR_BOTH };

struct fr {
  struct fl_unit *u;
  struct fl_arena *arena;
  struct fl_diags *diags;
  const struct fl_front_options *opt;
  CXIndex index;
  CXTranslationUnit tu;
  FL_VEC(struct fr_file) files;
  FL_VEC(struct fr_code) code;
  FL_VEC(const char *) system_dirs; // fr_system_dir of each argument
  FL_VEC(const char *) block_dirs;  // folders given with -isystem that are treated as -I's are
  struct fr_map file_of;            // CXFile -> index + 1; not editable: (void *)-1
  signed char says_volatile;        // a file of the program does: -1 or 1; 0: that was not asked
  struct fr_map type_names;         // opaque clang type -> spelling
  struct fr_map decls;              // clang declaration -> struct fl_decl
  struct fr_map functions;          // canonical clang declaration -> struct fl_function
  FL_VEC(const char *) friends;     // functions that class templates declare their friends
  bool counter_used;                // values of __COUNTER__ are (counter.c)
  bool
      unseen_calls; // device code has constructors, destructors or operators, or members begin with what calls return
  FL_VEC(struct fr_macro) macros; // of editable files, sorted by name, and others (fr_add_given)
  FL_VEC(struct fr_undefinition) undefinitions;
  bool pops_macros; // there may be other ways in which definitions are brought back
  FL_VEC(struct fr_rewritten) rewritten;
  enum fr_sides sides;
  bool plainly;                // clang's indexer has failed on it (parse.c)
  bool names_host, calls_host; // device code does, by clang's errors (unevaluated.c)
  FL_VEC(struct fr_constructed) constructed;
  FL_VEC(struct fr_alias) aliases;
  FL_VEC(struct fr_local_function) local_functions;
  struct fr_map other_args; // FL_REF nodes with template arguments that name what is no function
  FL_VEC(const char *) clang_macros; // names that clang defines by itself, once they were asked for
  FL_VEC(const char *) host_defines; // "-D..." of what fr_is_hosts was asked for
  struct fr_map constants; // struct fl_decl -> its constant value, an int64_t; itself: it has none
  struct fr_map cursors;   // struct fl_decl -> its CXCursor (variables)
  CXFile last_file;        // cache in front of file_of
  int last_index;
};

// ---- string.c: clang's strings
const char *fr_string(struct fr *f, CXString s); // into the arena; disposes of s
bool fr_string_is(CXString s, const char *text); // disposes of s

// ---- guard.c: how does hostile input end in a diagnostic?
// Runs `work` on a large stack of its own. False: it overflowed even that, or crashed; `data` must
// then be left alone.
bool fr_run_guarded(void (*work)(void *data), void *data);

// ---- toolkit.c: which headers does clang read otherwise than they are on disk, where it reads the toolkit's?
extern const char fr_join_header[]; // the name of one that there is in memory alone
typedef FL_VEC(struct CXUnsavedFile) fr_unsaved;
void fr_toolkit_headers(struct fr *f, fr_unsaved *out);
const char *
fr_toolkit_overlay(struct fr *f); // a file for -ivfsoverlay that says the same; NULL: there is none

// ---- args.c: which arguments does clang get?
typedef FL_VEC(const char *) fr_args;
// With the toolkit's headers, or with the stand-ins, read anew or from a file of fr_saved_prelude's.
void fr_clang_args(struct fr *f, const char *saved_prelude, bool toolkit, fr_args *out);

// The toolkit's version that the program's conditions are to see, and that of the stand-ins (cpu/include/flcpu/base.h).
enum { FR_OWN_VERSION = 13000 };
static inline int fr_cuda_version(const struct fr *f) {
  return f->opt->cuda_version ? f->opt->cuda_version : FR_OWN_VERSION;
}

// ---- prelude.c: which file holds the stand-in headers as clang would parse them for these
// arguments? NULL: none.
const char *fr_saved_prelude(const struct fr *f);

// ---- parse.c: what does clang make of the file? Leaves fr.tu set, or reports why not.
bool fr_parse(struct fr *f);

// ---- unevaluated.c: does an error of clang's say that device code names a function of the host's, and is that one called?
void fr_note_host_names(struct fr *f, CXDiagnostic d); // fills fr.names_host and fr.calls_host

// ---- absent.c: is a header that the file includes nowhere?
// Does fr.tu lack one that it will lack with the toolkit's headers, too? It is reported then, as an error.
bool fr_lacks_header(struct fr *f);

// ---- files.c: which files may be edited?
bool fr_read_main(struct fr *f);
void fr_collect_files(struct fr *f);
bool fr_is_stand_in(const struct fr *f, const char *path); // one of Freelaunch's own headers
// The folder that the arg-th argument of clang's gives as one of system headers; NULL: it does not, or it is the toolkit's or the system's.
const char *fr_system_dir(struct fr *f, size_t arg);
int fr_file_index(struct fr *f, CXFile file);                 // -1: not editable
int fr_known_file(const struct fr *f, const char *real_path); // the same of a path
// ---- directives.c: what do the directives of the files say?
void fr_collect_directives(struct fr *f); // which text is skipped, and what is included
bool fr_is_skipped(const struct fr *f, int file, uint32_t offset);
// Can a text be written out elsewhere? It includes no file, and each condition in it (if there may be any) begins and ends there.
bool fr_is_whole(const struct fr *f, struct fl_span s, bool conditions);
// Does a text change a macro that it has named before? A copy behind it would begin with what it has become. (`#ifndef X`, `#define X 1`, `#endif` does not.)
bool fr_changes_macro(const struct fr *f, struct fl_span s);
// Are the first words of the directive in [begin, end) these, or do they begin so? An empty one is any.
bool fr_has_words(const char *s, uint32_t begin, uint32_t end, const char *first,
                  const char *second);
// Where that stands which a directive of this kind (`define`) speaks of; 0: it is of another kind.
uint32_t fr_name_behind(const char *text, struct fr_range d, const char *word);
// ---- extent.c: where in the text is what clang shows?
// The place in the files' text; *in_macro: the location lies in the body of a macro, and the place
// is that of its use.
bool fr_place(struct fr *f, CXSourceLocation loc, int *file, uint32_t *offset, bool *in_macro);
struct fl_span fr_extent(struct fr *f, CXCursor c, bool *in_macro);

// ---- device_variables.c: which variables of the device does a file define?
void fr_note_device_variable(struct fr *f, CXCursor c,
                             CXCursor parent); // fills fl_unit.device_variables

// ---- align.c: which alignment does a declaration ask for?
void fr_read_alignment(struct fr *f, CXCursor c, struct fl_decl *d);

// ---- defines.c: which macros do the files define?
void fr_collect_macros(struct fr *f);
// Adds the macro of this name that the command line defines to those of the files, if there is one, and what macros it has in it.
void fr_add_given(struct fr *f, const char *name, size_t len);
// What the command line defines by its i-th argument (`option`: -D, -U), as it were written behind `#define `; NULL: nothing.
const char *fr_given(const struct fr *f, size_t i, const char *option);
bool fr_is_only_macro(const struct fr *f, const struct fr_macro *m); // of its name, to the end
struct fr_macro *fr_find_macro(const struct fr *f, const char *name,
                               size_t len); // the first of its definitions
struct fr_macro *fr_next_definition(const struct fr *f, struct fr_macro *m); // NULL: it has no more
// What a name means at a place; NULL: it is no macro there. *known (if not NULL): false where that cannot be told, and some macro of the name is returned.
struct fr_macro *fr_macro_at(const struct fr *f, const char *name, size_t len, int file,
                             uint32_t at, bool *known);

// ---- marks.c: which macros come to something, by themselves or by way of others?
enum {
  FR_CODE = 1,        // a launch or a function for the device is in it, or it asks (unfold.c)
  FR_HIDES = 2,       // it makes a string of an argument, or leaves one out
  FR_PRAGMA = 4,      // a _Pragma (pragma.c)
  FR_OURS = 8,        // the name of ours
  FR_COUNTS = 16,     // a __COUNTER__ (counter.c)
  FR_COUNT = 32,      // its value
  FR_FREES = 64,      // a word that frees memory (frees.c)
  FR_FOR_DEVICE = 128 // one that says that a function is the device's
};
unsigned fr_marks(const struct fr *f, const char *name, size_t len); // of any definition
unsigned fr_marks_at(const struct fr *f, const char *s, const struct fr_token *t);
unsigned fr_marks_in(const struct fr *f, const char *s, const struct fr_lexed *l);
// Marks all macros with what they are said to come to, until that is no more than before.
typedef unsigned fr_marking(struct fr *f, const struct fr_macro *m, const struct fr_lexed *body);
void fr_mark_macros(struct fr *f, fr_marking *marks_of);

// ---- counter.c: is the program interested in how often it has used __COUNTER__?
void fr_note_counter(struct fr *f);
// If so: does a token of any text, or one of a file's in a range, count?
bool fr_is_counting(const struct fr *f, const char *s, const struct fr_token *t);
bool fr_span_counts(const struct fr *f, struct fl_span s);

// ---- tokens.c: walking the tokens of a file
// Index of the first token that begins at or behind `offset`; the number of tokens if there is
// none.
size_t fr_token_at(const struct fr *f, int file, uint32_t offset);
static inline const struct fr_token *fr_tokens(const struct fr *f, int file, size_t *n) {
  *n = f->files.data[file].lexed.tokens.len;
  return f->files.data[file].lexed.tokens.data;
}
bool fr_token_is(const struct fr *f, int file, size_t i, const char *text);
// Index of the bracket that matches the opening one at `i`; the number of tokens if there is none.
// `<` closes at `>` outside parentheses.
size_t fr_match(const struct fr *f, int file, size_t i);
// Index of the bracket that the closing one at `i` belongs to; n, the number of tokens, if there is none.
size_t fr_match_back(const struct fr_token *t, size_t n, size_t i);
// The last name in a piece of text, for names that clang has not resolved: `T::v` -> "v",
// `x.foo<3>` -> "foo".
const char *fr_last_name(struct fr *f, struct fl_span s);
// A name as messages show it, on one line: without comments and needless blanks, nor `::` in front.
const char *fr_shown_name(struct fr *f, struct fl_span s);
// Where the use of a macro that begins at `offset` ends, its arguments included.
uint32_t fr_macro_use_end(const struct fr *f, int file, uint32_t offset);
// Does what clang shows there stand in the text, if perhaps its beginning is a macro (`__global__`), and not in the body of one?
bool fr_is_written(const struct fr *f, struct fl_span s, bool in_macro);

// ---- expand.c: what does the use of a macro stand for?
enum { FR_MAX_MACRO_DEPTH = 16 }; // macros in the bodies of macros
// What the macro's use at token i stands for, if it is part of one type, specifier or value, and its macros are defined once and for all. NULL: it is
// not, or (*behind == i) there is no use of a macro of the user's files. *behind: the token behind the use.
const char *fr_expansion(struct fr *f, int file, size_t i, size_t *behind);
// The same, whatever that is.
const char *fr_full_expansion(struct fr *f, int file, size_t i, size_t *behind);
bool fr_is_part(struct fr *f, const char *text); // of one type, specifier or value?
// Notes down all uses in tokens [from, to) (fl_unit.expansions); false if one of them has no such meaning.
bool fr_expand_head(struct fr *f, int file, size_t from, size_t to);

// What the use of a macro with code in it stands for, whatever that is; macros without keep their names. As above, but not NULL for what is no part.
const char *fr_code_expansion(struct fr *f, int file, size_t i, size_t *behind);

// ---- asks.c: which macros call device functions that ask for their block? Fills fr_macro.asks. False: none.
bool fr_mark_asking(struct fr *f);

// ---- unfold.c: which launches, and which functions, stand in the bodies of macros?
// Writes them out where the macros are used (fr.rewritten), if that is possible. True: there is another text now, to be parsed anew.
bool fr_unfold(struct fr *f, bool code); // code: there are some such

// ---- edits.c: edits of the texts; the same
struct fr_edit {
  struct fl_span at;
  const char *text; // in place of it
  size_t order;     // among those of one place
};
void fr_rewrite(struct fr *f, struct fr_edit *edits, size_t len);

// ---- qualify.c: launches of kernels that the namespaces of their arguments alone make known; the same
bool fr_qualify(struct fr *f); // where clang has found errors

// ---- alias.c: variables that are other names of kernels
struct fr_body;
struct fr_tree;
void fr_note_alias(struct fr_body *b, uint32_t callee, const struct fl_site *s); // is it one?
// Is its text no other launch's, as that of a file is which is included more than once?
bool fr_is_only_site(const struct fl_unit *u, const struct fl_site *s);
// May a statement that is in no tree assign to a variable which is launched? One in its function; in host code, whose sites name no function, any in the file.
bool fr_may_be_assigned_unseen(const struct fl_unit *u, const struct fl_site *s);
// Is it a member of a class template, or of a class in one? A specialization may have something else.
bool fr_is_of_template(CXCursor c);
bool fr_name_kernels(struct fr *f); // puts the kernels' names in their places; the same

// ---- held.c: which kernel does a variable template, or a static member of a class template, hold?
// The kernel's name, with arguments, that may stand in the place of the callee; NULL: it cannot be told.
const char *fr_held_kernel(struct fr_body *b, uint32_t callee, const struct fl_site *s);

// ---- choice.c: launches of one of several kernels
// The statement that is nothing but a launch; no file: it is part of another.
struct fl_span fr_launch_statement(const struct fr_body *b, uint32_t callee,
                                   const struct fl_site *s);
bool fr_choose_kernels(struct fr *f); // makes a launch of each of them; the same

// ---- together.c: functions that one declaration declares together
// Does a declaration that begins at a token, with the name of a function and what is behind its parameters at others, declare several?
bool fr_is_together(const struct fr *f, int file, size_t begin, size_t name, size_t behind);
bool fr_declare_apart(struct fr *f); // gives each a declaration of its own; the same

// ---- abbreviated.c: functions that leave types of their parameters to `auto`
bool fr_name_types(struct fr *f); // gives each a name; the same

// ---- init_statement.c: those of switch and range-for, which libclang does not show
bool fr_lead_out(struct fr *f); // writes them in front of what they are part of; the same

// ---- outside.c: kernels that are declared in the body of a function
void fr_note_local_functions(struct fr *f, const struct fr_code *code, const struct fr_tree *t);
void fr_find_undeclared(struct fr *f); // fills fl_site.undeclared
bool fr_declare_outside(struct fr *f); // declares them in front of it; the same

// ---- moved.c: do the macros in a text mean the same where a copy of it is to stand?
bool fr_can_stand(struct fr *f, struct fl_span text, int file, uint32_t at);

// ---- given.c: which functions launch a kernel that they are given, and which is that? The rest: given.h.
// The only function of a name, to the length `len`; NULL: there are none, or several.
const struct fl_function *fr_only_function(const struct fl_unit *u, const char *name, size_t len);

// ---- bound.c: functions that launch kernels which they are given
bool fr_bind(struct fr *f); // copies them for each; the same

// ---- functions.c: which kernels and device functions are there?
void fr_collect_functions(struct fr *f);
// The qualified name of a namespace or a class, without template arguments; "" of what has none.
const char *fr_scope_name(struct fr *f, CXCursor scope);
const char *fr_visible_scope(struct fr *f, CXCursor scope); // without inline namespaces
// Is it a function that clang calls with the configuration of a launch?
bool fr_is_hook(const char *name);
// ---- constraint.c: where does a requires clause end?
// Index behind the clause that begins at token i, be it out of a macro; i if none does.
size_t fr_behind_constraint(struct fr *f, int file, size_t i);
// ---- head.c, params.c: where are the parts of a function's head in the text?
void fr_read_head(struct fr *f, struct fl_function *fn, CXCursor c, bool definition);
// Where a declaration begins, with all specifiers and template heads. False: a macro says, or no file of the user's has it.
bool fr_begin_of(struct fr *f, CXCursor c, struct fl_span *at);

// ---- decl.c: what does a name refer to, and what is its type?
const char *fr_type_name(struct fr *f, CXType t);
// The same of a parameter, which is a pointer where an array or a function is written: `int *` of `int a[]`, `float (*)[4]` of `float b[][4]`.
const char *fr_parameter_type(struct fr *f, CXType t);
struct fl_decl *fr_decl(struct fr *f, CXCursor decl);
bool fr_type_is_local(struct fr *f, CXType t);
// Of a class as fl_decl.may_have_union says?
bool fr_type_has_union(CXType t);
// Of a class as fl_decl.ends_with_code says?
bool fr_type_ends_with_code(CXType t);
// Of a class as fl_decl.made_by_code says?
bool fr_is_made_by_code(CXType t);
bool fr_has_attr(CXCursor decl, enum CXCursorKind attr);
// Is a word among the specifiers of a declaration? (That something is constexpr is no property that libclang shows.)
bool fr_says(struct fr *f, CXCursor decl, const char *word);
// The function that a declaration belongs to, templates and members of templates included; NULL:
// none of the unit's.
struct fl_function *fr_function_of(struct fr *f, CXCursor decl);

// ---- raw.c: clang's tree of one declaration, flat, in preorder
struct fr_raw {
  CXCursor cursor;
  enum CXCursorKind kind;
  uint32_t parent, first, next; // indices; 0: none (index 0 is the root)
  uint32_t depth;
  uint32_t end; // index behind the last descendant
  struct fl_span span;
  bool in_macro; // begins in a macro's body
};
struct fr_tree {
  struct fr_raw *nodes;
  bool too_deep; // something nested deeper than FR_MAX_RAW_DEPTH is left out
  struct fl_span deep;
  size_t len, cap;
};
void fr_raw_build(struct fr *f, CXCursor root, struct fr_tree *t);
void fr_raw_free(struct fr_tree *t);
uint32_t fr_peel(const struct fr_tree *t,
                 uint32_t r); // through implicit casts, conversions and parentheses

// ---- kind.c: which kind of node is a cursor, and which operator?
enum fl_node_kind fr_node_kind(enum CXCursorKind k);
bool fr_is_function(enum CXCursorKind k);
const char *fr_operator(CXCursor c, bool *postfix);
bool fr_is_assignment(CXCursor c);

// ---- body.c: the tree as the model's nodes
struct fr_body {
  struct fr *f;
  struct fr_tree *tree;
  struct fl_function *function; // NULL: host code
  struct fr_map changed;        // local variables that may change after their initialisation
  struct fr_map declared;       // local variables -> index of their raw node, plus 1
  bool locals_known;            // both maps are built when first asked
  bool too_deep;
  unsigned lambdas; // lambdas around the node that is being made
};
struct fl_node *fr_node(struct fr_body *b, uint32_t r, struct fl_node *parent, unsigned depth);
void fr_mirror(struct fr *f, const struct fr_code *code);
// Clang needs time in proportion to the depth to tell where a nested expression begins, so that
// unlimited depth would take quadratic time.
enum { FR_MAX_DEPTH = 2000, FR_MAX_RAW_DEPTH = 3 * FR_MAX_DEPTH };

// ---- taken.c: fills fl_function.address_taken and fl_unit.taken_others, as far as one tree tells
void fr_find_taken(struct fr *f, const struct fr_code *code, const struct fr_tree *t);

// ---- host_calls.c: fills fl_unit.launch_calls and copy_calls, as far as one tree of host code tells
void fr_find_host_calls(struct fr *f, const struct fr_tree *t);

// ---- lambdas.c: fills fl_unit.lambda_uses, as far as one tree of code that runs on the host tells
void fr_find_lambdas(struct fr *f, const struct fr_tree *t);

// ---- objects.c: of which classes may objects live in a function's body?
void fr_collect_objects(struct fr *f, const struct fr_tree *t, struct fl_function *fn);

// ---- handed.c: how do objects of a class come to a kernel?
void fr_note_handed(struct fr *f, struct fl_function *kernel, CXType t); // of a parameter

bool fr_type_may_refer(
    CXType t, int depth);        // is it no class, or one with references in it? (from depth 0 on)
bool fr_type_is_named(CXType t); // is it a class or an enumeration, or may it be one?

// ---- statement.c: the parts of loops and conditions
void fr_statement_parts(struct fr_body *b, uint32_t r, struct fl_node *n);

// ---- constant.c: which expressions are constants?
void fr_fold(struct fr_body *b, uint32_t r, struct fl_node *n);
bool fr_evaluate(CXCursor c, int64_t *value);
bool fr_only_reads(const struct fr_tree *t, uint32_t r); // the use of a variable: the value alone?
bool fr_constant(struct fr_body *b, const struct fl_node *n,
                 int64_t *value); // unchanged locals count too
// The extents x, y and z that a block (dim3 or integer) describes; those that are not constant are left alone.
void fr_block_extents(struct fr_body *b, const struct fl_node *n, int64_t *out);

// ---- launch.c: what does a launch say?
bool fr_is_launch(struct fr *f, const struct fr_tree *t, uint32_t r);
void fr_launch(struct fr_body *b, uint32_t r, struct fl_node *n, unsigned depth);
// ---- callee.c: which kernel is launched, with which template arguments?
// The i-th of a set of overloads; where it is there by a `using`, what that stands for, if that is defined in the unit.
CXCursor fr_overload(CXCursor set, unsigned i);
// Of a set of overloads (of a launch: of the kernels among them) the one that can take so many arguments; the null cursor if there are several, or some are not in the unit.
CXCursor fr_only_fit(struct fr *f, CXCursor set, unsigned args, bool launch);
// An instance of a kernel template is launched, or may be: how do its parameters come to it?
void fr_note_instance(struct fr *f, struct fl_function *kernel, CXCursor instance);
// Its template arguments, as text that means the same at namespace scope; "" if it is no such instance, or they cannot be written there.
const char *fr_public_args(struct fr *f, CXCursor instance);
// The same where access does not matter.
const char *fr_instance_args(struct fr *f, CXCursor instance);
// The template arguments that a kernel's name is written with, if these are all; else empty, file < 0.
struct fl_span fr_explicit_args(struct fr *f, struct fl_span name,
                                const struct fl_function *kernel);
void fr_launch_callee(struct fr_body *b, uint32_t callee, struct fl_site *site, unsigned args);
// ---- brought.c: may the arguments of the launch whose callee this is make a kernel of another namespace known? NULL: may they make anything known?
bool fr_is_brought(struct fr_body *b, uint32_t callee, const struct fl_function *kernel);

// ---- pragma.c, hidden.c: what stands in the text that is no part of clang's tree?
void fr_collect_pragmas(struct fr *f,
                        struct fl_site *const *sorted); // all sites, by file and offset
void fr_collect_hidden(struct fr *f);
// ---- frees.c: which words free memory where device code may come to them?
void fr_find_frees(struct fr *f);

// ---- converting.c: fills fl_unit.conversions, when all functions and macros are known.
void fr_collect_conversions(struct fr *f);
#endif
