// Device-side copies take part in a stream's order.
// REMARK-t1: launch of 'add': t1
// REMARK-block: launch of 'add': block
// REMARK-grid: launch of 'add': grid
#include "include/test.h"

__global__ void add(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x + j;
}

__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *a = data + i * 2 * n, *b = a + n;
  add<<<(n + 31) / 32, 32>>>(n, i, a);
  cudaMemcpyAsync(b, a, n * sizeof *a, cudaMemcpyDeviceToDevice, 0);
  add<<<(n + 31) / 32, 32>>>(n, 1000, a);
}

int main() {
  const int parents = 30, n = 200;
  int *data = device_zeros<int>(parents * 2 * n);
  std::vector<int> want;
  for (int i = 0; i < parents; i++)
    for (int j = 0; j < 2 * n; j++)
      want.push_back(i + j % n + (j < n ? 1000 + j : 0));
  parent<<<3, parents / 3>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
