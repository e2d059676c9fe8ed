// From the command line to fl_transform and back: one CUDA source file.
#ifndef FL_DRIVER_TRANSFORM_H
#define FL_DRIVER_TRANSFORM_H
#include "driver/options.h"
#include "driver/paths.h"

// What became of one CUDA input.
struct fl_unit_result {
  const struct fl_input *input;
  const char *path; // file to compile in its place; the input itself if unchanged
  bool changed;     // `path` is transformed text in the temporary directory
  bool needs_rdc;
  bool launches; // on the device, or it was changed for more than what it allocates
  unsigned mark; // what is known of its device code: enum fl_mark
};

// -I -D -U ... of the command in clang's spelling. (front_args.c)
void fl_front_args(const struct fl_command *cmd, fl_words *out);
// "-D..." of the macro that nvcc defines because of an option; NULL: none.
const char *fl_option_macro(const struct fl_arg *a);
// The C++ standard of transformed text: the user's, or C++17, which generated code needs, if that
// is older.
const char *fl_cxx_std(const struct fl_command *cmd);

// The architectures that device code is compiled for, "sm_90", "sm_90a", at least one; the last one named is first. cuda_version: of the toolkit that compiles; 0 for the
// CPU target. (archs.c)
void fl_find_archs(const struct fl_command *cmd, int cuda_version, fl_words *out);

// The macros of the compiler that reads what flcc writes, as `-dM -E` prints them; NULL: it does not say. Asked for once. (predefined.c)
struct fl_predefined {
  const struct fl_command *cmd;
  bool asked;
  const char *macros;
};
const char *fl_predefined_macros(void *of);

// Could this file, or a header of the user's that it includes, hold a launch, or launch by its
// address what another file defines, or device functions that other files may ask for? Reads text
// only; in doubt, true. (prescan.c)
bool fl_may_launch(const struct fl_command *cmd, const char *path);
// The same of launches in device code.
bool fl_may_launch_from_device(const struct fl_command *cmd, const char *path);
// Could a launch in the text of a file stand in device code, if none of the macros in it stands for
// a part of that? (regions.c)
bool fl_may_launch_in_device_code(const char *text);
// Does a file define such a macro, or is its text too odd to tell?
bool fl_defines_device_code(const char *text, size_t len);
// As fl_may_launch, of what frees memory.
bool fl_may_free(const struct fl_command *cmd, const char *path);

// Transforms one input and writes the result to a temporary file. Returns 0, or 1 after errors were
// printed.
int fl_transform_input(const struct fl_command *cmd, const struct fl_layout *layout,
                       const struct fl_input *input, struct fl_text *json,
                       struct fl_unit_result *out);
// --fl-emit: the transformed text to -o or stdout. --fl-dump-model: the model to stdout.
int fl_emit_input(const struct fl_command *cmd, const struct fl_layout *layout,
                  const struct fl_input *input, struct fl_text *json);
int fl_dump_input(const struct fl_command *cmd, const struct fl_layout *layout,
                  const struct fl_input *input, struct fl_text *json);
// --fl-save-prelude=FILE, for the build of flcc: the stand-in headers, parsed for this -std.
int fl_save_prelude(const struct fl_command *cmd, const struct fl_layout *layout);

// Diagnostics of a unit: text on stderr as far as the command wants it, and all of them into
// `json`. (report.c)
void fl_show_diags(const struct fl_command *cmd, const struct fl_diags *diags,
                   struct fl_text *json);
void fl_print_json(const struct fl_command *cmd, const struct fl_text *json);
#endif
