// <<<1, m>>> with m > 1024, and empty lists, where nobody reads the error: those children do not
// run, all others do.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// SANITIZE-keep: off
#include "include/test.h"

__global__ void child(int *data) { data[threadIdx.x] += 1; }

__global__ void parent(int n, const int *first, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<1, first[i + 1] - first[i]>>>(data + first[i]);
}

int main() {
  const int n = 200;
  std::vector<int> first = list_offsets(n, 3000), want(first.back());
  for (int i = 0; i < n; i++)
    for (int j = first[i]; j < first[i + 1]; j++)
      want[j] = first[i + 1] - first[i] <= 1024;
  int *data = device_zeros<int>(first.back());
  parent<<<2, 100>>>(n, to_device(first), data);
  return compare(to_host(data, want.size()), want);
}
