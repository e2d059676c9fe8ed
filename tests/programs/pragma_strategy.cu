// A pragma before a launch chooses what becomes of that launch.
// REMARK-auto: launch of 'add': t4
// REMARK-auto: launch of 'twice': t1
#include "include/test.h"

__global__ void add(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}
__global__ void twice(int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] *= 2;
}

__global__ void odd(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2) {
#pragma freelaunch strategy(t4)
    add<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
  }
}
__global__ void even(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
#pragma freelaunch strategy(t1)
    twice<<<(n + 31) / 32, 32>>>(n, data + i * n);
}

int main() {
  const int parents = 40, n = 90;
  std::vector<int> data(parents * n), want;
  for (int k = 0; k < parents * n; k++) {
    data[k] = k;
    want.push_back(k / n % 2 ? k + k / n : 2 * k);
  }
  int *dev = to_device(data);
  odd<<<2, parents / 2>>>(n, dev);
  even<<<2, parents / 2>>>(n, dev);
  return compare(to_host(dev, want.size()), want);
}
