// Carrying a command out: nvcc for the CUDA target, the host compiler for the CPU target.
#ifndef FL_DRIVER_COMMAND_H
#define FL_DRIVER_COMMAND_H
#include "driver/transform.h"

// Everything that flcc does; the exit code. (command.c)
int fl_run_command(int argc, char **argv);

typedef FL_VEC(struct fl_unit_result) fl_units;

// The units are the command's CUDA inputs, transformed, in their order. Both return the exit code.
int fl_run_cuda(const struct fl_command *cmd, const struct fl_layout *layout, const fl_units *units,
                struct fl_text *json);
int fl_run_cpu(const struct fl_command *cmd, const struct fl_layout *layout, const fl_units *units);

// Names of results, chosen as nvcc chooses them. (names.c)
const char *fl_object_name(const struct fl_command *cmd, const struct fl_input *input);
const char *fl_dep_file_name(const struct fl_command *cmd, const struct fl_input *input);
#endif
