// Does CUDA's device heap give a block to two threads at a time? (docs/results/2026-11-22-h100-check.md.) 20,000 threads ask for 1,000 bytes each, more than there is: first
// a pool of 64 KB, then CUDA's heap of 4 MB, whose malloc and free note which blocks are given out. Another kernel frees all; four times over. With -DALONE there is no pool.
// What was seen is in the host's memory, so that it is told when CUDA's free() has trapped, too. The exit status is 1 then.
// nvcc -O2 -std=c++17 -arch=sm_90 -Iinclude -Iruntime tests/engine/bench_heap_twice.cu; FL_POOL=64K, many runs: it has been one in 500.
#define FL_POOL (64u << 10)
#include "check.h"
#include <cstring>
#include <freelaunch/freelaunch.h>

constexpr unsigned bytes = 1000;
struct notes {
  unsigned long long twice, freed_twice, block, thread; // the last one's
};
__device__ unsigned long long
    live[1 << 14]; // a bit for each 16 bytes of the heap, which is smaller than 16 MB

__device__ unsigned long long bit_of(const char *m) { return 1ull << (size_t(m) >> 4 & 63); }
__device__ unsigned long long *word_of(const char *m) { return &live[size_t(m) >> 10 & 0x3fff]; }
__device__ void tell(volatile notes *seen, unsigned long long volatile *count, const char *m) {
  atomicAdd(const_cast<unsigned long long *>(count), 1ull);
  seen->block = size_t(m);
  seen->thread = blockIdx.x * blockDim.x + threadIdx.x;
  __threadfence_system();
}

template <int how> __device__ __forceinline__ char *get(volatile notes *seen) {
#ifndef ALONE
  if (void *m = __fl::pool_take(__fl::the_pool(), bytes))
    return static_cast<char *>(m);
#endif
  char *m = how == 2 ? new char[bytes] : static_cast<char *>(malloc(bytes));
  if (m && (atomicOr(word_of(m), bit_of(m)) & bit_of(m)))
    tell(seen, &seen->twice, m);
  return m;
}
// Calls of their own, so that the lanes of a warp come to the heap at different times.
__global__ void take(char **kept, volatile notes *seen) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  char *p;
  if (i % 3 == 0)
    p = get<0>(seen);
  else if (i % 3 == 1)
    p = get<1>(seen);
  else
    p = get<2>(seen);
  kept[i] = p;
  for (unsigned j = 0; p && j < bytes; j++)
    p[j] = char(i * 31 + j);
}
__global__ void give(char **kept, volatile notes *seen) {
  char *const p = kept[blockIdx.x * blockDim.x + threadIdx.x];
#ifndef ALONE
  if (__fl::in_pool(p)) {
    __fl::pool_give(__fl::the_pool(), p);
    return;
  }
#endif
  if (p && !(atomicAnd(word_of(p), ~bit_of(p)) & bit_of(p)))
    tell(seen, &seen->freed_twice, p);
  free(p);
}

int main() {
  const int n = 20000 / 64 * 64;
  notes *seen, *there;
  CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20));
  CUDA(cudaHostAlloc((void **)&seen, sizeof *seen, cudaHostAllocMapped));
  memset(seen, 0, sizeof *seen);
  CUDA(cudaHostGetDevicePointer((void **)&there, seen, 0));
#ifndef ALONE
  __fl::ready_pool();
#endif
  array<char *> kept(n);
  for (int r = 0; r < 4; r++) {
    take<<<n / 64, 64>>>(kept.get(), there);
    give<<<n / 64, 64>>>(kept.get(), there);
  }
  const cudaError_t e = cudaDeviceSynchronize();
  printf("given out twice: %llu, freed twice: %llu", seen->twice, seen->freed_twice);
  if (seen->twice || seen->freed_twice)
    printf(" (the last: %llx, thread %llu)", seen->block, seen->thread);
  printf("; %s\n", cudaGetErrorString(e));
  return e != cudaSuccess || seen->twice || seen->freed_twice;
}
