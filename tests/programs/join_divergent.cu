// Joins in branches that some threads of a warp take, and in loops that they leave at different
// times.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: some threads of a warp of 'parent' wait for children while others may exchange values with them
#include "include/test.h"

__global__ void child(int x, int *at) { at[threadIdx.x] += x; }

__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *mine = data + 3 * i;
  if (i % 4 == 1) {
    child<<<1, 3>>>(i, mine);
    cudaDeviceSynchronize();
    out[i] = mine[2];
  } else if (i % 4 == 2) {
    int k = 0;
    while (mine[0] < i) {
      child<<<1, 3>>>(20, mine);
      cudaDeviceSynchronize();
      k++;
    }
    out[i] = k;
  } else {
    out[i] = -i;
  }
  __syncwarp();
  out[i] += 1000;
}

int main() {
  const int n = 256;
  int *data = device_zeros<int>(4 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    want.push_back(1000 + (i % 4 == 1 ? i : i % 4 == 2 ? (i + 19) / 20 : -i));
  parent<<<4, n / 4>>>(data, data + 3 * n);
  return compare(to_host(data + 3 * n, n), want);
}
