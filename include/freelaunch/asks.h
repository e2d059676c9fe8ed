// Launches that are moved on condition: the threads of the kernel, or those below it, call device functions of other files, or launch
// kernels of theirs (foreign.h).
#ifndef FREELAUNCH_ASKS_H
#define FREELAUNCH_ASKS_H
#ifndef FL_OWN_WARNINGS
#pragma GCC system_header
#endif
#include "hide_macros.h"

#include "foreign.h"
#include "host.h"

namespace fl {
// Why not all of some functions are plain, and which is not; null: they are. Holds the lock.
static inline const char *foreign_obstacle(const char *symbols, unsigned question, const char **who) {
  const char *why = nullptr;
  for (const char *s = symbols; *s && !why; s += strlen(s) + 1) {
    bool known = false;
    for (definer *d = definers; d && !why; d = d->next)
      for (unsigned i = 0; i < d->count && !why; ++i) {
        device_function &f = d->functions[i];
        if (strcmp(f.symbol, s) != 0)
          continue;
        known = true;
        if (f.asked == question)
          continue;
        f.asked = question;
        *who = s;
        why = f.obstacle ? f.obstacle : foreign_obstacle(f.calls, question, who);
      }
    if (!known && !why) {
      *who = s;
      why = "is not known: flcc has not compiled it, or it is a kernel that no header of its file declares";
    }
  }
  return why;
}

__attribute__((weak, visibility("hidden"))) int foreign_lock;
__attribute__((weak, visibility("hidden"))) unsigned foreign_questions;

// Is a launch of kernel P's to stay as it is, since not all of these functions are plain? Says so once. An answer holds while no more files say something: objects
// with static storage may launch before all have.
template <class P> static bool stays_native(const host_config &c, const char *symbols) {
  static definer *heard; // whom the last question has come to
  static bool stays, said;
  if (__atomic_load_n(&heard, __ATOMIC_ACQUIRE) != definers || !definers) {
    const char *who = "";
    flrt_enter(&foreign_lock);
    const char *why = foreign_obstacle(symbols, ++foreign_questions, &who);
    __atomic_store_n(&stays, why != nullptr, __ATOMIC_RELAXED);
    __atomic_store_n(&heard, definers, __ATOMIC_RELEASE);
    if (why && !said)
      fprintf(stderr, "freelaunch: %s: launched as it is: %s, of another file, %s\n", c.key ? c.key : "a kernel", who, why);
    said |= why != nullptr;
    flrt_leave(&foreign_lock);
  }
  if (!__atomic_load_n(&stays, __ATOMIC_RELAXED))
    return false;
  (void)flrt_here(); // behind a kernel that allocates, the device's heap could not be enlarged
  return true;
}
} // namespace fl

#include "show_macros.h"
#endif
