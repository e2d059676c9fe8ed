// The command line: what the user typed, sorted out. options.c reads it; command.c, cuda.c and
// cpu.c act on it.
#ifndef FL_DRIVER_OPTIONS_H
#define FL_DRIVER_OPTIONS_H
#include "base/base.h"
#include "plan/options.h"

// What flcc itself has to know about an option of nvcc. Everything else only passes through.
enum fl_role {
  FL_ROLE_NONE,
  FL_ROLE_INFO,          // --help, --version ...: no input needed
  FL_ROLE_DEVICE,        // --ptx, --cubin ...: another result than an object file
  FL_ROLE_PREPROCESS,    // -E
  FL_ROLE_DEPS,          // -M
  FL_ROLE_USER_DEPS,     // -MM
  FL_ROLE_DEPS_TOO,      // -MD
  FL_ROLE_USER_DEPS_TOO, // -MMD
  FL_ROLE_DEP_FILE,      // -MF
  FL_ROLE_DEP_TARGET,    // -MT
  FL_ROLE_DEP_PHONY,     // -MP
  FL_ROLE_COMPILE,
  FL_ROLE_DEVICE_C,
  FL_ROLE_DEVICE_W,
  FL_ROLE_DEVICE_LINK,
  FL_ROLE_LINK,
  FL_ROLE_LIB,
  FL_ROLE_RUN,
  FL_ROLE_RUN_ARGS,
  FL_ROLE_CLEAN,
  FL_ROLE_OUTPUT,
  FL_ROLE_OUTPUT_DIR,
  FL_ROLE_LANGUAGE,
  FL_ROLE_STD,
  FL_ROLE_DEFINE,
  FL_ROLE_UNDEFINE,
  FL_ROLE_INCLUDE,
  FL_ROLE_SYSTEM,
  FL_ROLE_PREINCLUDE,
  FL_ROLE_LIBRARY,
  FL_ROLE_LIBRARY_PATH,
  FL_ROLE_BINDIR,
  FL_ROLE_ARCH,
  FL_ROLE_GENCODE,
  FL_ROLE_RDC,
  FL_ROLE_STREAM,
  FL_ROLE_OPTIMIZE,
  FL_ROLE_DEBUG,
  FL_ROLE_DEVICE_DEBUG,
  FL_ROLE_PROFILE,
  FL_ROLE_NO_EXCEPTIONS,
  FL_ROLE_NO_WARNINGS,
  FL_ROLE_SHARED,
  FL_ROLE_TEMPLATE_LIMIT, // passes to g++ under its long name
  FL_ROLE_FAST_MATH,
  FL_ROLE_XCOMPILER,
  FL_ROLE_XLINKER,
  FL_ROLE_DRYRUN,
  FL_ROLE_VERBOSE,
  FL_ROLE_OPTIONS_FILE
};

enum fl_arity { FL_FLAG, FL_VALUE, FL_LIST }; // FL_LIST: values separated by commas

struct fl_nvcc_option {
  const char *name, *brief; // "--define-macro", "-D"
  enum fl_arity arity;
  bool attached; // the value may follow the short name directly: -DX
  enum fl_role role;
};
// Finds the option that `word` begins with; *value: the value inside the word, NULL if there is
// none in it.
const struct fl_nvcc_option *fl_nvcc_option_find(const char *word, const char **value);

enum fl_arg_kind { FL_ARG_OPTION, FL_ARG_INPUT, FL_ARG_UNKNOWN };

// One option or input: `words` hold it as typed (an option and its value may be two words).
struct fl_arg {
  enum fl_arg_kind kind;
  const struct fl_nvcc_option *option; // FL_ARG_OPTION
  const char *words[2];
  unsigned nwords;
  const char *value; // an option's value, undivided; an input's path; NULL if none
  bool from_file;    // read from a --options-file, which nvcc can read itself
};

enum fl_input_kind { FL_INPUT_CUDA, FL_INPUT_HOST, FL_INPUT_OBJECT };
struct fl_input {
  enum fl_input_kind kind;
  const char *path; // as typed; "-" is the standard input
  size_t arg;       // index in fl_command.args
};

// What the command is to produce.
enum fl_phase {
  FL_PHASE_LINK,
  FL_PHASE_COMPILE,
  FL_PHASE_DEVICE,
  FL_PHASE_PREPROCESS,
  FL_PHASE_DEPS,
  FL_PHASE_DEVICE_LINK,
  FL_PHASE_LIB,
  FL_PHASE_RUN,
  FL_PHASE_INFO
};

struct fl_command {
  struct fl_arena *arena;
  FL_VEC(struct fl_arg) args;
  FL_VEC(struct fl_input) inputs;
  enum fl_phase phase;
  const char *output, *output_dir, *language, *std, *bindir; // NULL if not given
  const char *dep_file, *dep_target;
  enum fl_role
      deps; // FL_ROLE_DEPS_TOO or FL_ROLE_USER_DEPS_TOO beside a compilation, else FL_ROLE_NONE
  bool user_rdc; // -rdc=true or -dc
  bool device_w; // -dw: rdc is ruled out
  bool dryrun, verbose, no_warnings, shared;
  bool ours_in_file; // a --fl- option stands in an options file, which nvcc therefore must not read
  // our own
  struct fl_options opt;
  const char *profile;      // --fl-profile=FILE; NULL if not given
  const char *save_prelude; // --fl-save-prelude=FILE; NULL if not given
  enum fl_remarks remarks;
  bool emit, dump_model, help, version;
};

// Reads the command line. Returns 0, or 1 after an error was printed.
int fl_parse_command(struct fl_command *cmd, int argc, char **argv);

// One of our own options, `word` beginning with "--fl-". Returns 0, or 1 after an error was
// printed. (own_options.c)
int fl_own_option(struct fl_command *cmd, const char *word);
void fl_print_help(FILE *out);

// Text into words. (words.c)
typedef FL_VEC(const char *) fl_words;
// A list value: parts between commas; quotes and backslashes protect commas, backslashes go.
void fl_split_list(struct fl_arena *arena, const char *value, fl_words *out);
// A command line fragment, or an options file: parts between blanks; quotes group and go, as do
// backslashes.
void fl_split_blanks(struct fl_arena *arena, const char *text, fl_words *out);

// `flcc: error: ...` or `flcc: warning: ...` on stderr.
void fl_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fl_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

// Is it for the linker to say whether there is a pool for what the sources' device code allocates?
// (pool.c)
bool fl_links_pool(const struct fl_command *cmd);

// Does nothing besides one source become part of the program, so that its kernels are named nowhere
// else?
bool fl_is_lone(const struct fl_command *cmd);
// Are the libraries that the command links, by -l, such as have no device code that a program's calls? (linked.c)
bool fl_links_host_alone(const struct fl_command *cmd);
#endif
