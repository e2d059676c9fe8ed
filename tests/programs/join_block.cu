// Every thread of a block launches; after a barrier one joins for all, and after another all read
// what the children wrote.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = x + j;
}
__global__ void parent(int n, int *data, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 3; round++) {
    child<<<(n + 31) / 32, 32>>>(n, i * (round + 1), data + i * n);
    __syncthreads();
    if (threadIdx.x == 0)
      cudaDeviceSynchronize();
    __syncthreads();
    const int *next = data + (blockIdx.x * blockDim.x + (threadIdx.x + 1) % blockDim.x) * n;
    for (int j = 0; j < n; j++)
      sums[i] += next[j];
    __syncthreads();
  }
}

int main() {
  const int blocks = 4, threads = 10, n = 50;
  int *data = device_zeros<int>(blocks * threads * n), *sums = device_zeros<int>(blocks * threads);
  std::vector<int> want;
  for (int i = 0; i < blocks * threads; i++) {
    int next = i / threads * threads + (i + 1) % threads;
    want.push_back(6 * next * n + 3 * (n * (n - 1) / 2));
  }
  parent<<<blocks, threads>>>(n, data, sums);
  return compare(to_host(sums, want.size()), want);
}
