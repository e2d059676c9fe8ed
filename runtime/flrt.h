// libflrt: what the host side of the split engine keeps between launches: worklist buffers per
// device and stream, facts of each device, the environment, and reports. C17 and C++17 alike.
// Transformed programs get it through freelaunch.h, without a library to link: in C++ everything
// here is inline, and all units of a program share one state.
#ifndef FLRT_H
#define FLRT_H
#include <stddef.h>
#include <stdint.h>
#ifndef FLRT_HAVE_CUDA
#include <cuda_runtime_api.h>
#endif
#ifdef __cplusplus
#define FLRT_FN inline __attribute__((cold, noinline)) // compiled for size, and once
#define FLRT_VAR inline
#define FLRT_TLS inline thread_local
#else
#define FLRT_FN
#define FLRT_VAR
#define FLRT_TLS _Thread_local
#endif
#define FLRT_DEVICES 64

// Memory of an engine: a head that is all zero at first, and `bytes` of arenas behind it.
struct flrt_buffer {
  struct flrt_buffer *next;
  int device;
  unsigned kind;             // 0: of the split engine; else of the fused one, 1 + its queues
  int lock;                  // a parent and its drain are enqueued as a pair
  unsigned long long stream; // identity of the stream, never reused within a process
  char *head;                // device memory
  char *arenas;
  size_t bytes;
};

// What drains tell the host, in memory that both see. Written with plain stores at the end of a
// drain.
struct flrt_report {
  unsigned long long records,
      blocks;                 // launches recorded and their blocks; counted only under FL_LOG
  unsigned long long spilled; // launches that did not fit into the worklist
  unsigned long long lost;    // launches refused for lack of memory
};

// A parent kernel on one device.
struct flrt_parent {
  struct flrt_parent *next;
  int ready;
  int device;
  char name[120];
  unsigned grid, shared, shared_limit; // of its drain
  unsigned long long launches;
  unsigned long long spilled_before, lost_before; // what has been reacted to
  size_t more;                                    // capacity is this many times the usual
  volatile struct flrt_report *report;
};

// Facts of a device, read once.
struct flrt_device {
  int ready;
  int multiprocessors;
  int cc_major, cc_minor;
  int shared_optin; // dynamic shared bytes that a block may have at most
  int pools;        // cudaMallocAsync works
};

// Settings from the environment, read once.
struct flrt_settings {
  int ready;
  long worklist; // FL_WORKLIST: records per worklist; 0: chosen by the engine
  long heap_mb;  // FL_HEAP_MB: device heap, for launches that do not fit
  int log;       // FL_LOG: say at exit what was recorded
};

FLRT_FN const struct flrt_settings *flrt_env(void);
FLRT_FN const struct flrt_device *flrt_device_facts(int device);
FLRT_FN void flrt_parent_start(struct flrt_parent *p, const char *signature, int device);
FLRT_FN size_t flrt_capacity(struct flrt_parent *p, size_t threads, size_t most);
FLRT_FN struct flrt_buffer *flrt_acquire(int device, cudaStream_t stream, unsigned kind,
                                         size_t head_bytes, size_t bytes);
FLRT_FN void flrt_release(struct flrt_buffer *b);
FLRT_FN unsigned long long flrt_lost_launches(void);
#ifdef __cplusplus
#include "flrt.c"
#endif
#endif
