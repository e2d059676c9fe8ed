// assert in parent and child, all of them true.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"
#include <cassert>

__global__ void child(int n, int *data) {
  assert(blockDim.x == 32 && gridDim.y == 1);
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  assert(j >= 0);
  if (j < n) {
    assert(data[j] == 0 && "written once");
    data[j] = j + 1;
  }
}
__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(n > 0);
  child<<<(n + 31) / 32, 32>>>(n, data + i * n);
}

int main() {
  const int parents = 30, n = 70;
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back(k % n + 1);
  parent<<<2, parents / 2>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
