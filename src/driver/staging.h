// nvcc builds shell commands out of file names, inside double quotes. Names that a shell would read
// differently get a stand-in in the temporary directory: nvcc never sees them.
#ifndef FL_DRIVER_STAGING_H
#define FL_DRIVER_STAGING_H
#include "driver/options.h"

bool fl_shell_safe(const char *path);
const char *fl_shell_safe_name(struct fl_arena *arena,
                               const char *name); // the same name with harmless characters
// `path`, or a link to it under a safe name. NULL after an error was printed.
const char *fl_stage_input(struct fl_arena *arena, const char *path);
// `path`, or a safe place for a file that fl_deliver_output moves to `path` later. NULL after an
// error was printed.
const char *fl_stage_output(struct fl_arena *arena, const char *path);
int fl_deliver_output(const char *staged, const char *path);
// A folder to search for headers, by a name that nvcc takes whole in -I: it cuts lists at commas. NULL: there is none.
const char *fl_stage_folder(struct fl_arena *arena, const char *path);
#endif
