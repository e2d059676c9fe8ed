// A device function that synchronises the block and has shared memory of its own, called twice by a
// child and by the parent.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-auto: launch of 'child': t1
// ENV: FL_CHOICE=t4
#include "include/test.h"

__device__ int block_sum(int v) {
  __shared__ int part[256];
  part[threadIdx.x] = v;
  __syncthreads();
  int sum = 0;
  for (unsigned t = 0; t < blockDim.x; t++)
    sum += part[t];
  __syncthreads();
  return sum;
}
template <class T> __device__ T block_first(T v) {
  __shared__ T first;
  if (threadIdx.x == 0)
    first = v;
  __syncthreads();
  T result = first;
  __syncthreads();
  return result;
}

__global__ void child(int x, int *out) {
  int t = threadIdx.x, a = block_sum(t + x), b = block_sum(t * t);
  double c = block_first(t + .5);
  long d = block_first((long)t + blockIdx.x);
  out[blockIdx.x * blockDim.x + t] = a + b + (int)(c * 2) + (int)d;
}

__global__ void parent(int *out) {
  int sum = block_sum(threadIdx.x + 1);
  child<<<2, 20 + threadIdx.x>>>(sum, out + (blockIdx.x * blockDim.x + threadIdx.x) * 100);
}

int main() {
  const int blocks = 3, threads = 30;
  int *out = device_zeros<int>(blocks * threads * 100);
  std::vector<int> want(blocks * threads * 100);
  for (int i = 0; i < blocks * threads; i++) {
    int n = 20 + i % threads, x = threads * (threads + 1) / 2, sum = n * x + 1;
    for (int t = 0; t < n; t++)
      sum += t + t * t;
    for (int k = 0; k < 2 * n; k++)
      want[i * 100 + k] = sum + k / n;
  }
  parent<<<blocks, threads>>>(out);
  return compare(to_host(out, want.size()), want);
}
