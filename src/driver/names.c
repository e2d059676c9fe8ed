// Names of results.
#include "driver/command.h"

const char *fl_object_name(const struct fl_command *cmd, const struct fl_input *input) {
  const char *name = fl_with_suffix(cmd->arena, fl_base_name(input->path), ".o");
  return cmd->output_dir ? fl_format(cmd->arena, "%s/%s", cmd->output_dir, name) : name;
}

const char *fl_dep_file_name(const struct fl_command *cmd, const struct fl_input *input) {
  if (cmd->dep_file)
    return cmd->dep_file;
  return fl_with_suffix(cmd->arena, cmd->output ? cmd->output : fl_object_name(cmd, input), ".d");
}
