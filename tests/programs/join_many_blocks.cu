// Many more parent blocks than fit on a machine, every thread of which joins.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int x, int *at) {
  if (threadIdx.x == 1)
    *at = x * 3 + 1;
}
__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 2>>>(i, data + i);
  cudaDeviceSynchronize();
  out[i] = data[i] + 1;
}

int main() {
  const int blocks = 20000, threads = 32, n = blocks * threads;
  allow_launches(n);
  int *data = device_zeros<int>(2 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    want.push_back(i * 3 + 2);
  parent<<<blocks, threads>>>(data, data + n);
  return compare(to_host(data + n, n), want);
}
