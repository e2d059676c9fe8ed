// Children that stride over their data by the size of their grid, fewer threads than elements.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += blockDim.x * gridDim.x)
    data[j] += x + blockIdx.x * 100;
}
__global__ void parent(int n, const int *first, int *data) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    child<<<1 + i % 3, 20>>>(first[i + 1] - first[i], i, data + first[i]);
}

int main() {
  const int n = 200;
  std::vector<int> first = list_offsets(n, 900), want;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < first[i + 1] - first[i]; j++)
      want.push_back(i + j % ((1 + i % 3) * 20) / 20 * 100);
  int *data = device_zeros<int>(first.back());
  parent<<<2, 30>>>(n, to_device(first), data);
  return compare(to_host(data, want.size()), want);
}
