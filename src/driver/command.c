// What flcc does for a command line, from parsing to exit code.
#include "driver/command.h"
#include "driver/pipeline.h"
#include "driver/process.h"
#include "plan/profile.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Transforms all CUDA inputs, reporting the errors of every one before giving up.
static int transform_all(const struct fl_command *cmd, const struct fl_layout *layout,
                         struct fl_text *json, fl_units *units) {
  int status = 0;
  for (size_t i = 0; i < cmd->inputs.len; i++) {
    const struct fl_input *input = &cmd->inputs.data[i];
    if (input->kind == FL_INPUT_CUDA)
      status |= fl_transform_input(cmd, layout, input, json, fl_vec_add(cmd->arena, units));
  }
  return status;
}

typedef int show_fn(const struct fl_command *, const struct fl_layout *, const struct fl_input *,
                    struct fl_text *);

static int show_input(const struct fl_command *cmd, const struct fl_layout *layout,
                      struct fl_text *json, show_fn *show) {
  if (cmd->inputs.len != 1 || cmd->inputs.data[0].kind != FL_INPUT_CUDA) {
    fl_error("--fl-%s takes one CUDA source file", cmd->emit ? "emit" : "dump-model");
    return 1;
  }
  return show(cmd, layout, &cmd->inputs.data[0], json);
}

static int build(const struct fl_command *cmd, const struct fl_layout *layout,
                 struct fl_text *json) {
  fl_units units = {0};
  const bool compiles = cmd->phase != FL_PHASE_PREPROCESS && cmd->phase != FL_PHASE_DEPS &&
                        cmd->phase != FL_PHASE_INFO;
  if (compiles && transform_all(cmd, layout, json, &units))
    return 1;
  const bool cpu = cmd->opt.target == FL_TARGET_CPU && cmd->phase != FL_PHASE_INFO;
  return cpu ? fl_run_cpu(cmd, layout, &units) : fl_run_cuda(cmd, layout, &units, json);
}

static int read_profile(struct fl_command *cmd, struct fl_text *json) {
  if (!cmd->profile)
    return 0;
  struct fl_diags diags = {.arena = cmd->arena};
  cmd->opt.profile = fl_profile_read(cmd->arena, &diags, cmd->profile);
  fl_show_diags(cmd, &diags, json);
  return cmd->opt.profile ? 0 : 1;
}

static int carry_out(struct fl_command *cmd) {
  if (cmd->help) {
    fl_print_help(stdout);
    return 0;
  }
  if (cmd->version) {
    puts("freelaunch 0.1.0 (libclang " FL_LIBCLANG_VERSION ")");
    return 0;
  }
  if (cmd->inputs.len == 0 && !cmd->save_prelude && cmd->phase != FL_PHASE_INFO) {
    fl_error("no input files");
    return 1;
  }
  struct fl_layout layout;
  if (fl_find_layout(cmd->arena, &layout))
    return 1;
  if (cmd->save_prelude)
    return fl_save_prelude(cmd, &layout);
  struct fl_text json = {0};
  const int status = read_profile(cmd, &json) ? 1
                     : cmd->emit              ? show_input(cmd, &layout, &json, fl_emit_input)
                     : cmd->dump_model        ? show_input(cmd, &layout, &json, fl_dump_input)
                                              : build(cmd, &layout, &json);
  fl_print_json(cmd, &json);
  fl_text_free(&json);
  return status;
}

// nvcc names what is a file's own after the path that it reads, too: where it is to make the same object each time, that must be the same.
static void fix_names(const struct fl_command *cmd) {
  const char *here = fl_real_path(cmd->arena, "."), *key = here ? here : "";
  bool fixed = false;
  for (size_t i = 0; i < cmd->args.len; i++) {
    const struct fl_arg *a = &cmd->args.data[i];
    fixed |= a->kind == FL_ARG_OPTION && !strcmp(a->option->name, "--frandom-seed");
    for (unsigned k = 0; k < a->nwords; k++)
      key = fl_format(cmd->arena, "%s %s", key, a->words[k]);
  }
  if (fixed)
    fl_temp_key(key);
}

int fl_run_command(int argc, char **argv) {
  struct fl_command cmd = {.arena = fl_arena_new()};
  int status = fl_parse_command(&cmd, argc, argv);
  if (status == 0) {
    fix_names(&cmd);
    status = carry_out(&cmd);
  }
  errno = 0;
  if (fflush(stdout) != 0 || ferror(stdout)) {
    if (errno == EPIPE)
      fl_process_die(SIGPIPE);
    fl_error("cannot write to the standard output: %s", strerror(errno));
    status = status ? status : 1;
  }
  fl_process_end(status != 0);
  fl_arena_free(cmd.arena);
  return status;
}
