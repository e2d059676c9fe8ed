// Launches of few threads run in the launching thread, the others are recorded; the limit comes from the command line, and from a pragma.
// FLAGS: --fl-threshold=100
// REMARK-t1: launch of 'child': t1.*fewer than 100 threads: t4
// REMARK-keep: launch of 'child': kept: as asked for; fewer than 100 threads: t4
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t1: launch of 'other': t1.*fewer than 40 threads: t4
// SANITIZE-keep: off
#include "include/test.h"

__global__ void child(int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += 1 + n;
}
__global__ void other(int n, int *data) {
  if (threadIdx.x < n)
    data[threadIdx.x] += 1000;
}
__global__ void parent(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(i + 31) / 32, 32>>>(i, data + i * 300);
}
__global__ void second(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma freelaunch threshold(40)
  other<<<1, i + 1>>>(i + 1, data + i * 300);
}

int main() {
  const int parents = 256;
  int *data = device_zeros<int>(parents * 300);
  std::vector<int> want;
  for (int k = 0; k < parents * 300; k++) {
    int i = k / 300, j = k % 300;
    want.push_back((j < i ? 1 + i : 0) + (j <= i ? 1000 : 0));
  }
  parent<<<2, parents / 2>>>(data);
  second<<<2, parents / 2>>>(data);
  return compare(to_host(data, want.size()), want);
}
