#define _GNU_SOURCE
// Reads the command line into struct fl_command: options files opened, own options taken out,
// inputs told apart.
#include "driver/options.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_DEPTH = 16 }; // options files that name options files

// A word list being read, with what is needed to fetch an option's value from the word behind it.
struct reader {
  struct fl_command *cmd;
  fl_words words;
  size_t next;
  bool from_file; // read from a --options-file
  unsigned depth;
};

static int read_words(struct reader *r);

static int read_options_file(struct reader *r, const char *path, bool nvcc_reads_it) {
  if (r->depth == MAX_FILE_DEPTH) {
    fl_error("options file '%s' is nested too deeply", path);
    return 1;
  }
  size_t len;
  const char *text = fl_read_file(r->cmd->arena, path, &len);
  if (!text) {
    fl_error("cannot read options file '%s': %s", path, strerror(errno));
    return 1;
  }
  struct reader inner = {
      .cmd = r->cmd, .from_file = r->from_file || nvcc_reads_it, .depth = r->depth + 1};
  fl_split_blanks(r->cmd->arena, text, &inner.words);
  return read_words(&inner);
}

static bool ends_in(const char *s, const char *const *suffixes) {
  const char *dot = strrchr(s, '.');
  for (; dot && *suffixes; suffixes++)
    if (strcmp(dot, *suffixes) == 0)
      return true;
  return false;
}

// nvcc goes by the suffix, unless -x names a language for all inputs.
static enum fl_input_kind input_kind(const struct fl_command *cmd, const char *path) {
  static const char *const objects[] = {".o",      ".obj",   ".a", ".so", ".lib", ".ptx", ".cubin",
                                        ".fatbin", ".ltoir", ".i", ".ii", ".gpu", ".res", NULL};
  static const char *const hosts[] = {".c", ".cc", ".cxx", ".cpp", ".C", ".c++", NULL};
  static const char *const cuda[] = {".cu", NULL};
  if (ends_in(path, objects) || strstr(path, ".so."))
    return FL_INPUT_OBJECT;
  if (cmd->language)
    return strcmp(cmd->language, "cu") == 0 ? FL_INPUT_CUDA : FL_INPUT_HOST;
  if (ends_in(path, cuda))
    return FL_INPUT_CUDA;
  return ends_in(path, hosts) ? FL_INPUT_HOST : FL_INPUT_OBJECT;
}

// Keeps what flcc has to know of an option. The last one wins, as in nvcc.
static void note_option(struct fl_command *cmd, enum fl_role role, const char *value) {
  switch (role) {
  case FL_ROLE_INFO:
    cmd->phase = FL_PHASE_INFO;
    break;
  case FL_ROLE_DEVICE:
    cmd->phase = FL_PHASE_DEVICE;
    break;
  case FL_ROLE_PREPROCESS:
    cmd->phase = FL_PHASE_PREPROCESS;
    break;
  case FL_ROLE_DEPS:
  case FL_ROLE_USER_DEPS:
    cmd->phase = FL_PHASE_DEPS;
    break;
  case FL_ROLE_COMPILE:
    cmd->phase = FL_PHASE_COMPILE;
    break;
  case FL_ROLE_DEVICE_C:
    cmd->phase = FL_PHASE_COMPILE;
    cmd->user_rdc = true;
    break;
  case FL_ROLE_DEVICE_W:
    cmd->phase = FL_PHASE_COMPILE;
    cmd->user_rdc = false;
    cmd->device_w = true;
    break;
  case FL_ROLE_DEVICE_LINK:
    cmd->phase = FL_PHASE_DEVICE_LINK;
    break;
  case FL_ROLE_LIB:
    cmd->phase = FL_PHASE_LIB;
    break;
  case FL_ROLE_RUN:
    cmd->phase = FL_PHASE_RUN;
    break;
  case FL_ROLE_CLEAN:
    cmd->phase = FL_PHASE_PREPROCESS;
    break; // nothing is compiled: nvcc needs the original names
  case FL_ROLE_DEPS_TOO:
  case FL_ROLE_USER_DEPS_TOO:
    cmd->deps = role;
    break;
  case FL_ROLE_DEP_FILE:
    cmd->dep_file = value;
    break;
  case FL_ROLE_DEP_TARGET:
    cmd->dep_target = value;
    break;
  case FL_ROLE_OUTPUT:
    cmd->output = value;
    break;
  case FL_ROLE_OUTPUT_DIR:
    cmd->output_dir = value;
    break;
  case FL_ROLE_LANGUAGE:
    cmd->language = value;
    break;
  case FL_ROLE_STD:
    cmd->std = value;
    break;
  case FL_ROLE_BINDIR:
    cmd->bindir = value;
    break;
  case FL_ROLE_RDC:
    cmd->user_rdc = strcmp(value, "true") == 0;
    break;
  case FL_ROLE_STREAM:
    cmd->opt.per_thread_stream = strcmp(value, "per-thread") == 0;
    break;
  case FL_ROLE_NO_WARNINGS:
    cmd->no_warnings = true;
    break;
  case FL_ROLE_SHARED:
    cmd->shared = true;
    break;
  case FL_ROLE_DRYRUN:
    cmd->dryrun = true;
    break;
  case FL_ROLE_VERBOSE:
    cmd->verbose = true;
    break;
  default:
    break;
  }
}

static int read_option(struct reader *r, const char *word) {
  struct fl_arg arg = {
      .kind = FL_ARG_OPTION, .words = {word}, .nwords = 1, .from_file = r->from_file};
  arg.option = fl_nvcc_option_find(word, &arg.value);
  if (!arg.option) {
    arg.kind = FL_ARG_UNKNOWN;
    arg.value = NULL;
  } else if (arg.option->arity != FL_FLAG && !arg.value) {
    if (r->next == r->words.len) {
      fl_error("option '%s' needs a value", word);
      return 1;
    }
    arg.value = arg.words[1] = r->words.data[r->next++];
    arg.nwords = 2;
  }
  *fl_vec_add(r->cmd->arena, &r->cmd->args) = arg;
  if (!arg.option)
    return 0;
  if (arg.option->role != FL_ROLE_OPTIONS_FILE) {
    note_option(r->cmd, arg.option->role, arg.value);
    return 0;
  }
  fl_words files = {0};
  fl_split_list(r->cmd->arena, arg.value, &files);
  for (size_t i = 0; i < files.len; i++)
    if (read_options_file(r, files.data[i], true))
      return 1;
  return 0;
}

static int read_words(struct reader *r) {
  struct fl_command *cmd = r->cmd;
  while (r->next < r->words.len) {
    const char *word = r->words.data[r->next++];
    int status = 0;
    if (strncmp(word, "--fl-", 5) == 0) {
      status = fl_own_option(cmd, word);
      cmd->ours_in_file |= r->from_file;
    } else if (word[0] == '@' && word[1]) {
      status = read_options_file(r, word + 1, false);
    } else if (word[0] == '-' && word[1]) {
      status = read_option(r, word);
    } else if (word[0]) {
      struct fl_arg arg = {.kind = FL_ARG_INPUT,
                           .words = {word},
                           .nwords = 1,
                           .value = word,
                           .from_file = r->from_file};
      *fl_vec_add(cmd->arena, &cmd->args) = arg;
    }
    if (status)
      return status;
  }
  return 0;
}

// nvcc takes more words from its environment. They are named in its command instead, which flcc has to know as a whole.
static void take_flags(struct reader *r, const char *variable) {
  const char *flags = getenv(variable);
  if (flags)
    fl_split_blanks(r->cmd->arena, flags, &r->words);
  (void)unsetenv(variable);
}

int fl_parse_command(struct fl_command *cmd, int argc, char **argv) {
  cmd->opt = (struct fl_options){.strategy = "auto",
                                 .engine = "split",
                                 .threshold = -1,
                                 .coarsen = -1,
                                 .group = 8,
                                 .pool = -1};
  struct reader r = {.cmd = cmd};
  take_flags(&r, "NVCC_PREPEND_FLAGS");
  for (int i = 1; i < argc; i++)
    *fl_vec_add(cmd->arena, &r.words) = argv[i];
  take_flags(&r, "NVCC_APPEND_FLAGS");
  if (read_words(&r))
    return 1;
  // -x rules all inputs, wherever it stands: so they are told apart only now.
  for (size_t i = 0; i < cmd->args.len; i++)
    if (cmd->args.data[i].kind == FL_ARG_INPUT) {
      const char *path = cmd->args.data[i].value;
      *fl_vec_add(cmd->arena, &cmd->inputs) =
          (struct fl_input){.kind = input_kind(cmd, path), .path = path, .arg = i};
    }
  return 0;
}

bool fl_is_lone(const struct fl_command *cmd) {
  return cmd->inputs.len == 1 && cmd->inputs.data[0].kind == FL_INPUT_CUDA &&
         (cmd->phase == FL_PHASE_LINK || cmd->phase == FL_PHASE_RUN) && !cmd->shared;
}
