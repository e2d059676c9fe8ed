// The pool for allocations on the device: the parent allocates, one child fills, the next reads and frees; sizes from a few bytes to more than a block of
// the pool can have.
// TARGET-keep: cpu: native launches from lanes that an exhausted pool held up can hang (docs/allocation.md)
// FLAGS: --fl-pool=4M
// ENV: FL_POOL=64K
// ENV: FL_POOL=off
// REMARK-t1: launch of 'fill': t1
// REMARK-block: launch of 'fill': block
// REMARK-grid: launch of 'fill': grid
// REMARK-t1: allocation on the device: from a pool
#include "include/test.h"

__global__ void fill(int n, int x, int *p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    p[j] = j * x;
}
__global__ void use(int n, int *p, long *out) {
  int *copy = (int *)malloc(n * sizeof(int));
  long sum = 0;
  for (int j = 0; j < n; j++)
    copy[j] = p[j] + 1;
  for (int j = 0; j < n; j++)
    sum += copy[j] * (j % 3);
  free(copy);
  cudaFree(p);
  *out = sum;
}
__global__ void parent(int n, long *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int size = 1 + i * i % 6000, *p = nullptr;
  if (cudaMalloc(&p, size * sizeof(int)) != cudaSuccess)
    return;
  fill<<<(size + 63) / 64, 64>>>(size, i, p);
  use<<<1, 1>>>(size, p, out + i);
}

int main() {
  const int parents = 200;
  long *out = device_zeros<long>(parents);
  std::vector<long> want(parents);
  for (int i = 0; i < parents; i++)
    for (long j = 0; j < 1 + i * i % 6000; j++)
      want[i] += (j * i + 1) * (j % 3);
  for (int round = 0; round < 3; round++)
    parent<<<(parents + 31) / 32, 32>>>(parents, out);
  return compare(to_host(out, parents), want);
}
