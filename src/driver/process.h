// Running other programs, and leaving nothing behind: temporary files, half-written outputs,
// children of a killed flcc.
#ifndef FL_DRIVER_PROCESS_H
#define FL_DRIVER_PROCESS_H
#include "driver/options.h"

// Call once, before any other thread exists. From then on SIGINT, SIGTERM, SIGHUP and SIGPIPE end
// flcc only after its children have ended and its files are gone; the signal is then raised again,
// so that the caller sees it.
void fl_process_start(void);
// Removes the temporary directory; when `failed`, also the guarded outputs that this command has
// written.
void fl_process_end(bool failed);
// Ends flcc as a signal would have: a reader that closed the pipe.
_Noreturn void fl_process_die(int signal);

// From now on the temporary directory, if it has not been made, has a name that follows from the key, unless there is one of that name.
void fl_temp_key(const char *key);
// A new path for a file called `name`, in a new subdirectory of the private temporary directory (mode 700), which the first call makes in $TMPDIR or
// /tmp. NULL after an error was printed.
const char *fl_temp_path(struct fl_arena *arena, const char *name);
// An output of the command: removed after a failure unless it is still what it was before.
void fl_guard_output(struct fl_arena *arena, const char *path);

// Runs a program (argv[0] is its path, or a name looked up in PATH) and returns its exit code; 1 if
// it could not be run or was killed. `print`: shows the command on stderr first; `only_print`: and
// does not run it.
int fl_run(struct fl_arena *arena, const fl_words *argv, bool print, bool only_print);
#endif
