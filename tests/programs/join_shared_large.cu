// A parent block with so much shared memory that that of its children does not fit beside it, before and behind joins.
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  extern __shared__ int part[];
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    part[j] = x + j;
  __syncthreads();
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    data[j] += part[n - 1 - j];
}
__global__ void parent(int words, int n, int *data, int *out) {
  extern __shared__ int mine[];
  __shared__ int base;
  int *here = data + blockIdx.x * n;
  if (threadIdx.x == 0)
    base = 3 * blockIdx.x;
  for (int j = threadIdx.x; j < words; j += blockDim.x)
    mine[j] = j * (blockIdx.x + 1);
  for (int k = 0; k < 3; k++) {
    __syncthreads();
    if (threadIdx.x == 0) {
      child<<<1, 64, n * sizeof(int)>>>(n, base + k, here);
      cudaDeviceSynchronize();
    }
    __syncthreads();
    for (int j = threadIdx.x; j < words; j += blockDim.x)
      mine[j] += here[j % n];
  }
  __syncthreads();
  for (int j = threadIdx.x; j < words; j += blockDim.x)
    out[blockIdx.x * words + j] = mine[j];
}

int main() {
  int device, most;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const int blocks = 7, words = (most - 10 * 1024) / 4, n = 5000;
  CHECK(cudaFuncSetAttribute(parent, cudaFuncAttributeMaxDynamicSharedMemorySize, words * 4));
  int *data = device_zeros<int>(blocks * n), *out = device_zeros<int>(blocks * words);
  parent<<<blocks, 70, words * sizeof(int)>>>(words, n, data, out);
  std::vector<int> want;
  for (int b = 0; b < blocks; b++)
    for (int j = 0; j < words; j++) {
      want.push_back(j * (b + 1));
      for (int k = 0, sum = 0; k < 3; k++)
        want.back() += sum += 3 * b + k + n - 1 - j % n;
    }
  return compare(to_host(out, want.size()), want);
}
