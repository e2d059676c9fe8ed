// What is asked of CUDA's driver itself, at every launch: of two calls that change a graph's kernels the runtime's take 1.5 us of the host, these 0.8, and a
// launch of a graph's is 0.1 us less (docs/results/2026-11-26-h100-host.md). Nor do these touch the error that the program asks for. See flrt.h.
#include "flrt.h"
#ifndef FLRT_DRIVER_C
#define FLRT_DRIVER_C
#include <string.h>

#if !defined(__cplusplus) && defined(__CUDA_RUNTIME_API_H__) && CUDART_VERSION >= 12000
#include <cuda.h>
#define FLRT_LIKE(ours, its) _Static_assert(offsetof(struct flrt_node, ours) == offsetof(CUDA_KERNEL_NODE_PARAMS_v2, its), #its)
FLRT_LIKE(function, func);
FLRT_LIKE(shape, gridDimX);
FLRT_LIKE(shape[3], blockDimX);
FLRT_LIKE(shape[6], sharedMemBytes);
FLRT_LIKE(args, kernelParams);
FLRT_LIKE(extra, extra);
FLRT_LIKE(kernel, kern);
FLRT_LIKE(context, ctx);
_Static_assert(sizeof(struct flrt_node) == sizeof(CUDA_KERNEL_NODE_PARAMS_v2), "size");
#endif

FLRT_VAR struct flrt_driver flrt_driver_;
FLRT_VAR int flrt_driver_lock_;

#if defined(CUDART_VERSION) && CUDART_VERSION >= 12000 && !defined(FLRT_NO_CONTEXT)
// Has `to` point to the function that programs compiled with CUDA 12 mean, if there is one.
FLRT_ONCE void flrt_entry(void *to, const char *name) {
  void *found = NULL;
  enum cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
  if (cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableLegacyStream, &result) != cudaSuccess)
#else
  if (cudaGetDriverEntryPoint(name, &found, cudaEnableLegacyStream, &result) != cudaSuccess)
#endif
    found = NULL;
  memcpy(to, &found, sizeof found);
}

FLRT_ONCE void flrt_find_driver(struct flrt_driver *d) {
  const struct flrt_aside aside = flrt_step_aside();
  flrt_entry(&d->context_id, "cuCtxGetId");
  flrt_entry(&d->limit, "cuCtxGetLimit");
  flrt_entry(&d->node, "cuGraphKernelNodeGetParams");
  flrt_entry(&d->set_node, "cuGraphExecKernelNodeSetParams");
  flrt_entry(&d->launch, "cuGraphLaunch");
  d->graphs = d->limit && d->node && d->set_node && d->launch;
  flrt_step_back(aside);
}
#else
FLRT_ONCE void flrt_find_driver(struct flrt_driver *d) { (void)d; }
#endif

FLRT_HOT const struct flrt_driver *flrt_driver(void) {
  struct flrt_driver *d = &flrt_driver_;
  if (__atomic_load_n(&d->ready, __ATOMIC_ACQUIRE))
    return d;
  flrt_enter(&flrt_driver_lock_);
  if (!d->ready) {
    flrt_find_driver(d);
    __atomic_store_n(&d->ready, 1, __ATOMIC_RELEASE);
  }
  flrt_leave(&flrt_driver_lock_);
  return d;
}

// The number of the current context; 0: not known.
FLRT_HOT unsigned long long flrt_context(void) {
  unsigned long long id = 0;
#if defined(CUDART_VERSION) && CUDART_VERSION >= 12000 && !defined(FLRT_NO_CONTEXT)
  const struct flrt_driver *d = flrt_driver();
  // Before a thread's first call of CUDA, and after cudaDeviceReset(), there is none until some call makes one. It names no stream: some may just be captured.
  if (d->context_id && d->context_id(NULL, &id) != 0) {
    const struct flrt_aside aside = flrt_step_aside();
    int device;
    id = 0;
    if ((cudaGetDevice(&device) != cudaSuccess || cudaSetDevice(device) != cudaSuccess || d->context_id(NULL, &id) != 0) &&
        (cudaFree(NULL) != cudaSuccess || d->context_id(NULL, &id) != 0))
      id = 0;
    flrt_step_back(aside);
  }
#endif
  return id;
}
#endif
