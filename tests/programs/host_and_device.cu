// One kernel launched from the host and from the device, and one that is parent and child.
// REMARK-t1: launch of 'add': t1
// REMARK-block: launch of 'add': block
// REMARK-grid: launch of 'add': grid
#include "include/test.h"

__global__ void add(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}
__global__ void spread(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  add<<<1, n>>>(n, i + 1, data + i * n);
}
__global__ void parent(int n, int *data) { spread<<<1, 8>>>(n, data + threadIdx.x * 8 * n); }

int main() {
  const int rows = 40, n = 25;
  int *data = device_zeros<int>(rows * n);
  add<<<(rows * n + 255) / 256, 256>>>(rows * n, 1000, data);
  spread<<<2, rows / 2>>>(n, data);
  parent<<<1, rows / 8>>>(n, data);
  add<<<1, 10>>>(10, 5, data);
  std::vector<int> want;
  for (int k = 0; k < rows * n; k++)
    want.push_back(1000 + k / n + 1 + k / n % 8 + 1 + (k < 10 ? 5 : 0));
  return compare(to_host(data, want.size()), want);
}
