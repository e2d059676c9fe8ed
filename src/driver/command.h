// Carrying a command out: nvcc for the CUDA target, the host compiler for the CPU target. The files of the room:
//   main.c, command.c  what flcc does for a command line, from parsing to exit code
//   options.c          the command line, sorted out (options.h)
//   nvcc_options.c     nvcc's options (a table)
//   own_options.c      flcc's own options, and --fl-help (a table)
//   words.c            text into words
//   prescan.c          could a file hold a launch?
//   transform.c        one source file: its options, its diagnostics, where its text goes (transform.h)
//   pipeline.c         the same through front end, analysis, plan and emission (pipeline.h)
//   front_args.c, archs.c, predefined.c  what options, architectures and the host compiler tell clang
//   report.c, errors.c what the user gets to see
//   cuda.c, cpu.c      the two targets' commands
//   names.c, paths.c   names of results; where things are (paths.h)
//   pool.c, linked.c, object.c  is there a pool for all that is linked? (pool.h, object.h)
//   process.c          child processes, temporary files, signals (process.h)
//   staging.c          stand-ins for file names that must not reach a shell (staging.h)
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
