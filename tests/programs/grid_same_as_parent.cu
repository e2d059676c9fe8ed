// The child gets the parent's own gridDim.x and blockDim.x.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int *sum, int who) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum[j], who);
}

__global__ void parent(int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 7 == 0)
    child<<<gridDim.x, blockDim.x>>>(sum, i + 1);
}

int main() {
  const int blocks = 5, threads = 48, n = blocks * threads;
  int *sum = device_zeros<int>(n), total = 0;
  parent<<<blocks, threads>>>(sum);
  for (int i = 0; i < n; i += 7)
    total += i + 1;
  return compare(to_host(sum, n), std::vector<int>(n, total));
}
