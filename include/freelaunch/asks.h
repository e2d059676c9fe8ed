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

namespace __fl {
// Why not all of some functions are plain, and which is not, and whether it joins; null: they are. Holds the lock.
static inline const char *foreign_obstacle(const char *symbols, unsigned question, const char **who, bool *joins) {
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
        *joins = f.joins;
        why = f.obstacle ? f.obstacle : foreign_obstacle(f.calls, question, who, joins);
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

template <class P> __global__ void stops() {
#ifdef __CUDA_ARCH__
  __trap();
#endif
}
// Is a launch of kernel P's to stay as it is, since not all of these functions are plain? Says so once. An answer holds while no more files say something: objects
// with static storage may launch before all have. Nobody waits for native launches: where threads would, the program stops.
template <class P> static bool stays_native(const host_config &c, const char *symbols) {
  static definer *heard; // whom the last question has come to
  static bool stays, said, joins;
  if (__atomic_load_n(&heard, __ATOMIC_ACQUIRE) != definers || !definers) {
    const char *who = "";
    flrt_enter(&foreign_lock);
    bool join = false;
    const char *why = foreign_obstacle(symbols, ++foreign_questions, &who, &join);
    __atomic_store_n(&joins, why && join && !on_cpu, __ATOMIC_RELAXED);
    __atomic_store_n(&stays, why != nullptr, __ATOMIC_RELAXED);
    __atomic_store_n(&heard, definers, __ATOMIC_RELEASE);
    if (why && !said)
      fprintf(stderr, "freelaunch: %s: %s: %s, of another file, %s\n", c.key ? c.key : "a kernel", joins ? "cannot be launched" : "launched as it is", who, why);
    said |= why != nullptr;
    flrt_leave(&foreign_lock);
  }
  if (!__atomic_load_n(&stays, __ATOMIC_RELAXED))
    return false;
  if (__atomic_load_n(&joins, __ATOMIC_RELAXED)) {
    host_config one = c;
    one.grid = one.block = dim3(1);
    one.shared = 0;
    launch_plain<>(one, stops<P>);
  }
  (void)flrt_here(); // behind a kernel that allocates, the device's heap could not be enlarged
  return true;
}
} // namespace __fl

#include "show_macros.h"
#endif
