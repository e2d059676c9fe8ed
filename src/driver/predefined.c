// Which macros does the compiler that reads the transformed text define by itself, under the options of the command?
#include "driver/process.h"
#include "driver/transform.h"
#include <stdlib.h>
#include <string.h>

// What nvcc preprocesses with: -ccbin, a compiler or its directory, else gcc.
static const char *nvcc_host(const struct fl_command *cmd) {
  const char *named = cmd->bindir ? cmd->bindir : getenv("NVCC_CCBIN");
  if (!named || !*named)
    return "gcc";
  const char *inside = fl_format(cmd->arena, "%s/g++", named);
  return fl_is_file(inside) ? inside : named;
}

static void add_option(const struct fl_command *cmd, const struct fl_arg *a, fl_words *argv) {
  const enum fl_role role = a->kind == FL_ARG_OPTION ? a->option->role : FL_ROLE_NONE;
  const bool cpu = cmd->opt.target == FL_TARGET_CPU;
  fl_words parts = {0};
  if (role == FL_ROLE_OPTIMIZE)
    *fl_vec_add(cmd->arena, argv) = fl_format(cmd->arena, "-O%s", a->value);
  else if (role == FL_ROLE_NO_EXCEPTIONS)
    *fl_vec_add(cmd->arena, argv) = "-fno-exceptions";
  else if (role == FL_ROLE_SHARED && cpu)
    *fl_vec_add(cmd->arena, argv) = "-fPIC";
  else if (role == FL_ROLE_XCOMPILER)
    fl_split_list(cmd->arena, a->value, &parts);
  else if (a->kind == FL_ARG_UNKNOWN) // nvcc forwards it, or refuses the command
    *fl_vec_add(cmd->arena, argv) = a->words[0];
  for (size_t i = 0; i < parts.len; i++)
    fl_split_blanks(cmd->arena, parts.data[i], argv);
}

static const char *ask(const struct fl_command *cmd) {
  const bool cpu = cmd->opt.target == FL_TARGET_CPU;
  const char *compiler = cpu ? fl_find_cxx(cmd) : nvcc_host(cmd);
  const char *output = compiler ? fl_temp_path(cmd->arena, "macros") : NULL;
  if (!output)
    return NULL;
  fl_words argv = {0};
  *fl_vec_add(cmd->arena, &argv) = compiler;
  if (cpu)
    fl_split_blanks(cmd->arena, FL_CPU_FLAGS, &argv);
  if (cpu || cmd->std || fl_hosts_with_clang(cmd))
    *fl_vec_add(cmd->arena, &argv) = fl_format(cmd->arena, "-std=%s", fl_cxx_std(cmd));
  for (size_t i = 0; i < cmd->args.len; i++)
    add_option(cmd, &cmd->args.data[i], &argv);
  const char *const last[] = {"-w", "-E", "-dM", "-x", "c++", "/dev/null", "-o", output};
  for (size_t i = 0; i < sizeof last / sizeof *last; i++)
    *fl_vec_add(cmd->arena, &argv) = last[i];
  size_t len;
  return fl_run(cmd->arena, &argv, cmd->verbose, false) ? NULL
                                                        : fl_read_file(cmd->arena, output, &len);
}

const char *fl_predefined_macros(void *of) {
  struct fl_predefined *p = of;
  if (!p->asked)
    p->macros = ask(p->cmd);
  p->asked = true;
  return p->macros;
}
