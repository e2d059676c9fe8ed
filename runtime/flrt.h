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

// How a parent's launches are carried out: recorded, or run by the threads that make them.
enum flrt_mode { FLRT_RECORD, FLRT_SERIAL, FLRT_MODES };

// One parent launch that was measured.
struct flrt_sample {
  unsigned mode;
  unsigned large; // a child was too large to be run by one thread
  unsigned long long records, blocks; // launches and their blocks
  unsigned long long ns;              // from the parent's start to the end of the last child
};
#define FLRT_SAMPLES 32 // power of two

// What drains tell the host, in memory that both see.
struct flrt_report {
  unsigned long long records,
      blocks;                 // launches recorded and their blocks; counted only under FL_LOG
  unsigned long long spilled; // launches that did not fit into the worklist
  unsigned long long lost;    // launches refused for lack of memory
  unsigned long long samples; // measured so far; the last ones are in `sample`, by their number
  struct flrt_sample sample[FLRT_SAMPLES];
  unsigned large; // under FLRT_SERIAL: a child was too large for that
};

// Chooses the mode of a parent's launches from those measured before (Free Launch, section 3, without offline profiling). Launches are told
// apart by their number of child launches, in powers of two: levels of a search differ by orders of magnitude, and only like is compared
// with like.
#define FLRT_CLASSES 24
struct flrt_selector {
  unsigned long long seen;         // samples read
  unsigned long long launches;     // chosen so far
  float ns[FLRT_MODES][FLRT_CLASSES]; // moving averages
  unsigned n[FLRT_MODES][FLRT_CLASSES];
  float often[FLRT_CLASSES]; // how often a class came up lately
  unsigned small;            // measured launches in a row without a large child
  unsigned need;             // so many before FLRT_SERIAL is tried; doubles when that was a mistake
  enum flrt_mode mode;       // best so far
  unsigned long long chosen[FLRT_MODES]; // launches in each mode
};
struct flrt_choice {
  enum flrt_mode mode;
  int measure;
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
  struct flrt_selector selector;
  int selecting; // a thread is using the selector
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
FLRT_FN struct flrt_choice flrt_choose(struct flrt_selector *s, volatile struct flrt_report *r);
FLRT_FN struct flrt_buffer *flrt_acquire(int device, cudaStream_t stream, unsigned kind,
                                         size_t head_bytes, size_t bytes);
FLRT_FN void flrt_release(struct flrt_buffer *b);
FLRT_FN unsigned long long flrt_lost_launches(void);
#ifdef __cplusplus
#include "flrt.c"
#endif
#endif
