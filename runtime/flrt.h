// libflrt: what the host side of the split engine keeps between launches: worklist buffers per device and stream, facts of each
// device, the environment, and the log. C17 and C++17 alike. Transformed programs get it through freelaunch.h, without a
// library to link: in C++ everything here is inline, and all units of a program share one state.
#ifndef FLRT_H
#define FLRT_H
#include <stddef.h>
#include <stdint.h>
#ifndef FLRT_HAVE_CUDA
#include <cuda_runtime_api.h>
#endif
#ifdef __cplusplus
#define FLRT_FN inline
#define FLRT_VAR inline
#define FLRT_TLS inline thread_local
#else
#define FLRT_FN
#define FLRT_VAR
#define FLRT_TLS _Thread_local
#endif
#define FLRT_DEVICES 64

// A worklist buffer: a head that is all zero between launches, and `bytes` of arenas behind it.
struct flrt_buffer {
  struct flrt_buffer *next;
  int device;
  unsigned long long stream; // identity of the stream, never reused within a process
  char *head;                // device memory
  char *arenas;
  size_t bytes;
  size_t wanted;             // bytes that would have held the launches that spilled
  int lock;                  // a parent and its drain are enqueued as a pair
  const char *parent;        // the last parent that used it, for the log
  unsigned long long launches;
};

// Facts of a device, read once.
struct flrt_device {
  int ready;
  int multiprocessors;
  int cc_major, cc_minor;
  int shared_optin;      // dynamic shared bytes that a block may have at most
  int pools;             // cudaMallocAsync works
};

// Settings from the environment.
struct flrt_settings {
  int ready;
  long worklist; // FL_WORKLIST: records per worklist; 0: chosen by the engine
  long heap_mb;  // FL_HEAP_MB: device heap for what does not fit
  int log;       // FL_LOG: say at exit what was done
};

FLRT_FN const struct flrt_settings *flrt_env(void);
FLRT_FN const struct flrt_device *flrt_device_facts(int device);
FLRT_FN struct flrt_buffer *flrt_acquire(int device, cudaStream_t stream, size_t head_bytes,
                                         size_t bytes);
FLRT_FN void flrt_release(struct flrt_buffer *b);
#include "flrt.c"
#endif
