// Kernels declared first and defined behind their parents, with other parameter names; static and
// extern "C" ones.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t1: launch of 'hidden': t1
// REMARK-t1: launch of 'plain_c': t1
#include "include/test.h"

__global__ void child(int, int x, int *out);
static __global__ void hidden(int *out);
extern "C" __global__ void plain_c(int *out, int x);
__global__ void parent(int n, int *data);

static void start(int parents, int n, int *data) { parent<<<2, parents / 2>>>(n, data); }

__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
  hidden<<<1, 5>>>(data + i * n);
  plain_c<<<1, 3>>>(data + i * n, 100);
}

__global__ void __launch_bounds__(32) child(int n, int add, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += add;
}
static __global__ void hidden(int *data) { data[threadIdx.x] *= 2; }
extern "C" __global__ void plain_c(int *out, int x) { out[threadIdx.x] += x; }

int main() {
  const int parents = 40, n = 75;
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back(k / n * (k % n < 5 ? 2 : 1) + (k % n < 3 ? 100 : 0));
  start(parents, n, data);
  return compare(to_host(data, want.size()), want);
}
