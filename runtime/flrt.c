// See flrt.h, which includes this file when the compiler is a C++ one.
#include "flrt.h"
#ifndef FLRT_C
#define FLRT_C
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

FLRT_VAR struct flrt_settings flrt_settings_;
FLRT_VAR struct flrt_device flrt_devices_[FLRT_DEVICES];
FLRT_VAR struct flrt_buffer *flrt_buffers_;
FLRT_VAR int flrt_lock_;
FLRT_VAR unsigned long long flrt_threads_;
FLRT_TLS unsigned long long flrt_thread_;
FLRT_TLS struct flrt_buffer *flrt_last_;

// Spins: what it guards takes microseconds, and is hardly ever contended.
FLRT_FN void flrt_enter(int *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}
FLRT_FN void flrt_leave(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

FLRT_FN long flrt_number(const char *name, long otherwise) {
  const char *s = getenv(name);
  return s && *s ? strtol(s, NULL, 10) : otherwise;
}

// The environment, read once.
FLRT_FN const struct flrt_settings *flrt_env(void) {
  struct flrt_settings *s = &flrt_settings_;
  if (!__atomic_load_n(&s->ready, __ATOMIC_ACQUIRE)) {
    flrt_enter(&flrt_lock_);
    if (!s->ready) {
      s->worklist = flrt_number("FL_WORKLIST", 0);
      s->heap_mb = flrt_number("FL_HEAP_MB", 64);
      s->log = (int)flrt_number("FL_LOG", 0);
      __atomic_store_n(&s->ready, 1, __ATOMIC_RELEASE);
    }
    flrt_leave(&flrt_lock_);
  }
  return s;
}

// Facts of the current device, read once; the device heap is enlarged on the way, unless the program has done so.
FLRT_FN const struct flrt_device *flrt_device_facts(int device) {
  struct flrt_device *d = &flrt_devices_[device];
  const struct flrt_settings *env = flrt_env();
  if (__atomic_load_n(&d->ready, __ATOMIC_ACQUIRE))
    return d;
  flrt_enter(&flrt_lock_);
  if (!d->ready) {
    const size_t usual = (size_t)8 << 20;
    size_t heap = 0, want = (size_t)env->heap_mb << 20;
    cudaError_t before = cudaPeekAtLastError();
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
    __atomic_store_n(&d->ready, 1, __ATOMIC_RELEASE);
  }
  flrt_leave(&flrt_lock_);
  return d;
}

// A number that names the stream for good. Handles of destroyed streams are used again while work of the old stream may still
// run, and one handle stands for the per-thread streams of all threads.
FLRT_FN unsigned long long flrt_stream_id(cudaStream_t stream) {
#if defined(CUDART_VERSION) && CUDART_VERSION >= 12000 && !defined(FLRT_NO_STREAM_ID)
  unsigned long long id = 0;
  if (cudaStreamGetId(stream, &id) == cudaSuccess)
    return id;
#endif
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  if (stream == NULL)
    stream = cudaStreamPerThread;
#endif
  if (stream == cudaStreamPerThread) {
    if (!flrt_thread_)
      flrt_thread_ = __atomic_add_fetch(&flrt_threads_, 1, __ATOMIC_RELAXED);
    return ~flrt_thread_;
  }
  return (unsigned long long)(size_t)stream;
}

FLRT_FN cudaError_t flrt_grow(struct flrt_buffer *b, cudaStream_t stream, int pools, size_t head_bytes,
                              size_t bytes) {
  char *memory = NULL;
  cudaError_t e = pools ? cudaMallocAsync((void **)&memory, head_bytes + bytes, stream)
                        : cudaMalloc((void **)&memory, head_bytes + bytes);
  if (e != cudaSuccess)
    return e;
  e = cudaMemsetAsync(memory, 0, head_bytes, stream);
  if (e != cudaSuccess)
    return e;
  if (b->head) {
    if (pools)
      cudaFreeAsync(b->head, stream);
    else
      cudaFree(b->head);
  }
  b->head = memory;
  b->arenas = memory + head_bytes;
  b->bytes = bytes;
  return cudaSuccess;
}

// The worklist of a stream with at least `bytes` of arenas, locked until flrt_release; NULL, and the error left for
// cudaGetLastError(), if there is no memory for it.
FLRT_FN struct flrt_buffer *flrt_acquire(int device, cudaStream_t stream, size_t head_bytes,
                                         size_t bytes) {
  const unsigned long long id = flrt_stream_id(stream);
  struct flrt_buffer *b = flrt_last_;
  if (!b || b->device != device || b->stream != id) {
    flrt_enter(&flrt_lock_);
    for (b = flrt_buffers_; b && (b->device != device || b->stream != id); b = b->next)
      ;
    if (!b && (b = (struct flrt_buffer *)calloc(1, sizeof *b))) {
      b->device = device;
      b->stream = id;
      b->next = flrt_buffers_;
      flrt_buffers_ = b;
    }
    flrt_leave(&flrt_lock_);
    if (!b)
      return NULL;
    flrt_last_ = b;
  }
  flrt_enter(&b->lock);
  if (b->bytes < bytes &&
      flrt_grow(b, stream, flrt_device_facts(device)->pools, head_bytes, bytes) != cudaSuccess) {
    flrt_leave(&b->lock);
    return NULL;
  }
  return b;
}
FLRT_FN void flrt_release(struct flrt_buffer *b) { flrt_leave(&b->lock); }
#endif
