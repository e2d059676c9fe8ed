// libflrt: what the host side of the split engine keeps between launches: worklists per
// device and stream, facts of each device, the environment, and reports. C17 and C++17 alike.
// Transformed programs get it through freelaunch.h. Objects need no library: in C++ everything here is
// inline. Where flcc compiles and links at once it saves the time for that, and links libflrt.a. Names
// are C's in both forms, and all units of a program share one state.
#ifndef FLRT_H
#define FLRT_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#ifndef FLRT_HAVE_CUDA
#include <cuda_runtime_api.h>
#endif
// FLRT_LINKED is the CUDART_VERSION that libflrt.a was compiled with. What is compiled for a device need not see the host's functions.
#if defined(__cplusplus) && defined(FLRT_LINKED) && !defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#if FLRT_LINKED == CUDART_VERSION
#define FLRT_DECLARED
#endif
#endif
#if defined(__cplusplus) && defined(__CUDA_ARCH__) && !defined(FLRT_DECLARED)
#define FLRT_DECLARED
#endif
#ifdef FLRT_DECLARED
#define FLRT_FN extern "C"
#define FLRT_ONCE extern "C"
#define FLRT_HOT extern "C"
#elif defined(__cplusplus)
// All of a process have the same, libraries with hidden symbols included.
#define FLRT_SHARED __attribute__((visibility("default")))
#define FLRT_FN extern "C" FLRT_SHARED inline __attribute__((cold, noinline)) // compiled for size, and once
#define FLRT_HOT extern "C" FLRT_SHARED inline                                 // every launch needs it
#ifdef __clang__
#define FLRT_ONCE FLRT_FN
#else
#define FLRT_ONCE extern "C" FLRT_SHARED inline __attribute__((cold, noinline, optimize("O0"))) // runs once, or at exit: not worth the compiler's time
#endif
#define FLRT_VAR FLRT_SHARED inline
#define FLRT_TLS FLRT_SHARED inline thread_local
#else
#define FLRT_FN
#define FLRT_ONCE
#define FLRT_HOT
// An object of the program's may have the same, if only with those of the functions that it calls itself.
#define FLRT_VAR __attribute__((weak))
#define FLRT_TLS __attribute__((weak)) _Thread_local
#endif
#define FLRT_LEAF static inline // in one file of the runtime's
// In files compiled with --default-stream per-thread NULL is another stream. Their functions that name streams are not those of a program's other files.
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define flrt_acquire flrt_acquire_ptds
#define flrt_behind flrt_behind_ptds
#define flrt_captured flrt_captured_ptds
#define flrt_capturing flrt_capturing_ptds
#define flrt_enlarge flrt_enlarge_ptds
#define flrt_enter_device flrt_enter_device_ptds
#define flrt_find flrt_find_ptds
#define flrt_grow flrt_grow_ptds
#define flrt_id_on flrt_id_on_ptds
#define flrt_is_default flrt_is_default_ptds
#define flrt_launch flrt_launch_ptds
#define flrt_launch_chain flrt_launch_chain_ptds
#define flrt_lend flrt_lend_ptds
#define flrt_make_chain flrt_make_chain_ptds
#define flrt_new_stream flrt_new_stream_ptds
#define flrt_only_default flrt_only_default_ptds
#define flrt_release flrt_release_ptds
#define flrt_spare flrt_spare_ptds
#define flrt_start flrt_start_ptds
#define flrt_stream_id flrt_stream_id_ptds
#define flrt_take_over flrt_take_over_ptds
#endif
#define FLRT_DEVICES 64
#define FLRT_STREAMS 32 // with so many, what is kept of one goes to another when all its work is over
#define FLRT_IDLE 100   // and it has not been used for so many milliseconds

// What an engine keeps of a stream: memory, a head that is all zero at first, and `bytes` of arenas behind it; and as which graphs its kernels are launched.
struct flrt_stream {
  struct flrt_stream *next;
  int device;
  unsigned long long context; // that the memory is of
  unsigned kind;             // 0: of the split engine; others tell engines, and sizes of their heads, apart
  int lock;                  // a parent and its drain are enqueued as a pair
  unsigned long long id;     // of the stream, never used again within a process
  char *head;                // device memory
  char *arenas;
  size_t bytes;
  unsigned turn; // which of the head's `turns` the last parent filled (worklist.h)
  int captured;  // a graph launches the same parents and drains again and again
  int priority;  // of the stream
  cudaEvent_t done; // behind what was launched last, where there are many streams; NULL: not known
  long long used;   // when that was, in milliseconds
  struct flrt_chain *chains; // what is launched in the stream
  unsigned n_chains;
};

// A kernel to be launched: `args` points to its arguments, which have so many bytes each. Errors are left where CUDA leaves them.
enum flrt_how {
  FLRT_PLAIN,       // as <<<>>> does
  FLRT_DEPENDENT,   // as a programmatic dependent of the kernel before it
  FLRT_COOPERATIVE, // its blocks may wait for each other
};
struct flrt_kernel {
  enum flrt_how how;
  const void *function;
  dim3 grid, block;
  size_t shared;
  void **args;
  const unsigned *sizes;
  unsigned n_args;
#ifdef FLRT_TYPED_LAUNCHES
  cudaError_t (*start)(const struct flrt_kernel *k, cudaStream_t stream); // where a kernel's address is not enough
#endif
};

// How a parent's launches are carried out: all are recorded; all run in place, and there is no drain; those of more than `limit` threads are
// recorded, the others run in place; each block of the parent runs its own (t3), or launches its own, all in one, and with its neighbours' where there are many
// (block). Where threads wait for children, the fused engine is what records.
enum flrt_mode { FLRT_RECORD, FLRT_SERIAL, FLRT_MIXED, FLRT_BLOCKS, FLRT_SCOPES, FLRT_MODES };
#define FLRT_GRAPHS 8 // launches, unless FL_GRAPHS says otherwise: making a graph takes as long as some 20 launches as one save, but once, and what is measured of modes settles behind it
#define FLRT_LONG 20000 // nanoseconds of a launch from which on whole grids are worth looking for
#define FLRT_LIMIT 32 // threads, unless FL_CHOICE says otherwise

// One parent launch that was measured.
// One store of 16 bytes writes it, so that it is there as a whole or not at all, and the device need neither read host memory nor wait.
struct flrt_sample {
  unsigned ticket;  // of the launch
  unsigned records; // launches of children; where threads wait for them, the parent's threads
  unsigned ns;      // from the parent's start to the end of the last child; at most UINT_MAX
  unsigned what;    // mode, and FLRT_LARGE if a child was too large to be run by one thread, or FLRT_MANY if threads launched too many for that, FLRT_WHOLE if the
                    // drain dealt out whole grids, FLRT_NARROW if what ran at a time, in the mean, would fit on one multiprocessor; from
                    // FLRT_BESIDE on, for how long, in FLRT_WAIT nanoseconds, children could at most have run beside the parent, but did not
};
#define FLRT_LARGE 256u
#define FLRT_WHOLE 512u
#define FLRT_MANY 1024u
#define FLRT_NARROW 2048u
#define FLRT_BESIDE 16
#define FLRT_WAIT 4096 // a power of two: a division takes more registers than drains have
#define FLRT_SAMPLES 64 // as an unsigned long long has bits

// What drains tell the host, in memory that both see.
struct flrt_report {
  unsigned long long records,
      blocks;                 // launches recorded and their blocks; counted only under FL_LOG
  unsigned long long spilled; // launches that did not fit into the worklist
  unsigned long long lost;    // launches refused for lack of memory
  unsigned long long whole;   // rounds that dealt out whole grids (t2); counted only under FL_LOG
#ifdef __cplusplus
  alignas(16)
#else
  _Alignas(16)
#endif
      struct flrt_sample sample[FLRT_SAMPLES]; // the last ones, by their tickets
  unsigned large; // under FLRT_SERIAL: a child was too large for that
};

#define FLRT_LATEST 8
#define FLRT_ENOUGH 2   // samples say how long launches take,
#define FLRT_ALIKE 1.5f //   if none is so many times as long as another;
#define FLRT_SURE 6     //   so many do in any case
#define FLRT_IN_A_ROW 3 // so many are believed against all that were before
// What launches of a kind took, in nanoseconds.
struct flrt_took {
  unsigned n;                // samples so far
  float ns;                  // the mean of the latest, but for the longest of them
  float least, most;         // of these; of more than two, but for the longest
  float latest[FLRT_LATEST]; // the last one is at (n - 1) % FLRT_LATEST
};

// Chooses the mode of a parent's launches from those measured before (Free Launch, section 3, without offline profiling; the limit is the
// threshold of the thesis, section 3.4). Launches are told
// apart by their number of child launches, in powers of two: levels of a search differ by orders of magnitude, and only like is compared
// with like.
#define FLRT_CLASSES 24
// Launches with the same arguments and sizes are likely to be alike, as the levels of a search that is repeated are, told by their number: behind the classes come
// rows of times of some such launches.
#define FLRT_HABITS 64
#define FLRT_HABIT 1 // times that arguments have to come again with as many launches, and without a large child
#define FLRT_ROWS (FLRT_CLASSES + FLRT_HABITS)
struct flrt_habit {
  unsigned of;           // what tells the arguments apart; 0: there is none here
  unsigned char records; // class of the last such launch that was heard of,
  unsigned char times;   //   and of so many before it, one behind the other
  unsigned char small;   // so many of these had no large child
  unsigned char mode;    // for the next one,
  unsigned char measure; //   which is to be measured, since little is known of it in that mode
  unsigned char stale;   // what these go by has changed since
};
struct flrt_selector {
  unsigned modes, now;             // what there is to choose from, a bit each (0: the first three), and for the launch at hand (0: all of `modes`)
  unsigned tickets, seen;          // given to launches that are measured; the last one that was read or given up
  unsigned long long launches;     // chosen so far
  // What a launch looks at where nothing is to be found out is all here, since little of it is in the processor's caches by then.
  unsigned long long quiet;        // as long as there were fewer, that goes by what is known, and nothing else happens
  enum flrt_mode mode;             // fastest so far; before anything is known, what to begin with
  enum flrt_mode made;             // of the last launch,
  unsigned made_of;                //   and what tells its arguments apart
  unsigned whole;                  // so many measured launches more grids may be dealt out whole, as those of a long launch lately were
  unsigned again;                  // the mode that the next one like it is to be measured in, and 1; 0: none
  unsigned long long chosen[FLRT_MODES]; // launches in each mode
  unsigned long long due;          // the number of the launch that is measured next, whatever it is; 0: not known yet
  unsigned long long held;         // launches when enough was known, and the mode last changed
  struct flrt_took took[FLRT_MODES][FLRT_ROWS];
  float often[FLRT_CLASSES]; // how often a class came up lately
  unsigned lasts;            // so many measured launches more are taken for long ones
  unsigned beside;           // so many measured launches more FLRT_SCOPES is worth a look, as children waited for a long parent lately
  unsigned many;             // so many measured launches more no thread runs children itself, as threads launched many lately
  unsigned narrow;           // a bit for each class: in its last launch of FLRT_RECORD, children that ran at a time would have fitted on one multiprocessor
  unsigned small;            // measured launches in a row without a large child
  unsigned broken;           // such rows that ended with a large one
  unsigned need;             // so many before FLRT_SERIAL is tried; doubles when that was a mistake
  unsigned look;             // so many launches are measured next, since what the last one took may be a change
  enum flrt_mode rival;      // the one to look at now and then; `mode` if there is none
  int settled;               // enough is known to compare
  unsigned char last, before; // classes of the last launch that was heard of, and of the one before
  unsigned char after[FLRT_CLASSES][FLRT_CLASSES]; // class that followed on [before][last]
  struct flrt_habit habits[FLRT_HABITS]; // by what tells arguments apart
  unsigned asked[FLRT_SAMPLES];          // that, of the last launches that are measured, by their tickets
  int seeded;                // it began with a profile
  unsigned long long graphs;        // a bit for each of the last FLRT_SAMPLES tickets: the launch was made as a graph
  int as_graphs;                    // such have been measured
  unsigned left_out[FLRT_MODES];    // samples of launches that were not, since
  unsigned long long measured[FLRT_MODES], total_ns[FLRT_MODES]; // of the samples read
};
struct flrt_choice {
  enum flrt_mode mode;
  unsigned limit;   // launches of so many threads run in place; 0: none does
  unsigned measure; // a ticket for the sample; 0: none is wanted
  unsigned weigh;   // is the drain to weigh whether grids are better dealt out whole?
  unsigned usual;   // another mode than the selector is at, as launches like this have it
  const char *why;
};

// What a profile says of one place in the host's code that launches a parent: generated code has it as the first state of the selector there.
struct flrt_times {
  unsigned of;            // the class
  unsigned permille;      // its weight
  unsigned n[FLRT_MODES]; // launches measured; none in any mode: the end of the list
  float ns[FLRT_MODES];
};
struct flrt_seed {
  const char *key;
  unsigned small, need;
  enum flrt_mode mode;
  struct flrt_times times[FLRT_CLASSES + 1];
};

// What a form of a parent was compiled to: how many threads its blocks may have (0: that was not asked yet), and bytes of its shared variables.
struct flrt_form {
  unsigned threads, shared;
};

// What grows where launches spill: the worklists of whole grids, and those of blocks (t3) and of the granularities' scopes.
enum flrt_lists { FLRT_OF_GRIDS, FLRT_OF_BLOCKS, FLRT_LISTS };
struct flrt_growth {
  unsigned long long spilled; // what has been reacted to
  size_t times;               // capacity is this many times the usual
};
// A parent kernel on one device, in one context, launched from one place in the host's code. What every launch reads comes first, together, up to the selector's
// own beginning.
#define FLRT_SIZES 6
struct flrt_parent {
  const struct flrt_device *on;
  unsigned long long context; // what CUDA knows of the kernels, and the report's address, goes with it
  const char *place;    // of the launch, as its code has it: not to be read, for that may be in a library that is unloaded
  struct flrt_parent *sibling; // of the same kernel
  const struct flrt_parent *eldest; // of these: names the kernel for good. Where libraries come and go, another may have its address one day
  unsigned grid, shared, shared_limit; // of its drain
  int drain_waits;                     // for the parent, by itself, if it is launched as a programmatic dependent
  struct flrt_form in_place, by_blocks; // that runs children in place, and whose blocks launch their own
  unsigned long long launches;
  unsigned long long lost_before; // what has been reacted to
  struct flrt_growth growth[FLRT_LISTS];
  volatile struct flrt_report *report;
  struct flrt_report *device_report; // the same, where the device sees it
  int selecting; // a thread is using the selector
  int growing;   // a thread reacts to what has found no place
  int said;      // the mode in the log's last line, and 1
  struct flrt_selector selector;
  struct flrt_parent *next;
  char name[120];
  const char *key;      // "kernel file:line", as profiles have it; NULL: code without such
  const char *strategy; // for the log
  unsigned long long resident[FLRT_SIZES]; // worker blocks that a multiprocessor holds, behind the size that was asked for (host.h)
  unsigned lists, step_shared;         // worklists of its blocks, and shared memory of what they launch (gather.h), when that is ready
  int ready_lists;
  unsigned char *trace; // modes of the first launches, if that is asked for, and FLRT_TRACED for those that were measured
  long traced;          // so many
};
#define FLRT_TRACED 128

// What is known of a key when the program ends, over all devices and instances of templates.
struct flrt_row {
  const char *key;
  const char *strategy;
  int has_place; // the key is one that a profile may have
  unsigned long long launches, records, blocks, spilled, whole;
  struct flrt_selector selector;
};

// Facts of a device, read once, and what the runtime has in its context: cudaDeviceReset() ends that, and the next call of CUDA makes another.
struct flrt_device {
  int ready;
  int device;
  unsigned long long context; // its number, never used again within a process; 0: not known
  unsigned long long default_stream; // the complement of its number (cudaStreamLegacy); 0: not asked for yet
  int multiprocessors;
  int cc_major, cc_minor;
  int shared_optin; // dynamic shared bytes that a block may have at most
  size_t heap;      // bytes that the runtime has made the device's heap, of its own accord; 0: it has not
  size_t spare;     // bytes of records that worklists may begin with where nobody knows how many launches there will be
  void *pool;       // of what device code allocates; NULL: none
  char *seen;       // memory that host and device see, and how much of it is left
  size_t seen_left;
  int deep; // threads have more stack than the program asked for
};

// A kernel in a graph, as the driver has it: cuda.h's CUDA_KERNEL_NODE_PARAMS_v2.
struct flrt_node {
  void *function;
  unsigned shape[7]; // of its grid, of its blocks, and bytes of dynamic shared memory
  void **args, **extra;
  void *kernel, *context; // where there is no `function`
};
// Functions of the driver; they return 0, or what went wrong. NULL: not to be had.
struct flrt_driver {
  int ready;
  int graphs; // those that graphs want are all there
  int (*context_id)(void *context, unsigned long long *id);
  int (*limit)(size_t *value, int which);
  int (*node)(cudaGraphNode_t node, struct flrt_node *what);
  int (*set_node)(cudaGraphExec_t exec, cudaGraphNode_t node, const struct flrt_node *what);
  int (*launch)(cudaGraphExec_t exec, cudaStream_t stream);
};

// Settings from the environment, read once.
struct flrt_settings {
  int ready;
  long worklist; // FL_WORKLIST: records per worklist; 0: chosen by the engine
  long heap_mb;  // FL_HEAP_MB: device heap, for launches that do not fit; -1: not set
  int log;       // FL_LOG: 1: say what was chosen, and at exit what was recorded; 2: say every choice
  long trace;    // FL_TRACE: say at exit what so many launches of each parent were made as, the first ones
  char *profile; // FL_PROFILE: file to write at exit, as an absolute path if there is one; else NULL
  long graphs;   // FL_GRAPHS: launches in a stream after which kernels are launched as a graph; 0: never
  long copies;   // FL_COPIES: bytes that the host may copy back by a kernel of ours (copies.h)
  int choice;    // FL_CHOICE: the mode that all launches take where there is a choice, and 1; 0: not set
  unsigned limit; // FL_CHOICE: of FLRT_MIXED
  long long pool; // FL_POOL: bytes of the pool for allocations on the device; 0: none; -1: not set
};

// What the runtime does on the side, in the middle of the program's calls: it may be done while some stream is captured, and leaves no error of its own.
struct flrt_aside {
  cudaError_t before;
#ifndef FLRT_NO_CAPTURE
  enum cudaStreamCaptureMode mode;
#endif
};

// flrt_aside.c
FLRT_FN struct flrt_aside flrt_step_aside(void);
FLRT_FN void flrt_step_back(struct flrt_aside a);
FLRT_HOT void flrt_enter(int *lock);
FLRT_HOT void flrt_leave(int *lock);
FLRT_FN int flrt_try(int *lock); // false: it is taken
// flrt_env.c
FLRT_HOT const struct flrt_settings *flrt_env(void);
FLRT_HOT int flrt_counting(void); // are launches to be counted and measured, for a log or a profile?
FLRT_ONCE long long flrt_bytes(const char *text);
FLRT_FN const char *flrt_mode_name(enum flrt_mode mode);
// flrt_driver.c
FLRT_HOT const struct flrt_driver *flrt_driver(void);
FLRT_HOT unsigned long long flrt_context(void); // the current one's number, which is never used again; 0: not known
// flrt_device.c
FLRT_FN void **flrt_enter_pool(int device); // where the address of the device's pool is; to be changed until flrt_leave_pool
FLRT_FN void flrt_leave_pool(void);
FLRT_HOT const struct flrt_device *flrt_here(void); // the current device
FLRT_HOT int flrt_enter_device(cudaStream_t stream); // until flrt_leave_device, which is given what it returned
FLRT_HOT void flrt_leave_device(int was);
FLRT_ONCE size_t flrt_pool_bytes(unsigned long long asked, size_t page, size_t most);
FLRT_ONCE void *flrt_both_see(int device, size_t size, void **seen);
FLRT_ONCE size_t flrt_pending_launches(void);
FLRT_ONCE void flrt_deepen_stack(int device, size_t more);
// flrt_stream.c
FLRT_FN unsigned long long flrt_stream_id(cudaStream_t stream);
FLRT_HOT struct flrt_stream *flrt_acquire(const struct flrt_device *on, cudaStream_t stream, unsigned kind, size_t head_bytes, size_t bytes, size_t least);
FLRT_HOT struct flrt_stream *flrt_find(const struct flrt_device *on, cudaStream_t stream, unsigned kind);
// Bytes of records that a worklist of the stream may have beyond the usual, where nobody knows how many launches there will be: the fewer the more streams there are, and none if it is captured, since a graph has memory of
// its own for each of its launches.
FLRT_HOT size_t flrt_spare(const struct flrt_device *on, cudaStream_t stream);
FLRT_HOT void flrt_release(struct flrt_stream *s, cudaStream_t stream);
FLRT_HOT int flrt_capturing(cudaStream_t stream);
FLRT_HOT int flrt_is_default(cudaStream_t stream);
FLRT_HOT int flrt_only_default(cudaStream_t stream); // is it the default stream, and has no parent been launched in another?
FLRT_ONCE size_t flrt_count_streams(const struct flrt_device *on, unsigned kind);
FLRT_HOT int flrt_enlarge(struct flrt_stream *s, cudaStream_t stream, size_t head_bytes, size_t bytes, size_t least);
FLRT_ONCE cudaError_t flrt_grow(struct flrt_stream *s, cudaStream_t stream, size_t head_bytes, size_t bytes);
// flrt_capture.c
FLRT_ONCE struct flrt_stream *flrt_captured(const struct flrt_device *on, cudaStream_t stream, size_t head_bytes, size_t bytes, size_t least);
// flrt_launch.c
FLRT_HOT enum flrt_how flrt_behind(const struct flrt_parent *p, cudaStream_t stream);
FLRT_HOT unsigned flrt_launch(struct flrt_parent *p, unsigned ticket, struct flrt_stream *s, unsigned variant, cudaStream_t stream, const struct flrt_kernel *k,
                             unsigned n);
FLRT_HOT int flrt_launched_on(void);
// flrt_took.c
FLRT_FN void flrt_know(struct flrt_took *t, unsigned n, float ns); // as if there had been `n` samples of `ns` each
// Adds a sample. Returns whether the program may have changed: it is far outside what those before it took.
FLRT_FN int flrt_add(struct flrt_took *t, float ns);
FLRT_FN int flrt_add_alike(struct flrt_took *t, float ns); // the same, of launches of one kind
FLRT_FN int flrt_alike(const struct flrt_took *t); // have all of the latest taken about as long, and are there several?
FLRT_FN int flrt_sure(const struct flrt_took *t);  // are there enough to know their mean?
// flrt_learn.c
FLRT_HOT void flrt_made(struct flrt_selector *s, unsigned ticket, int as_graph); // how the launch with this ticket was
FLRT_FN int flrt_hear(struct flrt_selector *s, volatile const struct flrt_report *r);
// Mean time of a launch in each mode that is allowed, if launches go on as they went lately; false: too little is known.
FLRT_FN int flrt_weigh(const struct flrt_selector *s, float mean[FLRT_MODES]);
FLRT_FN int flrt_known(const struct flrt_selector *s, unsigned mode, unsigned row); // is enough known of a mode in a row of times?
// The nanoseconds that there may have been between two kernels of `mode`, where `other` has only one; not in graphs.
FLRT_FN float flrt_gap(unsigned mode, unsigned other);
// Records that the next launch will have at most, if it has as many as the last one or comes behind such as those before it; 0: none was measured.
FLRT_HOT unsigned long long flrt_expected_records(struct flrt_parent *p);
// Did launches with about so many records lately take no longer than `ns` in `mode`? 0: with as many as the next one will have, if it comes behind such as those before it.
FLRT_HOT int flrt_took_at_most(struct flrt_parent *p, unsigned mode, unsigned long long records, float ns);
// Would children of such a launch that run at a time have fitted on one multiprocessor?
FLRT_HOT int flrt_is_narrow(struct flrt_parent *p, unsigned long long records);
FLRT_HOT int flrt_offered(const struct flrt_selector *s, unsigned mode);
FLRT_FN int flrt_allowed(const struct flrt_selector *s, unsigned mode); // may launches go this way: none would be too large for it?
// Where it stands what is known of launches with these arguments, if anything is; is it known how many launches they have; and its row of times.
FLRT_HOT struct flrt_habit *flrt_habit_of(struct flrt_selector *s, unsigned of);
FLRT_HOT int flrt_is_habit(const struct flrt_habit *h, unsigned of);
FLRT_HOT unsigned flrt_row_of(const struct flrt_selector *s, const struct flrt_habit *h);
FLRT_ONCE void flrt_begin_with(struct flrt_selector *s, const struct flrt_seed *seed);
// flrt_select.c
// `of` tells launches by their arguments and sizes; 0: not known.
FLRT_HOT struct flrt_choice flrt_choose(struct flrt_selector *s, volatile struct flrt_report *r, int measure, unsigned of);
FLRT_FN struct flrt_choice flrt_choose_anew(struct flrt_selector *s, volatile struct flrt_report *r, int measure, unsigned of); // where something is to be found out
FLRT_HOT struct flrt_choice flrt_decide(struct flrt_parent *p, unsigned of); // the same for a parent, and logged
FLRT_FN struct flrt_choice flrt_of_graph(struct flrt_parent *p); // of a launch that is captured
FLRT_FN enum flrt_mode flrt_fastest(const struct flrt_selector *s, const float mean[FLRT_MODES]);
FLRT_FN void flrt_settle(struct flrt_selector *s);
// flrt_profile.c
FLRT_ONCE size_t flrt_rows(const struct flrt_parent *parents, struct flrt_row **rows); // malloc'ed
FLRT_ONCE void flrt_trace(struct flrt_parent *p, const struct flrt_choice *c); // notes a launch, unless there are enough
FLRT_ONCE void flrt_print_trace(FILE *out, const struct flrt_parent *p);
FLRT_ONCE void flrt_print_table(FILE *out, const struct flrt_row *rows, size_t n);
FLRT_ONCE int flrt_write_profile(const char *path, const struct flrt_row *rows, size_t n);
// flrt_parent.c
// Fills in what is not the engine's. `key` and `strategy` are there, and are copied. `signature` names the kernel; `seeds`: how the selector may begin, if the parent has one.
FLRT_ONCE void flrt_parent_start(struct flrt_parent *p, const struct flrt_device *on,
                               const char *signature, const struct flrt_seed *seeds,
                               size_t n_seeds);
// Records that a worklist should hold, `most` at most: so many, or what the environment says; and by fours more since some were spilled, until there is room for these.
FLRT_HOT size_t flrt_room(struct flrt_parent *p, enum flrt_lists which, size_t usual, size_t most);
// The same for a launch that begins: four for each of its threads, at least `least`. Loud if any were refused since the last one.
FLRT_HOT size_t flrt_capacity(struct flrt_parent *p, enum flrt_lists which, size_t threads, size_t least, size_t most);
FLRT_ONCE unsigned long long flrt_lost_launches(void);
#if defined(__cplusplus) && !defined(FLRT_DECLARED)
#include "flrt_aside.c"
#include "flrt_env.c"
#include "flrt_driver.c"
#include "flrt_device.c"
#include "flrt_stream.c"
#include "flrt_capture.c"
#include "flrt_launch.c"
#include "flrt_took.c"
#include "flrt_learn.c"
#include "flrt_select.c"
#include "flrt_profile.c"
#include "flrt_parent.c"
#endif
#endif
