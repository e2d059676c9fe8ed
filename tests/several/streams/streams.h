// What files do that differ in what the default stream is: parents in stream 0, and in the two streams that have names, from several threads of the host at once.
#ifndef STREAMS_H
#define STREAMS_H
#include "../../programs/include/test.h"

namespace {
__global__ void multiply(int *v, int n, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v[i] * by + i;
}
__global__ void parts(int *v, int n, int by) {
  const int first = 100 * threadIdx.x;
  if (first < n)
    multiply<<<(min(n - first, 100) + 31) / 32, 32>>>(v + first, min(n - first, 100), by);
}
template <class T> __global__ void add(T *v, T x) { atomicAdd(v + threadIdx.x, x); }
template <class T> __global__ void adds(T *v, int n, int times) {
  for (int k = 0; k < times && blockIdx.x * blockDim.x + threadIdx.x < n; k++)
    add<<<1, 32>>>(v, T(threadIdx.x + 1));
}

// One launch comes behind another in the same stream, whatever other threads do in theirs. Which streams those are that have several names, no file mistakes.
bool streams_are_right(int thread) {
  enum { most = 1000, rounds = 8 };
  const cudaStream_t streams[] = {0, cudaStreamLegacy, cudaStreamPerThread};
  std::vector<int> got(most + 32);
  int *v;
  CHECK(cudaMalloc((void **)&v, got.size() * sizeof(int)));
  bool right = true;
  for (int round = 0; round < rounds; round++)
    for (cudaStream_t s : streams) {
      const int n = most - 97 * thread - round;
      CHECK(cudaMemsetAsync(v, 0, got.size() * sizeof(int), s));
      parts<<<1, 32, 0, s>>>(v, n, 3);
      parts<<<1, 32, 0, s>>>(v, n, 5 + thread);
      adds<<<2, 32, 0, s>>>(v + most, 40 + round, 2);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(got.data(), v, got.size() * sizeof(int), cudaMemcpyDeviceToHost, s));
      CHECK(cudaStreamSynchronize(s));
      for (int i = 0; i < n; i++)
        right &= got[i] == i % 100 * (5 + thread) + i % 100;
      for (int i = 0; i < 32; i++)
        right &= got[most + i] == 32 * 33 + (8 + round) * (9 + round);
    }
  // By address, and a copy that waits.
  int n = most, by = 7;
  void *args[] = {&v, &n, &by};
  cudaLaunchConfig_t how = {};
  how.gridDim = 1;
  how.blockDim = 32;
  CHECK(cudaMemsetAsync(v, 0, got.size() * sizeof(int), 0));
  CHECK(cudaLaunchKernel((const void *)parts, 1, 32, args, 0, 0));
  CHECK(cudaLaunchKernelExC(&how, (const void *)parts, args));
  CHECK(cudaMemcpy(got.data(), v, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    right &= got[i] == i % 100 * 8;
  CHECK(cudaFree(v));
  return right;
}
} // namespace
#endif
