// `extern __shared__` declared at namespace scope and used by two kernels and a device function.
// REMARK-t1: launch of 'reverse': t1
// REMARK-block: launch of 'reverse': block
// REMARK-grid: launch of 'reverse': grid
#include "include/test.h"

extern __shared__ int pool[];

__device__ void put(int v) { pool[threadIdx.x] = v; }

__global__ void reverse(int n, int *data) {
  int t = threadIdx.x;
  put(data[t]);
  __syncthreads();
  data[t] = pool[n - 1 - t] + 1;
}

__global__ void parent(int n, int *data) {
  put(threadIdx.x * 2);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  reverse<<<1, n, n * sizeof(int)>>>(n, data + i * n);
  if (pool[threadIdx.x] != threadIdx.x * 2)
    data[i * n] = -1;
}

int main() {
  const int parents = 32, n = 77;
  std::vector<int> data(parents * n), want;
  for (int k = 0; k < parents * n; k++)
    data[k] = k;
  for (int k = 0; k < parents * n; k++)
    want.push_back(k / n * n + n - 1 - k % n + 1);
  int *dev = to_device(data);
  parent<<<2, parents / 2, parents / 2 * sizeof(int)>>>(n, dev);
  return compare(to_host(dev, want.size()), want);
}
