// Functions that others call. One depends on its block: what comes to call it must be launched as it is.
#include "elsewhere.h"

__device__ int deeper(int x) { return x + 1; }

// Takes more registers than blocks of 1,024 threads leave.
__device__ int large(const int *values, int n, int step) {
  int a[100], sum = 0;
#pragma unroll
  for (int i = 0; i < 100; i++)
    a[i] = values[i * step % n];
  for (int k = 0; k < step; k++) {
#pragma unroll
    for (int i = 0; i < 100; i++)
      a[i] = a[i] * 3 + a[(i + 7) % 100] + k;
#pragma unroll
    for (int i = 0; i < 100; i++)
      sum += a[i];
  }
  return sum;
}

__device__ int of_block(int x) { return x + int(blockIdx.x * blockDim.x + threadIdx.x); }
