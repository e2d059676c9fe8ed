// What the engines' host sides share.
#ifndef FREELAUNCH_HOST_H
#define FREELAUNCH_HOST_H
#include "worklist.h"

namespace fl {
// The runtime's entry of parent P on a device. The first call fills it in: `setup` adds what the engine wants to keep.
template <class P, class Setup> flrt_parent &known_parent(int device, const Setup &setup) {
  static flrt_parent parents[FLRT_DEVICES];
  static int lock;
  flrt_parent &p = parents[device];
  if (__atomic_load_n(&p.ready, __ATOMIC_ACQUIRE))
    return p;
  flrt_enter(&lock);
  if (!p.ready) {
    flrt_parent_start(&p, __PRETTY_FUNCTION__, device);
    setup(p);
    __atomic_store_n(&p.ready, 1, __ATOMIC_RELEASE);
  }
  flrt_leave(&lock);
  return p;
}

// `kernel<<<...>>>(params...)`, with the errors of just that: cudaLaunchKernelEx reports bad configurations differently.
template <class... Params>
cudaError_t launch_plain(const config &c, void (*kernel)(Params...), Params... params) {
  void *all[] = {const_cast<void *>(static_cast<const void *>(&params))..., nullptr};
  return cudaLaunchKernel(kernel, c.grid, c.block, all, c.shared, c.stream);
}

// Launched with a configuration that CUDA rejects, so that CUDA rejects it.
template <class P> __global__ void nothing() {}
} // namespace fl
#endif
