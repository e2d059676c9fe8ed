// RUN: flcc -c -rdc=true --fl-emit %s -o - | grep -v CHECK | FileCheck %s
// Of kernels that other files launch it is not known whether whole warps go past an operation of theirs: lanes tell, where they can.
#include "Inputs/warps.cuh"
#include <cooperative_groups.h>
// CHECK: if (fl_ctx.leave((threadIdx.x / 32 == 0)))
// CHECK: teller<in_one_row__fl>
// CHECK: if (fl_ctx.template leave<16>((threadIdx.x / 32 == 0)))
// CHECK: teller<in_tiles__fl>
__device__ int sum(int v) { return v + __shfl_down_sync(~0u, v, 1); }
__global__ void in_one_row(int *p) {
  if (threadIdx.x / 32 == 0)
    p[threadIdx.x] = sum(threadIdx.x);
}
__global__ void in_tiles(int *p) {
  auto t = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
  if (threadIdx.x / 32 == 0)
    p[threadIdx.x] = t.shfl(p[0], 0);
}
