// Kernels and launches in the user's own headers, included twice and from each other.
// REMARK-t1: launch of 'add': t1
// REMARK-block: launch of 'add': block
// REMARK-grid: launch of 'add': grid
#include "include/index.cuh"
#include "include/kernels.cuh"
#include "include/test.h"

__global__ void parent(int n, int *data) {
  int i = global_index();
  add<<<1, 32>>>(20, 1000, data + i * n);
  spread<<<1, 1>>>(5, data + i * n);
}

int main() {
  const int parents = 30, n = 60;
  int *data = device_zeros<int>(parents * n);
  parent<<<2, parents / 2>>>(n, data);
  spread<int><<<2, parents / 2>>>(n, data);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back(k / n + (k % n < 20 ? 1000 : 0));
  return compare(to_host(data, want.size()), want);
}
