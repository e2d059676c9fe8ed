// Parents that need all shared memory which a block may have, or nearly: what records their launches has none left, so they are launched as they are, or in another way.
// STRATEGIES: keep auto t1 t2 t3 mega t4 warp block multiblock grid
// REMARK-block: launch of 'adds': kept: the shared variables of 'declares' take 49152 bytes, each from a multiple of 16 on, which leaves too few for strategy block
// REMARK-t3: launch of 'adds': t3
// REMARK-t1: launch of 'adds': kept: the shared variables of 'in_turn' take 49152 bytes
// REMARK-grid: launch of 'adds': grid
#include "include/test.h"

constexpr int words = 12288, threads = 32;
__global__ void adds(int *sum, int n) { atomicAdd(sum, n + (int)threadIdx.x); }

__global__ void declares(int *sum) {
  __shared__ int all[words];
  all[words - 1 - threadIdx.x] = threadIdx.x;
  __syncthreads();
  adds<<<1, 2>>>(sum, all[words - blockDim.x + threadIdx.x]);
}
__global__ void in_turn(int *sum) {
  __shared__ int all[words];
  all[words - 1 - threadIdx.x] = threadIdx.x;
  adds<<<1, 1>>>(sum, 1);
  __syncthreads();
  adds<<<1, 2>>>(sum, all[words - blockDim.x + threadIdx.x]);
}
// How large this is, only its instances know.
template <int n> __global__ void instances(int *sum) {
  __shared__ int all[n];
  all[n - 1 - threadIdx.x] = threadIdx.x;
  __syncthreads();
  adds<<<1, 2>>>(sum, all[n - blockDim.x + threadIdx.x]);
}
__global__ void asks(int *sum, int n) {
  extern __shared__ int some[];
  some[n - 1 - threadIdx.x] = threadIdx.x;
  __syncthreads();
  adds<<<1, 2>>>(sum, some[n - blockDim.x + threadIdx.x]);
}

int main() {
  const int blocks = 3, each = 2 * (threads - 1) * threads / 2 + threads;
  int *sum = device_zeros<int>(1), most = 0;
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CHECK(cudaFuncSetAttribute(asks, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  allow_launches(8 * blocks * threads);
  declares<<<blocks, threads>>>(sum);
  in_turn<<<blocks, threads>>>(sum);
  instances<words><<<blocks, threads>>>(sum);
  instances<words - 2><<<blocks, threads>>>(sum);
  instances<100><<<blocks, threads>>>(sum);
  asks<<<blocks, threads, most>>>(sum, most / sizeof(int));
  asks<<<blocks, threads, most - 16>>>(sum, most / sizeof(int) - 4);
  asks<<<blocks, threads, 1024>>>(sum, 256);
  CHECK(cudaGetLastError());
  return compare(to_host(sum, 1), {blocks * (8 * each + threads)});
}
