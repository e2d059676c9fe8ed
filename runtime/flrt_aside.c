// What the runtime does on the side, in the middle of the program's calls and beside its other threads. See flrt.h.
#include "flrt.h"
#ifndef FLRT_ASIDE_C
#define FLRT_ASIDE_C
#include <sched.h>

// Spins: what the locks guard takes microseconds, and is hardly ever contended.
FLRT_HOT void flrt_enter(int *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}
FLRT_HOT void flrt_leave(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
FLRT_FN int flrt_try(int *lock) { return !__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); }
FLRT_FN struct flrt_aside flrt_step_aside(void) {
  struct flrt_aside a;
  a.before = cudaPeekAtLastError();
#ifndef FLRT_NO_CAPTURE
  a.mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&a.mode);
#endif
  return a;
}
FLRT_FN void flrt_step_back(struct flrt_aside a) {
#ifndef FLRT_NO_CAPTURE
  cudaThreadExchangeStreamCaptureMode(&a.mode);
#endif
  if (a.before == cudaSuccess)
    cudaGetLastError(); // the program sees only its own errors
}
#endif
