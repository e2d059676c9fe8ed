// Device-side memsets take part in a stream's order.
// REMARK-t1: launch of 'add': t1
// REMARK-block: launch of 'add': block
// REMARK-grid: launch of 'add': grid
// TARGET-keep: cpu (CUDA 13 on an H100 fills with zeros, whatever the value)
// TARGET-warp: cpu (CUDA 13 on an H100 fills with zeros, whatever the value)
#include "include/test.h"

__global__ void add(int n, int x, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}

__global__ void parent(int n, unsigned *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *mine = data + i * n;
  add<<<(n + 31) / 32, 32>>>(n, 5, mine);
  cudaMemsetAsync(mine, 1, n / 2 * sizeof *mine, 0);
  add<<<(n + 31) / 32, 32>>>(n, i, mine);
}

int main() {
  const int parents = 30, n = 200;
  unsigned *data = device_zeros<unsigned>(parents * n);
  std::vector<unsigned> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back((k % n < n / 2 ? 0x01010101u : 5u) + k / n);
  parent<<<3, parents / 3>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
