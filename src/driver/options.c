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
  const char *slash = strrchr(path, '/');
  if (ends_in(path, objects) || strstr(slash ? slash : path, ".so."))
    return FL_INPUT_OBJECT;
  if (cmd->language)
    return strcmp(cmd->language, "cu") == 0 ? FL_INPUT_CUDA : FL_INPUT_HOST;
  if (ends_in(path, cuda))
    return FL_INPUT_CUDA;
  return ends_in(path, hosts) ? FL_INPUT_HOST : FL_INPUT_OBJECT;
}

// What an option says by its role: what the command is to produce, where its value goes, which flag it sets; places in struct fl_command, 0: none.
static const struct meaning {
  enum fl_phase phase;
  size_t value, flag;
} meanings[FL_ROLE_OPTIONS_FILE + 1] = {
    [FL_ROLE_INFO] = {.phase = FL_PHASE_INFO},
    [FL_ROLE_DEVICE] = {.phase = FL_PHASE_DEVICE},
    [FL_ROLE_PREPROCESS] = {.phase = FL_PHASE_PREPROCESS},
    [FL_ROLE_DEPS] = {.phase = FL_PHASE_DEPS},
    [FL_ROLE_USER_DEPS] = {.phase = FL_PHASE_DEPS},
    [FL_ROLE_COMPILE] = {.phase = FL_PHASE_COMPILE},
    [FL_ROLE_DEVICE_C] = {.phase = FL_PHASE_COMPILE, .flag = offsetof(struct fl_command, user_rdc)},
    [FL_ROLE_DEVICE_W] = {.phase = FL_PHASE_COMPILE, .flag = offsetof(struct fl_command, device_w)},
    [FL_ROLE_DEVICE_LINK] = {.phase = FL_PHASE_DEVICE_LINK},
    [FL_ROLE_LIB] = {.phase = FL_PHASE_LIB},
    [FL_ROLE_RUN] = {.phase = FL_PHASE_RUN},
    [FL_ROLE_CLEAN] =
        {.phase = FL_PHASE_PREPROCESS}, // nothing is compiled: nvcc needs the original names
    [FL_ROLE_DEP_FILE] = {.value = offsetof(struct fl_command, dep_file)},
    [FL_ROLE_DEP_TARGET] = {.value = offsetof(struct fl_command, dep_target)},
    [FL_ROLE_OUTPUT] = {.value = offsetof(struct fl_command, output)},
    [FL_ROLE_OUTPUT_DIR] = {.value = offsetof(struct fl_command, output_dir)},
    [FL_ROLE_LANGUAGE] = {.value = offsetof(struct fl_command, language)},
    [FL_ROLE_STD] = {.value = offsetof(struct fl_command, std)},
    [FL_ROLE_BINDIR] = {.value = offsetof(struct fl_command, bindir)},
    [FL_ROLE_NO_WARNINGS] = {.flag = offsetof(struct fl_command, no_warnings)},
    [FL_ROLE_SHARED] = {.flag = offsetof(struct fl_command, shared)},
    [FL_ROLE_DRYRUN] = {.flag = offsetof(struct fl_command, dryrun)},
    [FL_ROLE_VERBOSE] = {.flag = offsetof(struct fl_command, verbose)},
};

// Keeps what flcc has to know of an option. The last one wins, as in nvcc.
static void note_option(struct fl_command *cmd, enum fl_role role, const char *value) {
  const struct meaning *m = &meanings[role];
  if (m->phase)
    cmd->phase = m->phase;
  if (m->value)
    *(const char **)((char *)cmd + m->value) = value;
  if (m->flag)
    *(bool *)((char *)cmd + m->flag) = true;
  if (role == FL_ROLE_DEPS_TOO || role == FL_ROLE_USER_DEPS_TOO)
    cmd->deps = role;
  if (role == FL_ROLE_DEVICE_W)
    cmd->user_rdc = false;
  if (role == FL_ROLE_RDC)
    cmd->user_rdc = strcmp(value, "true") == 0;
  if (role == FL_ROLE_STREAM)
    cmd->opt.per_thread_stream = strcmp(value, "per-thread") == 0;
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
    } else if (strncmp(word, "-fl-", 4) == 0) {
      fl_error("unknown option '%s'; flcc's own begin with two dashes, '-%s'", word, word);
      status = 1;
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
