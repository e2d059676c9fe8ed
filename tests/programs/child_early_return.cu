// A child's return ends that child thread only: not its block, nor the parent thread, nor later
// children.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n)
    return;
  data[j] += 1;
  if (j % 3 == 0)
    return;
  for (int k = 0; k < 10; k++) {
    if (k == j % 10)
      return;
    data[j] += 10;
  }
}

__global__ void parent(int n, int *data, int *after) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, data + i * n);
  after[i] = i + 1;
  child<<<1, 64>>>(20, data + i * n);
  after[i] *= 2;
}

int main() {
  const int parents = 50, n = 150;
  int *data = device_zeros<int>(parents * n + parents), *after = data + parents * n;
  parent<<<2, parents / 2>>>(n, data, after);
  std::vector<int> want(parents * n + parents);
  for (int k = 0; k < parents * n; k++) {
    int j = k % n;
    want[k] = (1 + (j % 3 ? 10 * (j % 10) : 0)) * (j < 20 ? 2 : 1);
  }
  for (int i = 0; i < parents; i++)
    want[parents * n + i] = 2 * (i + 1);
  return compare(to_host(data, want.size()), want);
}
