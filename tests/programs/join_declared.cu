// Joins of code that declares by itself what CUDA's headers have not declared for the device since CUDA 12: ptxas refuses it natively.
// STRATEGIES: keep t1 t3 t4 auto
// TARGET-keep: cpu
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

extern "C" __device__ cudaError_t cudaDeviceSynchronize();

__global__ void child(int *p, int n) { p[threadIdx.x] += n; }
__global__ void parent(int *p, int *sums) {
  int *own = p + threadIdx.x * 32;
  child<<<1, 32>>>(own, threadIdx.x);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return;
  child<<<1, 32>>>(own, own[31]);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; i++)
    sums[threadIdx.x] += own[i];
}

int main() {
  int *p = device_zeros<int>(32 * 32), *sums = device_zeros<int>(32);
  parent<<<1, 32>>>(p, sums);
  std::vector<int> want(32);
  for (int i = 0; i < 32; i++)
    want[i] = 32 * 2 * i;
  return compare(to_host(sums, 32), want);
}
