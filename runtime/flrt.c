// See flrt.h, which includes this file when the compiler is a C++ one.
#include "flrt.h"
#ifndef FLRT_C
#define FLRT_C
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FLRT_VAR struct flrt_settings flrt_settings_;
FLRT_VAR struct flrt_device flrt_devices_[FLRT_DEVICES];
FLRT_VAR struct flrt_buffer *flrt_buffers_;
FLRT_VAR struct flrt_parent *flrt_parents_;
FLRT_VAR int flrt_lock_;
FLRT_VAR unsigned long long flrt_threads_;
FLRT_TLS unsigned long long flrt_thread_;
FLRT_TLS struct flrt_buffer *flrt_last_;

// Spins: what the locks guard takes microseconds, and is hardly ever contended.
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
    s->worklist = flrt_number("FL_WORKLIST", 0);
    s->heap_mb = flrt_number("FL_HEAP_MB", 64);
    s->log = (int)flrt_number("FL_LOG", 0);
    __atomic_store_n(&s->ready, 1, __ATOMIC_RELEASE);
    flrt_leave(&flrt_lock_);
  }
  return s;
}

// Facts of the current device, read once; the device heap is enlarged on the way, unless the
// program has done so.
FLRT_FN const struct flrt_device *flrt_device_facts(int device) {
  struct flrt_device *d = &flrt_devices_[device];
  if (__atomic_load_n(&d->ready, __ATOMIC_ACQUIRE))
    return d;
  const struct flrt_settings *env = flrt_env();
  flrt_enter(&flrt_lock_);
  if (!d->ready) {
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
    __atomic_store_n(&d->ready, 1, __ATOMIC_RELEASE);
  }
  flrt_leave(&flrt_lock_);
  return d;
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

// Replaces the memory of a buffer by a larger one, in the order of the stream.
FLRT_FN cudaError_t flrt_grow(struct flrt_buffer *b, cudaStream_t stream, int pools,
                              size_t head_bytes, size_t bytes) {
  char *memory = NULL;
  cudaError_t e = pools ? cudaMallocAsync((void **)&memory, head_bytes + bytes, stream)
                        : cudaMalloc((void **)&memory, head_bytes + bytes);
  if (e == cudaSuccess)
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

// A buffer of its own for a launch that is being captured: the graph may run beside the stream's
// later work, so it cannot share. The allocation is not part of the graph, clearing the head is.
// The graph keeps the buffer for good.
FLRT_FN struct flrt_buffer *flrt_captured(int device, cudaStream_t stream, size_t head_bytes,
                                          size_t bytes) {
  struct flrt_buffer *b = (struct flrt_buffer *)calloc(1, sizeof *b);
#ifndef FLRT_NO_CAPTURE
  enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  if (!b)
    return NULL;
  b->device = device;
  cudaThreadExchangeStreamCaptureMode(&mode);
  flrt_grow(b, stream, 0, head_bytes, bytes);
  cudaThreadExchangeStreamCaptureMode(&mode);
#else
  (void)device, (void)stream, (void)head_bytes, (void)bytes;
#endif
  if (b && !b->head) {
    free(b);
    return NULL;
  }
  if (b)
    flrt_enter(&b->lock);
  return b;
}

// The memory of a stream for an engine, with `bytes` of arenas, or as many as there is memory for, locked until
// flrt_release; NULL, and the error left for cudaGetLastError(), if there is none at all.
FLRT_FN struct flrt_buffer *flrt_acquire(int device, cudaStream_t stream, unsigned kind,
                                         size_t head_bytes, size_t bytes) {
#ifndef FLRT_NO_CAPTURE
  enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  const int may_capture = stream != cudaStreamLegacy;
#else
  const int may_capture = stream != NULL && stream != cudaStreamLegacy;
#endif
  if (may_capture && cudaStreamIsCapturing(stream, &capture) == cudaSuccess &&
      capture != cudaStreamCaptureStatusNone)
    return flrt_captured(device, stream, head_bytes, bytes);
#endif
  const unsigned long long id = flrt_stream_id(stream);
  struct flrt_buffer *b = flrt_last_;
  if (!b || b->device != device || b->stream != id || b->kind != kind) {
    flrt_enter(&flrt_lock_);
    for (b = flrt_buffers_;
         b && (b->device != device || b->stream != id || b->kind != kind); b = b->next)
      ;
    if (!b && (b = (struct flrt_buffer *)calloc(1, sizeof *b))) {
      b->device = device;
      b->stream = id;
      b->kind = kind;
      b->next = flrt_buffers_;
      flrt_buffers_ = b;
    }
    flrt_leave(&flrt_lock_);
    if (!b)
      return NULL;
    flrt_last_ = b;
  }
  flrt_enter(&b->lock);
  if (b->bytes < bytes) {
    const int pools = flrt_device_facts(device)->pools;
    const cudaError_t before = cudaPeekAtLastError();
    cudaError_t e = flrt_grow(b, stream, pools, head_bytes, bytes);
    for (; e == cudaErrorMemoryAllocation && !b->head && bytes > 65536; bytes /= 2)
      e = flrt_grow(b, stream, pools, head_bytes, bytes / 2);
    if (!b->head) {
      flrt_leave(&b->lock);
      return NULL;
    }
    if (before == cudaSuccess)
      cudaGetLastError(); // there is a smaller worklist to make do with
  }
  return b;
}
FLRT_FN void flrt_release(struct flrt_buffer *b) { flrt_leave(&b->lock); }

// Launches that were refused since the program began.
FLRT_FN unsigned long long flrt_lost_launches(void) {
  unsigned long long lost = 0;
  flrt_enter(&flrt_lock_);
  for (const struct flrt_parent *p = flrt_parents_; p; p = p->next)
    lost += p->report ? p->report->lost : 0;
  flrt_leave(&flrt_lock_);
  return lost;
}

FLRT_FN void flrt_learn(struct flrt_selector *s, volatile const struct flrt_sample *m) {
  unsigned c = 0;
  while (c + 1 < FLRT_CLASSES && m->records >> c)
    ++c;
  const unsigned n = s->n[m->mode][c]++;
  float *ns = &s->ns[m->mode][c];
  *ns += ((float)m->ns - *ns) / (float)(n < 8 ? n + 1 : 8);
  for (unsigned i = 0; i < FLRT_CLASSES; ++i)
    s->often[i] *= 0.96f;
  s->often[c] += 1;
  s->small = m->large ? 0 : s->small + 1;
}

// The mode of the next launch of a parent, and whether it is to be measured. Cheap: most calls only count.
FLRT_FN struct flrt_choice flrt_choose(struct flrt_selector *s, volatile struct flrt_report *r) {
  struct flrt_choice choice = {FLRT_RECORD, 1};
  const unsigned long long samples = r->samples;
  if (samples - s->seen > FLRT_SAMPLES / 2)
    s->seen = samples - FLRT_SAMPLES / 2; // the older ones may be overwritten right now
  for (; s->seen < samples; ++s->seen)
    flrt_learn(s, &r->sample[s->seen % FLRT_SAMPLES]);
  ++s->launches;
  if (s->need == 0)
    s->need = 6;
  if (r->large) { // a mistake: with that, a launch can take a thousand times as long
    r->large = 0;
    s->small = 0;
    s->need = s->need < 4096 ? s->need * 2 : s->need;
  }
  // A number without a pattern, so that what a program repeats is not tied to one mode.
  unsigned long long dice = s->launches * 0x9E3779B97F4A7C15ull;
  dice ^= dice >> 29;
  if (s->small < s->need) {
    s->mode = FLRT_RECORD;
    choice.measure = s->small != 0 || dice % 8 == 0;
  } else {
    float both = 0, all = 0, sum[FLRT_MODES] = {0, 0};
    for (unsigned c = 0; c < FLRT_CLASSES; ++c) {
      all += s->often[c];
      if (s->n[FLRT_RECORD][c] < 2 || s->n[FLRT_SERIAL][c] < 2)
        continue;
      both += s->often[c];
      for (unsigned m = 0; m < FLRT_MODES; ++m)
        sum[m] += s->often[c] * s->ns[m][c];
    }
    if (both < 0.7f * all) { // not enough is known: try
      choice.mode = (enum flrt_mode)(dice % FLRT_MODES);
    } else {
      const enum flrt_mode other = (enum flrt_mode)(1 - s->mode);
      if (sum[other] < 0.97f * sum[s->mode])
        s->mode = other;
      choice.mode = s->mode;
      choice.measure = dice % 16 == 0;
      if (dice % 128 == 0 && sum[other] < 2 * sum[s->mode]) // does it still hold?
        choice.mode = other;
    }
  }
  ++s->chosen[choice.mode];
  return choice;
}

FLRT_FN void flrt_tell_lost(struct flrt_parent *p) {
  if (p->report->lost == p->lost_before)
    return;
  if (p->lost_before == 0)
    fprintf(stderr,
            "freelaunch: %s: the device heap is full, %llu launches of children were refused with "
            "cudaErrorLaunchPendingCountExceeded; set FL_HEAP_MB or FL_WORKLIST higher\n",
            p->name, (unsigned long long)p->report->lost);
  p->lost_before = p->report->lost;
}

// At exit: what the drains have reported. The reports are host memory, so no call of CUDA is
// needed.
FLRT_FN void flrt_finish(void) {
  for (struct flrt_parent *p = flrt_parents_; p; p = p->next) {
    flrt_tell_lost(p);
    if (flrt_settings_.log && p->selector.launches)
      fprintf(stderr, "freelaunch: %s: %llu launches recorded (t1), %llu run in place (t4)\n", p->name,
              p->selector.chosen[FLRT_RECORD], p->selector.chosen[FLRT_SERIAL]);
    if (flrt_settings_.log)
      fprintf(
          stderr,
          "freelaunch: %s: %llu parent launches; %llu child launches, %llu blocks in the worklist, "
          "%llu launches outside it\n",
          p->name, p->launches, (unsigned long long)p->report->records,
          (unsigned long long)p->report->blocks, (unsigned long long)p->report->spilled);
  }
}

// Fills in a parent's name, from a signature that ends in "P = name]" or the like, and its report,
// and puts it on the list.
FLRT_FN void flrt_parent_start(struct flrt_parent *p, const char *signature, int device) {
  const char *from = strstr(signature, "P = ");
  size_t n = 0;
  void *report = NULL;
  from = from ? from + 4 : signature;
  while (from[n] && from[n] != ']' && from[n] != ';' && n + 1 < sizeof p->name)
    ++n;
  memcpy(p->name, from, n);
  if (n > 4 && memcmp(p->name + n - 4, "__fl", 4) == 0)
    p->name[n - 4] = 0;
  p->device = device;
  p->more = 1;
  const cudaError_t before = cudaPeekAtLastError();
  if (cudaHostAlloc(&report, sizeof *p->report, cudaHostAllocMapped | cudaHostAllocPortable) !=
          cudaSuccess &&
      before == cudaSuccess)
    cudaGetLastError();
  if (!report)
    return;
  memset(report, 0, sizeof *p->report);
  p->report = (volatile struct flrt_report *)report;
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
