// What is kept of streams between launches: memory of its own for each engine in each. See flrt.h.
#include "flrt.h"
#ifndef FLRT_STREAM_C
#define FLRT_STREAM_C
#include <stdlib.h>
#include <time.h>

FLRT_VAR struct flrt_stream *flrt_streams_;
FLRT_VAR size_t flrt_n_streams_;
FLRT_VAR int flrt_streams_lock_;
FLRT_VAR int flrt_own_streams_; // there have been others than the default one
FLRT_VAR unsigned long long flrt_threads_;
FLRT_TLS unsigned long long flrt_thread_;
FLRT_TLS struct flrt_stream *flrt_last_;

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

// Memory that was too small. Kernels may still use it, and to free it would be to wait for them, and for all others. (Memory of cudaMallocAsync could be freed in
// order, but the first call of that takes 11 to 16 ms on an H100, where cudaMalloc takes 0.1.)
struct flrt_outgrown {
  struct flrt_outgrown *next;
  char *memory;
  int device;
  unsigned long long context;
};
FLRT_VAR struct flrt_outgrown *flrt_outgrown_;
FLRT_VAR int flrt_outgrown_lock_;

FLRT_ONCE void flrt_outgrow(int device, unsigned long long context, char *memory) {
  struct flrt_outgrown *o = memory ? (struct flrt_outgrown *)malloc(sizeof *o) : NULL;
  if (!o)
    return;
  o->memory = memory;
  o->device = device;
  o->context = context;
  flrt_enter(&flrt_outgrown_lock_);
  o->next = flrt_outgrown_;
  flrt_outgrown_ = o;
  flrt_leave(&flrt_outgrown_lock_);
}
// Where there is no other memory. False: there was none such.
FLRT_ONCE int flrt_free_outgrown(int device, unsigned long long context) {
  int any = 0;
  flrt_enter(&flrt_outgrown_lock_);
  for (struct flrt_outgrown **at = &flrt_outgrown_, *o; (o = *at) != NULL;) {
    if (o->device != device || o->context != context) {
      at = &o->next;
      continue;
    }
    *at = o->next;
    any |= cudaFree(o->memory) == cudaSuccess;
    free(o);
  }
  flrt_leave(&flrt_outgrown_lock_);
  return any;
}

// Replaces the memory kept of a stream by a larger one. Some stream may just be captured, this one or another.
FLRT_ONCE cudaError_t flrt_grow(struct flrt_stream *s, cudaStream_t stream, size_t head_bytes, size_t bytes) {
  char *memory = NULL;
#ifndef FLRT_NO_CAPTURE
  enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
#endif
  cudaError_t e = cudaMalloc((void **)&memory, head_bytes + bytes);
  if (e == cudaErrorMemoryAllocation && flrt_free_outgrown(s->device, s->context))
    e = cudaMalloc((void **)&memory, head_bytes + bytes);
  if (e == cudaSuccess)
    e = cudaMemsetAsync(memory, 0, head_bytes, stream);
  flrt_outgrow(s->device, s->context, e == cudaSuccess ? s->head : memory);
  if (e == cudaSuccess) {
    s->head = memory;
    s->arenas = memory + head_bytes;
    s->bytes = bytes;
  }
#ifndef FLRT_NO_CAPTURE
  cudaThreadExchangeStreamCaptureMode(&mode);
#endif
  return e;
}

// Is the stream being captured into a graph of the program's?
FLRT_HOT int flrt_capturing(cudaStream_t stream) {
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
FLRT_HOT int flrt_is_default(cudaStream_t stream) {
#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
  if (stream == NULL)
    return 1;
#endif
  return stream == cudaStreamLegacy;
}
FLRT_HOT int flrt_only_default(cudaStream_t stream) {
  return flrt_is_default(stream) && !__atomic_load_n(&flrt_own_streams_, __ATOMIC_RELAXED);
}

// The same as flrt_stream_id, of which it is known already what most launches ask for. (Asked when the first of them comes: while some stream is captured, nobody
// may use the default one.)
FLRT_HOT unsigned long long flrt_id_on(const struct flrt_device *on, cudaStream_t stream) {
  if (!flrt_is_default(stream))
    return flrt_stream_id(stream);
  unsigned long long *known = &flrt_devices_[on->device].default_stream;
  if (__atomic_load_n(known, __ATOMIC_RELAXED) == 0)
    __atomic_store_n(known, ~flrt_stream_id(stream), __ATOMIC_RELAXED);
  return ~__atomic_load_n(known, __ATOMIC_RELAXED);
}

FLRT_FN long long flrt_milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

// What is to be kept of a new stream: where there are many, of which some may have been destroyed without our hearing of it, that of an idle one.
// The caller has flrt_streams_lock_.
FLRT_ONCE struct flrt_stream *flrt_new_stream(const struct flrt_device *on, cudaStream_t stream, unsigned kind) {
  const unsigned long long id = flrt_id_on(on, stream);
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

FLRT_HOT int flrt_has_stream(const struct flrt_stream *s, int device, unsigned long long stream, unsigned kind) {
  return s->device == device && __atomic_load_n(&s->id, __ATOMIC_RELAXED) == stream && s->kind == kind;
}

// What is kept of a stream for an engine, locked until flrt_release; NULL if there is no memory on the host. It may have none on the device.
FLRT_HOT struct flrt_stream *flrt_find(const struct flrt_device *on, cudaStream_t stream, unsigned kind) {
  const int device = on->device;
  const unsigned long long id = flrt_id_on(on, stream);
  struct flrt_stream *s = flrt_last_;
  for (;;) {
    if (!s || !flrt_has_stream(s, device, id, kind)) {
      flrt_enter(&flrt_streams_lock_);
      for (s = flrt_streams_; s && !flrt_has_stream(s, device, id, kind); s = s->next)
        ;
      if (!s)
        s = flrt_new_stream(on, stream, kind);
      flrt_leave(&flrt_streams_lock_);
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

// Where there is no memory left for every stream: takes that of another one over, behind whose work `stream` then waits; or, where none has an event, since there are few,
// the host waits for all of it. The caller has s->lock.
FLRT_ONCE void flrt_take_over(struct flrt_stream *s, cudaStream_t stream, size_t least) {
  const struct flrt_aside aside = flrt_step_aside();
  flrt_enter(&flrt_streams_lock_);
  for (int by_host = 0; by_host < 2; ++by_host)
    for (struct flrt_stream *o = flrt_streams_; o && s->bytes < least; o = o->next) {
      if (o == s || o->device != s->device || o->context != s->context || o->kind != s->kind || !flrt_try(&o->lock))
        continue;
      if (o->bytes >= least && (by_host ? cudaDeviceSynchronize() : o->done ? cudaStreamWaitEvent(stream, o->done, 0) : cudaErrorNotReady) == cudaSuccess) {
        flrt_outgrow(s->device, s->context, s->head);
        s->head = o->head;
        s->arenas = o->arenas;
        s->bytes = o->bytes;
        s->turn = o->turn;
        o->head = o->arenas = NULL;
        o->bytes = 0;
      }
      flrt_leave(&o->lock);
    }
  flrt_leave(&flrt_streams_lock_);
  flrt_step_back(aside);
}

// Has `s` have `bytes` of arenas, or, where there is not memory for so many, fewer, but `least` at least; 0, and the error left for cudaGetLastError(): it has not
// even those.
FLRT_HOT int flrt_enlarge(struct flrt_stream *s, cudaStream_t stream, size_t head_bytes, size_t bytes, size_t least) {
  if (s->bytes >= bytes)
    return 1;
  const cudaError_t before = cudaPeekAtLastError();
  const size_t more = bytes / 2 < s->bytes ? 2 * s->bytes : bytes; // so that all that is outgrown is less than what there is
  cudaError_t e = flrt_grow(s, stream, head_bytes, more);
  if (e == cudaErrorMemoryAllocation && more > bytes)
    e = flrt_grow(s, stream, head_bytes, bytes);
  while (e == cudaErrorMemoryAllocation && s->bytes < least && bytes > least) {
    bytes = bytes / 2 > least ? bytes / 2 : least;
    e = flrt_grow(s, stream, head_bytes, bytes);
  }
  if (s->bytes < least && !s->captured)
    flrt_take_over(s, stream, least);
  if (s->bytes < least)
    return 0;
  if (before == cudaSuccess)
    cudaGetLastError(); // there is a smaller worklist to make do with
  return 1;
}

// The memory of a stream for an engine, with `bytes` of arenas, or, where there is not memory for so many, fewer, but `least` at least, locked until
// flrt_release; NULL, and the error left for cudaGetLastError(), if there are not even those.
FLRT_HOT struct flrt_stream *flrt_acquire(const struct flrt_device *on, cudaStream_t stream, unsigned kind, size_t head_bytes, size_t bytes, size_t least) {
  if (flrt_capturing(stream))
    return flrt_captured(on, stream, head_bytes, bytes, least);
  struct flrt_stream *s = flrt_find(on, stream, kind);
  if (s && !flrt_enlarge(s, stream, head_bytes, bytes, least)) {
    flrt_leave(&s->lock);
    return NULL;
  }
  return s;
}
FLRT_HOT size_t flrt_spare(const struct flrt_device *on, cudaStream_t stream) {
  const size_t streams = __atomic_load_n(&flrt_n_streams_, __ATOMIC_RELAXED);
  return flrt_capturing(stream) ? 0 : on->spare / (streams ? streams : 1);
}
FLRT_HOT void flrt_release(struct flrt_stream *s, cudaStream_t stream) {
  if (__atomic_load_n(&flrt_n_streams_, __ATOMIC_RELAXED) >= FLRT_STREAMS && !s->captured) {
    const struct flrt_aside aside = flrt_step_aside();
    if ((s->done || cudaEventCreateWithFlags(&s->done, cudaEventDisableTiming) == cudaSuccess) && cudaEventRecord(s->done, stream) != cudaSuccess)
      s->done = NULL;
    s->used = flrt_milliseconds();
    flrt_step_back(aside);
  }
  flrt_leave(&s->lock);
}

static inline int flrt_is_kept(const struct flrt_stream *s, const struct flrt_device *on, unsigned kind) {
  return s->device == on->device && s->context == on->context && s->kind >= kind;
}
// Streams of a device, in its context, of which something of at least that kind is kept. Of one there may be several.
FLRT_ONCE size_t flrt_count_streams(const struct flrt_device *on, unsigned kind) {
  size_t n = 0;
  flrt_enter(&flrt_streams_lock_);
  for (const struct flrt_stream *s = flrt_streams_; s; s = s->next) {
    const struct flrt_stream *before = flrt_streams_;
    while (before != s && !(before->id == s->id && flrt_is_kept(before, on, kind)))
      before = before->next;
    n += before == s && flrt_is_kept(s, on, kind);
  }
  flrt_leave(&flrt_streams_lock_);
  return n;
}
#endif
