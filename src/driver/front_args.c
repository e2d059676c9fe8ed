// The options of the command that decide what a source file means, in clang's spelling.
#include "driver/transform.h"
#include <stdlib.h>
#include <string.h>

static void add(const struct fl_command *cmd, fl_words *out, const char *option, const char *value,
                bool joined) {
  if (joined) {
    *fl_vec_add(cmd->arena, out) = fl_format(cmd->arena, "%s%s", option, value);
  } else {
    *fl_vec_add(cmd->arena, out) = option;
    *fl_vec_add(cmd->arena, out) = value;
  }
}

static void add_list(const struct fl_command *cmd, fl_words *out, const char *option,
                     const char *value, bool joined) {
  fl_words values = {0};
  fl_split_list(cmd->arena, value, &values);
  for (size_t i = 0; i < values.len; i++)
    add(cmd, out, option, values.data[i], joined);
}

// Of the host compiler's options those that change the meaning of the text are clang's too.
static void add_host_options(const struct fl_command *cmd, fl_words *out, const fl_words *words) {
  static const char *const two_words[] = {"-I",       "-D",      "-U",         "-isystem",
                                          "-include", "-iquote", "-idirafter", NULL};
  static const char *const joined[] = {"-I",       "-D",    "-U",       "-iquote",
                                       "-isystem", "-std=", "-fopenmp", NULL};
  for (size_t i = 0; i < words->len; i++) {
    bool taken = false;
    for (const char *const *o = two_words; *o && !taken; o++)
      if (strcmp(words->data[i], *o) == 0 && i + 1 < words->len) {
        add(cmd, out, words->data[i], words->data[i + 1], false);
        i++;
        taken = true;
      }
    for (const char *const *o = joined; *o && !taken; o++)
      if (strncmp(words->data[i], *o, strlen(*o)) == 0) {
        *fl_vec_add(cmd->arena, out) =
            strcmp(words->data[i], "-fopenmp") == 0 ? "-D_OPENMP=201511" : words->data[i];
        taken = true;
      }
  }
}

// -Xcompiler hides them.
static void add_hidden(const struct fl_command *cmd, fl_words *out, const char *value) {
  fl_words parts = {0}, words = {0};
  fl_split_list(cmd->arena, value, &parts);
  for (size_t i = 0; i < parts.len; i++)
    fl_split_blanks(cmd->arena, parts.data[i], &words);
  add_host_options(cmd, out, &words);
}

// CPATH: folders behind those of the command, which clang would look through, too; but they are the user's as much as any.
static void add_folders_of_shell(const struct fl_command *cmd, fl_words *out) {
  const char *list = getenv("CPATH");
  while (list && *list) {
    const size_t n = strcspn(list, ":");
    add(cmd, out, "-I", n ? fl_strndup(cmd->arena, list, n) : ".", false);
    list += n + (list[n] == ':');
  }
}

const char *fl_option_macro(const struct fl_arg *a) {
  static const char *const macros[][2] = {
      {"--extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
      {"--expt-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
      {"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
      {"--device-debug", "-D__CUDACC_DEBUG__"}};
  for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
    if (a->kind == FL_ARG_OPTION && !strcmp(a->option->name, macros[i][0]))
      return macros[i][1];
  return NULL;
}

const char *fl_cxx_std(const struct fl_command *cmd) {
  static const char *const older[] = {"c++98", "c++03", "c++11", "c++14"};
  for (size_t i = 0; i < sizeof older / sizeof *older; i++)
    if (cmd->std && strcmp(cmd->std, older[i]) == 0)
      return "c++17";
  return cmd->std ? cmd->std : "c++17";
}

void fl_front_args(const struct fl_command *cmd, fl_words *out) {
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    fl_words unknown = {0};
    if (a->kind == FL_ARG_UNKNOWN)
      *fl_vec_add(cmd->arena, &unknown) = a->words[0];
    add_host_options(cmd, out, &unknown);
    if (a->kind != FL_ARG_OPTION)
      continue;
    if (fl_option_macro(a))
      *fl_vec_add(cmd->arena, out) = fl_option_macro(a);
    switch (a->option->role) {
    case FL_ROLE_INCLUDE:
      add_list(cmd, out, "-I", a->value, true);
      break;
    case FL_ROLE_DEFINE:
      add_list(cmd, out, "-D", a->value, true);
      break;
    case FL_ROLE_UNDEFINE:
      add_list(cmd, out, "-U", a->value, true);
      break;
    case FL_ROLE_SYSTEM:
      add_list(cmd, out, "-isystem", a->value, false);
      break;
    case FL_ROLE_PREINCLUDE:
      add_list(cmd, out, "-include", a->value, false);
      break;
    case FL_ROLE_XCOMPILER:
      add_hidden(cmd, out, a->value);
      break;
    default:
      break;
    }
  }
  add_folders_of_shell(cmd, out);
  add(cmd, out, "-std=", fl_cxx_std(cmd), true);
  if (cmd->opt.per_thread_stream)
    *fl_vec_add(cmd->arena, out) = "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1";
}
