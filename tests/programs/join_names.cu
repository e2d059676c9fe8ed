// Joins by the name that CUDA 11.6 gave them for code that was to compile without a warning, as libraries call them; and by their own, which CUDA's headers
// have not declared for the device since CUDA 12, so that the program does (ptxas refuses it natively).
// STRATEGIES: keep t1 t3 t4 auto
// TARGET-keep: cpu
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

extern "C" __device__ cudaError_t cudaDeviceSynchronize();
extern "C" __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);

#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ < 11
#define DEVICE_SYNC cudaDeviceSynchronize()
#else
#define DEVICE_SYNC __cudaDeviceSynchronizeDeprecationAvoidance()
#endif

__global__ void child(int *p, int n) { p[threadIdx.x] += n; }
__device__ cudaError_t sum(int *p, int *to) {
  const cudaError_t error = ::__cudaDeviceSynchronizeDeprecationAvoidance();
  for (int i = 0; i < 32; i++)
    *to += p[i];
  return error;
}
__global__ void parent(int *p, int *sums) {
  int *own = p + threadIdx.x * 32;
  child<<<1, 32>>>(own, threadIdx.x);
  if (DEVICE_SYNC != cudaSuccess)
    return;
  child<<<1, 32>>>(own, own[31]);
  if (sum(own, &sums[threadIdx.x]) != cudaSuccess)
    sums[threadIdx.x] = -1;
  child<<<1, 32>>>(own, own[31]);
  cudaDeviceSynchronize();
  sums[threadIdx.x] += own[31];
}

int main() {
  int *p = device_zeros<int>(32 * 32), *sums = device_zeros<int>(32);
  parent<<<1, 32>>>(p, sums);
  std::vector<int> want(32);
  for (int i = 0; i < 32; i++)
    want[i] = 32 * 2 * i + 4 * i;
  return compare(to_host(sums, 32), want);
}
