// A parent's dynamic shared memory is what it was when its join is over; its children have more and
// less of their own.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int n, int *out) {
  extern __shared__ int room[];
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    room[j] = j - 77;
  __syncthreads();
  if (threadIdx.x == 0)
    *out = room[n - 1];
}
__global__ void parent(int *results, int *out) {
  extern __shared__ double kept[];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  kept[t] = i * 0.5;
  for (int k = 0; k < 2; k++) {
    __syncthreads();
    const int n = k ? 10 : 3000;
    child<<<1, 32, n * sizeof(int)>>>(n, results + i);
    cudaDeviceSynchronize();
    kept[t] += results[i];
  }
  __syncthreads();
  out[i] = (int)(2 * kept[(t + 1) % blockDim.x]);
}

int main() {
  const int blocks = 4, threads = 64, n = blocks * threads;
  int *results = device_zeros<int>(2 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    want.push_back(i / threads * threads + (i + 1) % threads + 2 * (2999 - 77 + 9 - 77));
  parent<<<blocks, threads, threads * sizeof(double)>>>(results, results + n);
  return compare(to_host(results + n, n), want);
}
