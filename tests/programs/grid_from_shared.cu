// Grid size from the parent's shared memory, after a barrier.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int *out, int who) {
  atomicAdd(&out[blockIdx.x], who * blockDim.x + threadIdx.x);
}

__global__ void parent(const int *sizes, int *out) {
  __shared__ int blocks, local[32];
  if (threadIdx.x == 0)
    blocks = sizes[blockIdx.x];
  local[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x < 4)
    child<<<blocks, local[31 - threadIdx.x]>>>(out + blockIdx.x * 64, threadIdx.x);
}

int main() {
  const int n = 20;
  std::vector<int> sizes(n), want(n * 64);
  for (int i = 0; i < n; i++) {
    sizes[i] = 1 + i * 3;
    for (int b = 0; b < sizes[i]; b++)
      for (int who = 0; who < 4; who++)
        for (int t = 0, threads = 32 - who; t < threads; t++)
          want[i * 64 + b] += who * threads + t;
  }
  int *dev_sizes = to_device(sizes), *out = device_zeros<int>(want.size());
  parent<<<n, 32>>>(dev_sizes, out);
  return compare(to_host(out, want.size()), want);
}
