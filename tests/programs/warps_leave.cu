// Whole warps that leave before operations of their warps, or go past them: others of the block go on, as do blocks of one row, or of rows that are whole warps.
// REMARK-t1: launch of 'row_a_warp': t1
// REMARK-t1: launch of 'first_warp': t1
// REMARK-t1: launch of 'rows_of_warps': t1
// REMARK-t1: launch of 'by_vote': t1
// REMARK-t1: launch of 'row_a_tile': t1
// STRATEGIES: keep t1 t2 t3
#include "include/test.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void row_a_warp(const int *from, int n, int *sums) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= n)
    return;
  int sum = 0;
  for (int e = from[row] + lane; e < from[row + 1]; e += 32)
    sum += e % 7;
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0)
    sums[row] = sum;
}
__device__ int warp_sum(int v) {
  for (int d = 16; d; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  return v;
}
__global__ void first_warp(const int *from, int n, int *sums) {
  __shared__ int parts[32];
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += from[i];
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32)
    return;
  sum = warp_sum(threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0);
  if (threadIdx.x == 0)
    *sums = sum;
}
__global__ void rows_of_warps(int n, int *sums) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= n)
    return;
  const int sum = warp_sum(row * threadIdx.x);
  if (threadIdx.x == 0)
    sums[row] = sum;
}
__global__ void by_vote(int n, int *sums) {
  int left = (threadIdx.x % 32) * n / 32, rounds = 0;
  while (__any_sync(~0u, left > 0)) {
    rounds += __shfl_sync(~0u, left > 0, 31);
    left--;
  }
  sums[threadIdx.x] = rounds;
}
__global__ void row_a_tile(const int *from, int n, int *sums) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
  if (row >= n)
    return;
  int sum = 0;
  for (int e = from[row] + tile.thread_rank(); e < from[row + 1]; e += tile.size())
    sum += e % 7;
  for (int d = 8; d; d /= 2)
    sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0)
    sums[row] = sum;
}
__global__ void parent(const int *from, int n, int *out) {
  if (threadIdx.x == 1)
    row_a_warp<<<(n * 32 + 127) / 128, 128>>>(from, n, out);
  if (threadIdx.x == 33)
    first_warp<<<1, 256>>>(from, n, out + n);
  if (threadIdx.x == 34)
    rows_of_warps<<<(n + 3) / 4, dim3(32, 4)>>>(n, out + n + 1);
  if (threadIdx.x == 35)
    by_vote<<<1, 64>>>(n, out + 2 * n + 1);
  if (threadIdx.x == 36)
    row_a_tile<<<(n * 16 + 79) / 80, 80>>>(from, n, out + 2 * n + 65);
}

int main() {
  const int n = 101;
  std::vector<int> from(n + 1), wanted(3 * n + 65);
  for (int i = 0; i < n; i++) {
    from[i + 1] = from[i] + i % 71;
    for (int e = from[i]; e < from[i + 1]; e++)
      wanted[i] += e % 7;
    wanted[2 * n + 65 + i] = wanted[i];
    wanted[n] += from[i];
    wanted[n + 1 + i] = i * 496;
  }
  for (int i = 0; i < 64; i++)
    wanted[2 * n + 1 + i] = 31 * n / 32;
  int *in = to_device(from), *out = device_zeros<int>(wanted.size());
  parent<<<1, 64>>>(in, n, out);
  return compare(to_host(out, wanted.size()), wanted);
}
