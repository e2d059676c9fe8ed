// Runs a test under several settings of the runtime, which reads them once: each in a process of its own.
#ifndef ENGINE_SETTINGS_H
#define ENGINE_SETTINGS_H
#include "check.h"
#include <initializer_list>
#include <sys/wait.h>
#include <unistd.h>

struct setting {
  const char *log, *worklist; // FL_LOG, FL_WORKLIST; NULL: as they are
};
// Returns the exit status: 0 if `run` returned 0 under all of them.
static int under(std::initializer_list<setting> settings, int (*run)()) {
  for (const setting &s : settings) {
    const pid_t child = fork();
    if (child == 0) {
      if (s.log)
        setenv("FL_LOG", s.log, 1);
      if (s.worklist)
        setenv("FL_WORKLIST", s.worklist, 1);
      exit(run());
    }
    int status = 1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    if (status)
      printf("FL_LOG=%s FL_WORKLIST=%s\n", s.log ? s.log : "", s.worklist ? s.worklist : "");
  }
  return failures != 0;
}
#endif
