// Threads join when others of their block, and whole warps, have returned long before.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int x, int *at) { at[threadIdx.x] = x + threadIdx.x; }

__global__ void parent(int n, int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 128 >= 64 || i % 5 == 0 || i >= n)
    return;
  child<<<1, 7>>>(i, data + 7 * i);
  if (i % 5 == 1)
    return; // does not wait for its own child
  cudaDeviceSynchronize();
  for (int k = 0; k < 7; k++)
    out[i] += data[7 * i + k];
}

int main() {
  const int n = 500;
  int *data = device_zeros<int>(8 * n);
  std::vector<int> want(8 * n);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 7 && i % 128 < 64 && i % 5; k++) {
      want[7 * i + k] = i + k;
      want[7 * n + i] += i % 5 == 1 ? 0 : i + k;
    }
  parent<<<2, 256>>>(n, data, data + 7 * n);
  return compare(to_host(data, 8 * n), want);
}
