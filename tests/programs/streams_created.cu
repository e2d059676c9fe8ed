// Streams that a body creates, and does nothing else with, are none of CUDA's own, whatever others of the file are; those that are handed on, copied or set may be.
// REMARK-t4: launch of 'add': t4
// REMARK-t3: launch of 'add': t3
// REMARK-t4: launch of 'set_later': kept: the stream may be the tail stream
// REMARK-t4: launch of 'copied': kept: the stream may be the tail stream
// REMARK-t4: launch of 'assigned': kept: the stream may be the tail stream
#include "include/test.h"

__global__ void add(int *p, int x) { p[threadIdx.x] = p[threadIdx.x] * 2 + x; }
__global__ void set_later(int *p) { p[0] += 1000; }
__global__ void copied(int *p) { p[0] += 5; }
__global__ void assigned(int *p) { p[0] += 7; }
__device__ void set(cudaStream_t *s) { *s = cudaStreamTailLaunch; }

__global__ void parent(int *p) {
  cudaStream_t s[2], t;
  for (int i = 0; i < 2; i++)
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  add<<<1, 4, 0, s[0]>>>(p, 1);
  add<<<1, 4, 0, s[1]>>>(p + 4, 1);
  add<<<1, 4, 0, s[1]>>>(p + 4, 2);
  add<<<1, 4, 0, t>>>(p + 8, 1);
  add<<<1, 4, 0, t>>>(p + 8, 3);
  for (int i = 0; i < 2; i++)
    cudaStreamDestroy(s[i]);
  cudaStreamDestroy(t);
}
__global__ void parent_set(int *p) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  set(&s);
  set_later<<<1, 1, 0, s>>>(p);
}
__global__ void parent_copied(int *p) {
  cudaStream_t s = cudaStreamTailLaunch;
  copied<<<1, 1, 0, s>>>(p);
}
__global__ void parent_assigned(int *p) {
  cudaStream_t s[1];
  cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
  s[0] = cudaStreamTailLaunch;
  assigned<<<1, 1, 0, s[0]>>>(p);
}

int main() {
  int *p = device_zeros<int>(12);
  parent<<<1, 1>>>(p);
  parent_set<<<1, 1>>>(p);
  parent_copied<<<1, 1>>>(p);
  parent_assigned<<<1, 1>>>(p);
  return compare(to_host(p, 12), std::vector<int>{1013, 1, 1, 1, 4, 4, 4, 4, 5, 5, 5, 5});
}
