// Children of another file's parents, and one that launches itself.
#include "kernels.h"

namespace work {
__device__ int weight(int i) { return i % 7 + 1; }
__global__ void add_range(int *sum, Range r, Sign sign) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < r.count)
    atomicAdd(sum, (sign == Sign::minus ? -1 : 1) * weight(r.first + i));
}
} // namespace work

__global__ void reverse_rows(int *rows, int width) {
  __shared__ int row[512];
  int *mine = rows + (blockIdx.y * gridDim.x + blockIdx.x) * width;
  const int t = threadIdx.x;
  if (t >= width)
    return;
  row[t] = mine[t];
  __syncthreads();
  mine[t] = row[width - 1 - t];
}

__global__ void sum_any(int *out, const int *values, int n) {
  extern __shared__ int part[];
  int mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    mine += values[i];
  part[threadIdx.x] = mine;
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step)
      part[threadIdx.x] += part[threadIdx.x + step];
  }
  if (threadIdx.x == 0)
    *out = part[0];
}

__global__ void count_warps(int *count, int n) {
  const unsigned active = __ballot_sync(0xffffffffu, int(threadIdx.x) < n);
  if (threadIdx.x % 32 == 0)
    atomicAdd(count, __popc(active));
}

__global__ void __launch_bounds__(64) bounded(int *sum) { atomicAdd(sum, 1); }

__global__ void launches_more(int *sum, int depth) {
  atomicAdd(sum, 1);
  if (depth > 0)
    launches_more<<<1, 2>>>(sum, depth - 1);
}
