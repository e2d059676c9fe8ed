// A parent's static shared variables are what they were when its join is over, though the children
// use as much of their own.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
// SANITIZE: --check-device-heap no
#include "include/test.h"

__global__ void child(int x, int *out) {
  __shared__ int scratch[1000];
  for (int j = threadIdx.x; j < 1000; j += blockDim.x)
    scratch[j] = -x - j;
  __syncthreads();
  if (threadIdx.x == 0)
    *out = scratch[999] + scratch[0];
}
__global__ void parent(int *room, int *out) {
  __shared__ int kept[256], total;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  kept[t] = i * 11;
  if (t == 0)
    total = 5;
  __syncthreads();
  child<<<1, 64>>>(i, room + i);
  cudaDeviceSynchronize();
  atomicAdd(&total, room[i]);
  out[i] = kept[t];
  __syncthreads();
  out[i] += kept[blockDim.x - 1 - t] + total;
}

int main() {
  const int blocks = 5, threads = 96, n = blocks * threads;
  int *room = device_zeros<int>(2 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++) {
    int first = i / threads * threads, sum = 5;
    for (int k = first; k < first + threads; k++)
      sum += -2 * k - 999;
    want.push_back(i * 11 + (first + threads - 1 - i % threads) * 11 + sum);
  }
  parent<<<blocks, threads>>>(room, room + n);
  return compare(to_host(room + n, n), want);
}
