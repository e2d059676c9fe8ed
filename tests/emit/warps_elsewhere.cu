// RUN: flcc -c -rdc=true --fl-emit %s -o - | grep -v CHECK | FileCheck %s
// Kernels that other files launch: who uses one index alone is taken to have blocks of one row, of whose warps whole ones go past an operation of theirs.
#include "Inputs/warps.cuh"
// CHECK: teller<in_one_row__fl>
// CHECK-NOT: teller<in_rows__fl>
__device__ int sum(int v) { return v + __shfl_down_sync(~0u, v, 1); }
__global__ void in_one_row(int *p) {
  if (threadIdx.x / 32 == 0)
    p[threadIdx.x] = sum(threadIdx.x);
}
__global__ void in_rows(int *p) {
  if (threadIdx.x / 32 == 0)
    p[threadIdx.x] = sum(threadIdx.y);
}
