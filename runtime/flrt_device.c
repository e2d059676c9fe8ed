// What is known and kept of devices. See flrt.h.
#include "flrt.h"
#ifndef FLRT_DEVICE_C
#define FLRT_DEVICE_C
#include <stdlib.h>
#include <string.h>

FLRT_VAR struct flrt_device flrt_devices_[FLRT_DEVICES];
FLRT_VAR int flrt_devices_lock_;
FLRT_VAR int flrt_pool_lock_;
FLRT_TLS struct flrt_device *flrt_last_here_;

FLRT_FN void **flrt_enter_pool(int device) {
  flrt_enter(&flrt_pool_lock_);
  return &flrt_devices_[device].pool;
}
FLRT_HOT void flrt_leave_pool(void) { flrt_leave(&flrt_pool_lock_); }

// Bytes that the current device's heap is to have where neither program nor environment says so: CUDA takes them when it loads the first kernel, needed or not.
FLRT_FN size_t flrt_usual_heap(void) {
  const size_t least = (size_t)64 << 20, most = (size_t)512 << 20;
  size_t free_bytes = 0, total = 0;
  if (cudaMemGetInfo(&free_bytes, &total) != cudaSuccess || free_bytes / 64 < least)
    return least;
  return free_bytes / 64 < most ? free_bytes / 64 : most;
}

// Facts of the current device, read once for each context; the device heap is enlarged on the way, unless the program has done so.
FLRT_HOT const struct flrt_device *flrt_here(void) {
  const unsigned long long context = flrt_context();
  struct flrt_device *d = flrt_last_here_;
  int device = 0;
  if (d && context && __atomic_load_n(&d->context, __ATOMIC_ACQUIRE) == context)
    return d; // a context is of one device
  cudaGetDevice(&device);
  d = flrt_last_here_ = &flrt_devices_[device];
  if (__atomic_load_n(&d->ready, __ATOMIC_ACQUIRE) &&
      (context == 0 || __atomic_load_n(&d->context, __ATOMIC_ACQUIRE) == context))
    return d;
  const struct flrt_settings *env = flrt_env();
  flrt_enter(&flrt_devices_lock_);
  if (!d->ready || d->context != context) {
    const size_t usual = (size_t)8 << 20;
    size_t heap = 0;
    const struct flrt_aside aside = flrt_step_aside(); // some stream may just be captured
    cudaDeviceGetAttribute(&d->multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&d->cc_major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&d->cc_minor, cudaDevAttrComputeCapabilityMinor, device);
    cudaDeviceGetAttribute(&d->shared_optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    d->heap = 0;
    const size_t usual_heap = flrt_usual_heap();
    d->spare = usual_heap / 2;
    if (cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess && heap == usual) {
      const size_t want = env->heap_mb >= 0 ? (size_t)env->heap_mb << 20 : usual_heap;
      if (want > usual && cudaDeviceSetLimit(cudaLimitMallocHeapSize, want) == cudaSuccess && env->heap_mb < 0)
        d->heap = want;
    }
    if (d->multiprocessors < 1)
      d->multiprocessors = 1; // there is no device to speak of: what comes next will say so
    flrt_step_back(aside);
    d->device = device;
    d->default_stream = 0;
    d->pool = NULL;
    d->seen_left = 0;
    d->deep = 0;
    __atomic_store_n(&d->context, context, __ATOMIC_RELEASE); // who finds it finds what is above
    __atomic_store_n(&d->ready, 1, __ATOMIC_RELEASE);
  }
  flrt_leave(&flrt_devices_lock_);
  return d;
}

// A launch goes to the device of its stream, whichever is current. Makes that one current, and returns the one that was; -1: it is current already. A stream
// that is captured must be of the current device: asked for its own, CUDA gives the capture up.
FLRT_HOT int flrt_enter_device(cudaStream_t stream) {
  int was = -1;
#if defined(CUDART_VERSION) && CUDART_VERSION >= 12080 && !defined(FLRT_NO_STREAM_DEVICE)
  static int several; // 0: not known, 1: no, 2: yes
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  if (stream == NULL)
    return -1;
#endif
  if (flrt_is_default(stream) || stream == cudaStreamPerThread || __atomic_load_n(&several, __ATOMIC_RELAXED) == 1)
    return -1;
  const struct flrt_aside aside = flrt_step_aside();
  int n = 0, its = 0;
  if (cudaGetDeviceCount(&n) == cudaSuccess)
    __atomic_store_n(&several, n > 1 ? 2 : 1, __ATOMIC_RELAXED);
  if (n < 2 || flrt_capturing(stream) || cudaStreamGetDevice(stream, &its) != cudaSuccess || cudaGetDevice(&was) != cudaSuccess || was == its ||
      cudaSetDevice(its) != cudaSuccess)
    was = -1;
  flrt_step_back(aside);
#else
  (void)stream;
#endif
  return was;
}
FLRT_HOT void flrt_leave_device(int was) {
  if (was >= 0)
    cudaSetDevice(was);
}

// Bytes that the pool for allocations on a device is to have, in whole pages, `most` of them at most: what the environment says, or the program was compiled
// with (`asked`, 0: nothing); else as many as program or environment give the device's heap, at least 64 MB, and no more than a quarter of what is free.
FLRT_ONCE size_t flrt_pool_bytes(unsigned long long asked, size_t page, size_t most) {
  const struct flrt_settings *env = flrt_env();
  size_t bytes = env->pool >= 0 ? (size_t)env->pool : (size_t)asked;
  if (env->pool == 0)
    return 0;
  if (bytes == 0) {
    size_t heap = 0, free_bytes = 0, total = 0;
    bytes = (size_t)64 << 20;
    if (cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess && heap != flrt_here()->heap &&
        heap > bytes)
      bytes = heap;
    if (cudaMemGetInfo(&free_bytes, &total) == cudaSuccess && bytes > free_bytes / 4)
      bytes = free_bytes / 4;
    if (bytes < page)
      return 0;
  }
  bytes = (bytes + page - 1) / page * page;
  return bytes / page < most ? bytes : page * most;
}

// Memory of `size` bytes, all zero, that host and device see; *seen: its address there. NULL if there is none. It is the host's own, made known to the device:
// what CUDA has allocated would be gone after cudaDeviceReset(), and programs call that last. Allocated for many at a time, since making it known takes longer
// than a launch.
FLRT_ONCE void *flrt_both_see(int device, size_t size, void **seen) {
  const size_t all = 65536, each = (size + 127) / 128 * 128;
  const struct flrt_aside aside = flrt_step_aside();
  struct flrt_device *d = &flrt_devices_[device];
  void *memory = NULL;
  flrt_enter(&flrt_devices_lock_);
  if (d->seen_left < each) {
    void *more = aligned_alloc(65536, all);
    if (more && cudaHostRegister(more, all, cudaHostRegisterMapped | cudaHostRegisterPortable) !=
                    cudaSuccess) {
      free(more);
      more = NULL;
    }
    d->seen = (char *)more;
    d->seen_left = more ? all : 0;
  }
  if (d->seen_left >= each) {
    d->seen_left -= each;
    memory = d->seen + d->seen_left;
  }
  flrt_leave(&flrt_devices_lock_);
  if (!memory && // where memory cannot be made known
      cudaHostAlloc(&memory, each, cudaHostAllocMapped | cudaHostAllocPortable) != cudaSuccess)
    memory = NULL;
  *seen = NULL;
  if (memory) {
    memset(memory, 0, each);
    if (cudaHostGetDevicePointer(seen, memory, 0) != cudaSuccess)
      memory = NULL;
  }
  flrt_step_back(aside);
  return memory;
}

// Gives threads of the current device more stack, once: of a kernel with recursion or calls through pointers CUDA does not know how much it needs, and goes by
// the limit, which is the program's for its own functions.
FLRT_ONCE void flrt_deepen_stack(int device, size_t more) {
  struct flrt_device *d = &flrt_devices_[device];
  const struct flrt_aside aside = flrt_step_aside();
  size_t limit = 0;
  flrt_enter(&flrt_devices_lock_);
  if (!d->deep && cudaDeviceGetLimit(&limit, cudaLimitStackSize) == cudaSuccess)
    cudaDeviceSetLimit(cudaLimitStackSize, limit + more);
  d->deep = 1;
  flrt_leave(&flrt_devices_lock_);
  flrt_step_back(aside);
}

// Launches that the device runtime can hold on the current device: raised to a useful number if the program has left it as it was.
FLRT_ONCE size_t flrt_pending_launches(void) {
  const size_t usual = 2048, want = 32768;
  const struct flrt_aside aside = flrt_step_aside();
  size_t limit = 0;
  if (cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) != cudaSuccess)
    limit = usual;
  if (limit == usual && cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, want) == cudaSuccess)
    limit = want;
  flrt_step_back(aside);
  return limit;
}
#endif
