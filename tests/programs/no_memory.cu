// A launch in another stream where the device's memory is used up: in place it takes none, and recorded it takes over what another stream has.
// STRATEGIES: t1 auto
// TARGET-t1: cpu: other processes use the GPU's memory
// TARGET-auto: cpu: the same
// ENV: FL_CHOICE=t4
// ENV: FL_CHOICE=t4 FL_LOG=1
#include "include/test.h"
#include <cerrno>

static bool full;
#ifdef FLCPU
extern "C" void *__libc_memalign(size_t, size_t);
extern "C" int posix_memalign(void **p, size_t alignment, size_t n) {
  *p = full ? nullptr : __libc_memalign(alignment, n);
  return *p ? 0 : ENOMEM;
}
extern "C" void *aligned_alloc(size_t alignment, size_t n) {
  return full ? nullptr : __libc_memalign(alignment, n);
}
#endif

__global__ void child(int *out) { atomicAdd(out, 1); }
__global__ void parent(int *out) { child<<<2, 1>>>(out + threadIdx.x); }

int main() {
  const int threads = 32, streams = 3;
  int *out = device_zeros<int>(threads);
  cudaStream_t stream[streams];
  for (cudaStream_t &s : stream)
    CHECK(cudaStreamCreate(&s));
  parent<<<1, threads, 0, stream[0]>>>(out);
  CHECK(cudaGetLastError());
  full = true;
  void *more;
  bool ok = cudaMalloc(&more, 1 << 20) == cudaErrorMemoryAllocation &&
            cudaGetLastError() == cudaErrorMemoryAllocation;
  for (cudaStream_t s : stream) {
    parent<<<1, threads, 0, s>>>(out);
    ok &= cudaGetLastError() == cudaSuccess;
  }
  CHECK(cudaDeviceSynchronize());
  full = false;
  return verdict(ok && to_host(out, threads) == std::vector<int>(threads, 2 * (streams + 1)),
                 "a launch is lost");
}
