// A parent that waits for a kernel of another stream, whose blocks are large: a drain that stood ready on all multiprocessors would keep that from them.
// STRATEGIES: keep t1 auto t4
// REMARK-t1: launch of 'child': t1
// REMARK-auto: launch of 'child': t1
#include "include/test.h"

__global__ void child(int *out) { atomicAdd(out, 1); }
__global__ void parent(volatile int *flag, int *out) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  child<<<2, 32>>>(out + threadIdx.x);
}
__global__ void producer(volatile int *flag) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *flag = 1;
  }
}

int main() {
  const int threads = 64, rounds = 10;
  int *out = device_zeros<int>(threads), *flag = device_zeros<int>(rounds);
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  // Kernels are loaded when they are launched first, which waits for others.
  int *ready = to_device(std::vector<int>{1});
  producer<<<1, 1024, 0, stream>>>(ready);
  for (int r = 0; r < 8; r++) {
    parent<<<1, threads>>>(ready, out);
    CHECK(cudaDeviceSynchronize());
  }
  const auto produce = [&](int r) { producer<<<1, 1024, 0, stream>>>(flag + r); };
  for (int r = 0; r < rounds; r++) {
#ifdef FLCPU // runs one stream's kernels after another's
    produce(r);
#endif
    parent<<<1, threads>>>(flag + r, out);
#ifndef FLCPU
    produce(r);
#endif
  }
  CHECK(cudaDeviceSynchronize());
  return compare(to_host(out, threads), std::vector<int>(threads, 64 * (rounds + 8)));
}
