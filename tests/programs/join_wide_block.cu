// Blocks of 1,024 threads, every one of which launches and joins.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int x, int *at) { at[threadIdx.x] = x + threadIdx.x; }

__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 4>>>(i, data + 4 * i);
  cudaDeviceSynchronize();
  for (int k = 0; k < 4; k++)
    out[i] += data[4 * i + k];
}

int main() {
  const int n = 3 * 1024;
  allow_launches(n);
  int *data = device_zeros<int>(5 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    want.push_back(4 * i + 6);
  parent<<<3, 1024>>>(data, data + 4 * n);
  return compare(to_host(data + 4 * n, n), want);
}
