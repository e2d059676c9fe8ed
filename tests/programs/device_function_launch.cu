// Launches written in __device__ functions, two calls deep, with a result and by reference.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}

__device__ int spread(int n, int x, int *data) {
  if (n <= 0)
    return 0;
  child<<<(n + 31) / 32, 32>>>(n, x, data);
  return (n + 31) / 32;
}
__device__ void halves(int n, int *data, int &blocks) {
  blocks += spread(n / 2, 1, data);
  blocks += spread(n - n / 2, threadIdx.x, data + n / 2);
}
static __device__ __forceinline__ void last(int *data);

__global__ void parent(int n, int *data, int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, blocks = 0;
  halves(i, data + i * n, blocks);
  last(data + i * n);
  counts[i] = blocks;
}

static __device__ __forceinline__ void last(int *data) { child<<<1, 2>>>(2, 1000, data); }

int main() {
  const int parents = 80, n = 80;
  int *data = device_zeros<int>(parents * n + parents);
  std::vector<int> want(parents * n + parents);
  for (int i = 0; i < parents; i++) {
    for (int j = 0; j < n; j++)
      want[i * n + j] = (j < i / 2 ? 1 : j < i ? i % 40 : 0) + (j < 2 ? 1000 : 0);
    want[parents * n + i] = (i / 2 + 31) / 32 + (i - i / 2 + 31) / 32;
  }
  parent<<<2, 40>>>(n, data, data + parents * n);
  return compare(to_host(data, want.size()), want);
}
