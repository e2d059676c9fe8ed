// The first thread launches and joins for its block; the others wait for it at a barrier, and all
// read what the child has written.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x)
    data[j] = x + j * j;
}
__global__ void parent(int *data, int *out) {
  const int n = blockDim.x, t = threadIdx.x;
  int *mine = data + blockIdx.x * n;
  mine[t] = -1;
  __syncthreads();
  if (t == 0) {
    child<<<3, 32>>>(n, blockIdx.x, mine);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  out[blockIdx.x * n + t] = mine[n - 1 - t];
}

int main() {
  const int blocks = 40, threads = 200;
  int *data = device_zeros<int>(blocks * threads), *out = device_zeros<int>(blocks * threads);
  std::vector<int> want;
  for (int k = 0; k < blocks * threads; k++) {
    int j = threads - 1 - k % threads;
    want.push_back(k / threads + j * j);
  }
  parent<<<blocks, threads>>>(data, out);
  return compare(to_host(out, want.size()), want);
}
