// See flrt.h, which includes this file when the compiler is a C++ one.
#include "flrt.h"
#ifndef FLRT_C
#define FLRT_C
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

FLRT_VAR struct flrt_settings flrt_settings_;
FLRT_VAR struct flrt_device flrt_devices_[FLRT_DEVICES];
FLRT_VAR struct flrt_stream *flrt_streams_;
FLRT_VAR struct flrt_parent *flrt_parents_;
FLRT_VAR size_t flrt_n_streams_;
FLRT_VAR int flrt_own_streams_; // there have been others than the default one
FLRT_VAR int flrt_lock_;
FLRT_VAR int flrt_pool_lock_;
FLRT_VAR int (*flrt_context_id_)(void *, unsigned long long *); // cuCtxGetId
FLRT_VAR unsigned long long flrt_threads_;
FLRT_TLS unsigned long long flrt_thread_;
FLRT_TLS struct flrt_stream *flrt_last_;

// Spins: what the locks guard takes microseconds, and is hardly ever contended.
FLRT_FN void flrt_enter(int *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}
FLRT_FN void flrt_leave(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
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
FLRT_FN void **flrt_enter_pool(int device) {
  flrt_enter(&flrt_pool_lock_);
  return &flrt_devices_[device].pool;
}
FLRT_FN void flrt_leave_pool(void) { flrt_leave(&flrt_pool_lock_); }

FLRT_ONCE long flrt_number(const char *name, long otherwise) {
  const char *s = getenv(name);
  return s && *s ? strtol(s, NULL, 10) : otherwise;
}

// A copy of a path that stays right when the program changes its directory.
FLRT_ONCE char *flrt_absolute(const char *path) {
  char *here = path[0] == '/' ? NULL : realpath(".", NULL);
  const size_t room = (here ? strlen(here) : 0) + strlen(path) + 2;
  char *all = (char *)malloc(room);
  if (all)
    snprintf(all, room, "%s%s%s", here ? here : "", here ? "/" : "", path);
  free(here);
  return all;
}

// Bytes that "64M", "1g", "65536" or "off" stands for; -1: it is no size.
FLRT_ONCE long long flrt_bytes(const char *text) {
  static const char units[] = "kKmMgG";
  char *end;
  if (strcmp(text, "off") == 0)
    return 0;
  const long long n = strtoll(text, &end, 10);
  if (end == text || text[0] < '0' || text[0] > '9')
    return -1;
  const char *unit = *end ? strchr(units, *end) : NULL;
  const int shift = unit ? 10 * (int)((unit - units) / 2 + 1) : 0;
  return *end && (!unit || end[1]) ? -1 : n > (1LL << 50 >> shift) ? -1 : n << shift;
}

// What FL_CHOICE asks for: "t1", "t4", "t1+t4" or "t1+t4:LIMIT". Returns a mode and 1, 0 if it is none.
FLRT_ONCE int flrt_parse_choice(const char *text, unsigned *limit) {
  *limit = FLRT_LIMIT;
  for (unsigned m = 0; m < FLRT_MODES; ++m) {
    const char *name = flrt_mode_name((enum flrt_mode)m);
    const size_t n = strlen(name);
    if (strcmp(text, name) == 0)
      return (int)m + 1;
    if (m == FLRT_MIXED && strncmp(text, name, n) == 0 && text[n] == ':') {
      char *end;
      const long value = strtol(text + n + 1, &end, 10);
      *limit = (unsigned)value;
      return end != text + n + 1 && *end == 0 && value > 0 && value <= 1 << 30 ? (int)m + 1 : 0;
    }
  }
  return 0;
}

// The environment, read once.
FLRT_FN const struct flrt_settings *flrt_env(void) {
  struct flrt_settings *s = &flrt_settings_;
  if (!__atomic_load_n(&s->ready, __ATOMIC_ACQUIRE)) {
    flrt_enter(&flrt_lock_);
    s->worklist = flrt_number("FL_WORKLIST", 0);
    s->heap_mb = flrt_number("FL_HEAP_MB", 64);
    s->log = (int)flrt_number("FL_LOG", 0);
    s->graphs = flrt_number("CUDA_LAUNCH_BLOCKING", 0) == 0 ? flrt_number("FL_GRAPHS", FLRT_GRAPHS) : 0;
    const char *profile = getenv("FL_PROFILE");
    s->profile = profile && *profile ? flrt_absolute(profile) : NULL;
    const char *pool = getenv("FL_POOL");
    s->pool = pool && *pool ? flrt_bytes(pool) : -1;
    if (pool && *pool && s->pool < 0)
      fprintf(stderr, "freelaunch: FL_POOL=%s is no size: a number with K, M or G behind it, or off\n",
              pool);
    const char *choice = getenv("FL_CHOICE");
    s->choice = choice && *choice ? flrt_parse_choice(choice, &s->limit) : 0;
    if (choice && *choice && !s->choice)
      fprintf(stderr, "freelaunch: FL_CHOICE=%s is not understood: t1, t4, t1+t4, t1+t4:THREADS or t3\n",
              choice);
    __atomic_store_n(&s->ready, 1, __ATOMIC_RELEASE);
    flrt_leave(&flrt_lock_);
  }
  return s;
}

FLRT_FN int flrt_counting(void) {
  const struct flrt_settings *env = flrt_env();
  return env->log > 0 || env->profile;
}

// The number of the current context; 0: not known.
FLRT_FN unsigned long long flrt_context(void) {
  unsigned long long id = 0;
#if defined(CUDART_VERSION) && CUDART_VERSION >= 12000 && !defined(FLRT_NO_CONTEXT)
  unsigned long long stream;
  int (*get)(void *, unsigned long long *) = __atomic_load_n(&flrt_context_id_, __ATOMIC_RELAXED);
  if (!get) {
    void *found = NULL;
    enum cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
    if (cudaGetDriverEntryPointByVersion("cuCtxGetId", &found, 12000, cudaEnableDefault, &result) != cudaSuccess)
#else
    if (cudaGetDriverEntryPoint("cuCtxGetId", &found, cudaEnableDefault, &result) != cudaSuccess)
#endif
      found = NULL;
    if (!found)
      return 0;
    memcpy(&get, &found, sizeof get);
    __atomic_store_n(&flrt_context_id_, get, __ATOMIC_RELAXED);
  }
  // Before a thread's first call of CUDA, and after cudaDeviceReset(), there is none until some call makes one.
  if (get(NULL, &id) != 0 &&
      (cudaStreamGetId(cudaStreamLegacy, &stream) != cudaSuccess || get(NULL, &id) != 0))
    id = 0;
#endif
  return id;
}

// Facts of the current device, read once for each context; the device heap is enlarged on the way, unless the program has done so.
FLRT_FN const struct flrt_device *flrt_here(void) {
  int device = 0;
  cudaGetDevice(&device);
  struct flrt_device *d = &flrt_devices_[device];
  const unsigned long long context = flrt_context();
  if (__atomic_load_n(&d->ready, __ATOMIC_ACQUIRE) &&
      (context == 0 || __atomic_load_n(&d->context, __ATOMIC_RELAXED) == context))
    return d;
  const struct flrt_settings *env = flrt_env();
  flrt_enter(&flrt_lock_);
  if (!d->ready || d->context != context) {
    const size_t usual = (size_t)8 << 20, want = (size_t)env->heap_mb << 20;
    size_t heap = 0;
    const cudaError_t before = cudaPeekAtLastError();
    cudaDeviceGetAttribute(&d->multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&d->cc_major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&d->cc_minor, cudaDevAttrComputeCapabilityMinor, device);
    cudaDeviceGetAttribute(&d->shared_optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    cudaDeviceGetAttribute(&d->pools, cudaDevAttrMemoryPoolsSupported, device);
    if (cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess && heap == usual &&
        want > usual)
      cudaDeviceSetLimit(cudaLimitMallocHeapSize, want);
    if (before == cudaSuccess)
      cudaGetLastError(); // the program sees only its own errors
    d->device = device;
    __atomic_store_n(&d->context, context, __ATOMIC_RELAXED);
    d->pool = NULL;
    d->reports_left = 0;
    __atomic_store_n(&d->ready, 1, __ATOMIC_RELEASE);
  }
  flrt_leave(&flrt_lock_);
  return d;
}

// Bytes that the pool for allocations on a device is to have, in whole pages, `most` of them at most: what the environment says, or the program was compiled
// with (`asked`, 0: nothing); else as many as the device's heap may have, at least 64 MB, and no more than a quarter of what is free.
FLRT_ONCE size_t flrt_pool_bytes(unsigned long long asked, size_t page, size_t most) {
  const struct flrt_settings *env = flrt_env();
  size_t bytes = env->pool >= 0 ? (size_t)env->pool : (size_t)asked;
  if (env->pool == 0)
    return 0;
  if (bytes == 0) {
    size_t heap = 0, free_bytes = 0, total = 0;
    bytes = (size_t)64 << 20;
    if (cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess && heap > bytes)
      bytes = heap;
    if (cudaMemGetInfo(&free_bytes, &total) == cudaSuccess && bytes > free_bytes / 4)
      bytes = free_bytes / 4;
    if (bytes < page)
      return 0;
  }
  bytes = (bytes + page - 1) / page * page;
  return bytes / page < most ? bytes : page * most;
}

// A number that names the stream for good. Handles of destroyed streams are used again while work
// of the old stream may still run, and one handle stands for the per-thread streams of all threads.
FLRT_FN unsigned long long flrt_stream_id(cudaStream_t stream) {
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  if (stream == NULL)
    stream = cudaStreamPerThread;
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION >= 12000 && !defined(FLRT_NO_STREAM_ID)
  unsigned long long id = 0;
  if (cudaStreamGetId(stream, &id) == cudaSuccess)
    return id;
#endif
  if (stream == cudaStreamPerThread) {
    if (!flrt_thread_)
      flrt_thread_ = __atomic_add_fetch(&flrt_threads_, 1, __ATOMIC_RELAXED);
    return ~flrt_thread_;
  }
  return (unsigned long long)(size_t)stream;
}

// Replaces the memory kept of a stream by a larger one, in the order of the stream.
FLRT_ONCE cudaError_t flrt_grow(struct flrt_stream *s, cudaStream_t stream, int pools,
                              size_t head_bytes, size_t bytes) {
  char *memory = NULL;
  cudaError_t e = pools ? cudaMallocAsync((void **)&memory, head_bytes + bytes, stream)
                        : cudaMalloc((void **)&memory, head_bytes + bytes);
  if (e == cudaSuccess)
    e = cudaMemsetAsync(memory, 0, head_bytes, stream);
  if (e != cudaSuccess)
    return e;
  if (s->head) {
    if (pools)
      cudaFreeAsync(s->head, stream);
    else
      cudaFree(s->head);
  }
  s->head = memory;
  s->arenas = memory + head_bytes;
  s->bytes = bytes;
  return cudaSuccess;
}

// Memory of its own for a launch that is being captured: the graph may run beside the stream's
// later work, so it cannot share. The allocation is not part of the graph, clearing the head is.
// The graph keeps it for good.
FLRT_ONCE struct flrt_stream *flrt_captured(int device, cudaStream_t stream, size_t head_bytes,
                                          size_t bytes) {
  struct flrt_stream *s = (struct flrt_stream *)calloc(1, sizeof *s);
#ifndef FLRT_NO_CAPTURE
  enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  if (!s)
    return NULL;
  s->device = device;
  s->captured = 1;
  cudaThreadExchangeStreamCaptureMode(&mode);
  flrt_grow(s, stream, 0, head_bytes, bytes);
  cudaThreadExchangeStreamCaptureMode(&mode);
#else
  (void)device, (void)stream, (void)head_bytes, (void)bytes;
#endif
  if (s && !s->head) {
    free(s);
    return NULL;
  }
  if (s)
    flrt_enter(&s->lock);
  return s;
}

// Is the stream being captured into a graph of the program's?
FLRT_FN int flrt_capturing(cudaStream_t stream) {
#ifndef FLRT_NO_CAPTURE
  enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  const int may_capture = stream != cudaStreamLegacy;
#else
  const int may_capture = stream != NULL && stream != cudaStreamLegacy;
#endif
  return may_capture && cudaStreamIsCapturing(stream, &capture) == cudaSuccess &&
         capture != cudaStreamCaptureStatusNone;
#else
  (void)stream;
  return 0;
#endif
}

// The one stream that is never destroyed; a thread's own goes with it.
FLRT_FN int flrt_is_default(cudaStream_t stream) {
#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
  if (stream == NULL)
    return 1;
#endif
  return stream == cudaStreamLegacy;
}
FLRT_FN int flrt_only_default(cudaStream_t stream) {
  return flrt_is_default(stream) && !__atomic_load_n(&flrt_own_streams_, __ATOMIC_RELAXED);
}

FLRT_FN long long flrt_milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

// What is to be kept of a new stream: where there are many, of which some may have been destroyed without our hearing of it, that of an idle one.
// The caller has flrt_lock_.
FLRT_ONCE struct flrt_stream *flrt_new_stream(const struct flrt_device *on, cudaStream_t stream, unsigned kind) {
  const unsigned long long id = flrt_stream_id(stream);
  struct flrt_stream *s;
  int priority = 0;
  if (!flrt_is_default(stream))
    __atomic_store_n(&flrt_own_streams_, 1, __ATOMIC_RELAXED);
#ifndef FLRT_NO_CAPTURE
  cudaStreamGetPriority(stream, &priority);
#endif
  if (flrt_n_streams_ >= FLRT_STREAMS) {
    const long long now = flrt_milliseconds();
    const struct flrt_aside aside = flrt_step_aside();
    struct flrt_stream *idle = NULL;
    for (s = flrt_streams_; s && !idle; s = s->next) {
      if (s->device != on->device || s->context != on->context || s->kind != kind || s->priority != priority || !flrt_try(&s->lock))
        continue;
      if (s->done && now - s->used > FLRT_IDLE && cudaEventQuery(s->done) == cudaSuccess) {
        __atomic_store_n(&s->id, id, __ATOMIC_RELAXED);
        idle = s;
      }
      flrt_leave(&s->lock);
    }
    flrt_step_back(aside);
    if (idle)
      return idle;
  }
  s = (struct flrt_stream *)calloc(1, sizeof *s);
  if (s) {
    s->device = on->device;
    s->context = on->context;
    s->id = id;
    s->kind = kind;
    s->priority = priority;
    s->next = flrt_streams_;
    flrt_streams_ = s;
    __atomic_fetch_add(&flrt_n_streams_, 1, __ATOMIC_RELAXED);
  }
  return s;
}

FLRT_FN int flrt_has_stream(const struct flrt_stream *s, int device, unsigned long long stream, unsigned kind) {
  return s->device == device && __atomic_load_n(&s->id, __ATOMIC_RELAXED) == stream && s->kind == kind;
}

// What is kept of a stream for an engine, locked until flrt_release; NULL if there is no memory on the host. It may have none on the device.
FLRT_FN struct flrt_stream *flrt_find(const struct flrt_device *on, cudaStream_t stream, unsigned kind) {
  const int device = on->device;
  const unsigned long long id = flrt_stream_id(stream);
  struct flrt_stream *s = flrt_last_;
  for (;;) {
    if (!s || !flrt_has_stream(s, device, id, kind)) {
      flrt_enter(&flrt_lock_);
      for (s = flrt_streams_; s && !flrt_has_stream(s, device, id, kind); s = s->next)
        ;
      if (!s)
        s = flrt_new_stream(on, stream, kind);
      flrt_leave(&flrt_lock_);
      if (!s)
        return NULL;
      flrt_last_ = s;
    }
    flrt_enter(&s->lock);
    if (s->id == id)
      return s;
    flrt_leave(&s->lock); // another stream has just got it
  }
}

// The memory of a stream for an engine, with `bytes` of arenas, or as many as there is memory for, locked until
// flrt_release; NULL, and the error left for cudaGetLastError(), if there is none at all.
FLRT_FN struct flrt_stream *flrt_acquire(const struct flrt_device *on, cudaStream_t stream,
                                         unsigned kind, size_t head_bytes, size_t bytes) {
  if (flrt_capturing(stream))
    return flrt_captured(on->device, stream, head_bytes, bytes);
  struct flrt_stream *s = flrt_find(on, stream, kind);
  if (!s)
    return NULL;
  if (s->bytes < bytes) {
    const cudaError_t before = cudaPeekAtLastError();
    cudaError_t e = flrt_grow(s, stream, on->pools, head_bytes, bytes);
    for (; e == cudaErrorMemoryAllocation && !s->head && bytes > 65536; bytes /= 2)
      e = flrt_grow(s, stream, on->pools, head_bytes, bytes / 2);
    if (!s->head) {
      flrt_leave(&s->lock);
      return NULL;
    }
    if (before == cudaSuccess)
      cudaGetLastError(); // there is a smaller worklist to make do with
  }
  return s;
}
FLRT_FN void flrt_release(struct flrt_stream *s, cudaStream_t stream) {
  if (__atomic_load_n(&flrt_n_streams_, __ATOMIC_RELAXED) >= FLRT_STREAMS && !s->captured) {
    const struct flrt_aside aside = flrt_step_aside();
    if ((s->done || cudaEventCreateWithFlags(&s->done, cudaEventDisableTiming) == cudaSuccess) && cudaEventRecord(s->done, stream) != cudaSuccess)
      s->done = NULL;
    s->used = flrt_milliseconds();
    flrt_step_back(aside);
  }
  flrt_leave(&s->lock);
}

// Launches that the device runtime can hold on the current device: raised to a useful number if the program has left it as it was.
FLRT_ONCE size_t flrt_pending_launches(void) {
  const size_t usual = 2048, want = 32768;
  const cudaError_t before = cudaPeekAtLastError();
  size_t limit = 0;
  if (cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) != cudaSuccess)
    limit = usual;
  if (limit == usual && cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, want) == cudaSuccess)
    limit = want;
  if (before == cudaSuccess)
    cudaGetLastError();
  return limit;
}

// Streams of a device, in its context, of which something of at least that kind is kept.
FLRT_ONCE size_t flrt_count_streams(const struct flrt_device *on, unsigned kind) {
  size_t n = 0;
  flrt_enter(&flrt_lock_);
  for (const struct flrt_stream *s = flrt_streams_; s; s = s->next)
    n += s->device == on->device && s->context == on->context && s->kind >= kind;
  flrt_leave(&flrt_lock_);
  return n;
}

// Launches that were refused since the program began.
FLRT_ONCE unsigned long long flrt_lost_launches(void) {
  unsigned long long lost = 0;
  flrt_enter(&flrt_lock_);
  for (const struct flrt_parent *p = flrt_parents_; p; p = p->next)
    lost += p->report ? p->report->lost : 0;
  flrt_leave(&flrt_lock_);
  return lost;
}

FLRT_ONCE void flrt_tell_lost(struct flrt_parent *p) {
  if (p->report->lost == p->lost_before)
    return;
  if (p->lost_before == 0)
    fprintf(stderr,
            "freelaunch: %s: the device heap is full, %llu launches of children were refused with "
            "cudaErrorLaunchPendingCountExceeded; set FL_HEAP_MB or FL_WORKLIST higher\n",
            p->name, (unsigned long long)p->report->lost);
  p->lost_before = p->report->lost;
}

// At exit: what the drains have reported. Reports outlive the device's context, and no call of CUDA is made.
FLRT_ONCE void flrt_finish(void) {
  const struct flrt_settings *env = flrt_env();
  for (struct flrt_parent *p = flrt_parents_; p; p = p->next)
    flrt_tell_lost(p);
  if (!flrt_counting())
    return;
  for (struct flrt_parent *p = flrt_parents_; p; p = p->next)
    flrt_hear(&p->selector, p->report);
  struct flrt_row *rows = NULL;
  const size_t n = flrt_rows(flrt_parents_, &rows);
  if (env->log > 0)
    flrt_print_table(stderr, rows, n);
  if (env->profile)
    flrt_write_profile(env->profile, rows, n);
  free(rows);
}

// Memory for a report that host and device see. It is the host's own, made known to the device: what CUDA has allocated would be gone after
// cudaDeviceReset(), and programs call that last. Allocated for many at a time, since making it known takes longer than a launch.
FLRT_ONCE struct flrt_report *flrt_new_report(int device, struct flrt_report **device_report) {
  const size_t all = 65536, each = (sizeof(struct flrt_report) + 127) / 128 * 128;
  const struct flrt_aside aside = flrt_step_aside();
  struct flrt_device *d = &flrt_devices_[device];
  void *report = NULL, *seen = NULL;
  flrt_enter(&flrt_lock_);
  if (d->reports_left < each) {
    void *more = aligned_alloc(65536, all);
    if (more && cudaHostRegister(more, all, cudaHostRegisterMapped | cudaHostRegisterPortable) !=
                    cudaSuccess) {
      free(more);
      more = NULL;
    }
    d->reports = (char *)more;
    d->reports_left = more ? all : 0;
  }
  if (d->reports_left >= each) {
    d->reports_left -= each;
    report = d->reports + d->reports_left;
  }
  flrt_leave(&flrt_lock_);
  if (!report && // where memory cannot be made known
      cudaHostAlloc(&report, each, cudaHostAllocMapped | cudaHostAllocPortable) != cudaSuccess)
    report = NULL;
  if (report) {
    memset(report, 0, each);
    if (cudaHostGetDevicePointer(&seen, report, 0) != cudaSuccess)
      report = NULL;
  }
  flrt_step_back(aside);
  *device_report = (struct flrt_report *)seen;
  return (struct flrt_report *)report;
}

// The name comes out of a signature that ends in "P = name]" or the like. The parent gets on the list if it has a report.
FLRT_ONCE void flrt_parent_start(struct flrt_parent *p, const struct flrt_device *on,
                               const char *signature, const struct flrt_seed *seeds,
                               size_t n_seeds) {
  const char *from = strstr(signature, "P = ");
  size_t n = 0;
  from = from ? from + 4 : signature;
  while (from[n] && from[n] != ']' && from[n] != ';' && n + 1 < sizeof p->name)
    ++n;
  memcpy(p->name, from, n);
  if (n > 4 && memcmp(p->name + n - 4, "__fl", 4) == 0)
    p->name[n - 4] = 0;
  p->more = 1;
  p->on = on;
  p->context = on->context;
  for (size_t i = 0; i < n_seeds && p->key; ++i)
    if (strcmp(seeds[i].key, p->key) == 0)
      flrt_begin_with(&p->selector, &seeds[i]);
  p->report = flrt_new_report(on->device, &p->device_report);
  if (!p->report)
    return;
  flrt_enter(&flrt_lock_);
  if (!flrt_parents_)
    atexit(flrt_finish);
  p->next = flrt_parents_;
  flrt_parents_ = p;
  flrt_leave(&flrt_lock_);
}

// Records that the worklist of a launch of `threads` parent threads should hold: four a thread, and
// more once launches have spilled. Loud if any were refused since the last time.
FLRT_FN size_t flrt_capacity(struct flrt_parent *p, size_t threads, size_t most) {
  const long forced = flrt_env()->worklist;
  size_t n = threads < most / 4 ? threads * 4 : most;
  __atomic_fetch_add(&p->launches, 1, __ATOMIC_RELAXED);
  if (p->report) {
    flrt_tell_lost(p);
    if (p->report->spilled != p->spilled_before) {
      p->spilled_before = p->report->spilled;
      p->more *= 4;
    }
  }
  if (n < 65536)
    n = 65536;
  if (forced > 0)
    n = (size_t)forced;
  else if (p->more > 1)
    n = p->more < most / n ? n * p->more : most;
  return n < most ? n : most;
}
#endif
