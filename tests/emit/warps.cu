// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o /dev/null 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - 2>/dev/null | grep -vE "CHECK|TEXT" | FileCheck --check-prefix=TEXT %s
// Threads that leave, or go past an operation of a warp, by whole warps: nobody misses them, as far as rows of the launched blocks are whole warps, or all of a block. Others tell of it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void first_warps(int *out, int n) {
  const int warp = threadIdx.x / 32;
  if (warp != 0 && warp >= n)
    return;
  if (threadIdx.x > 63 || 96 <= threadIdx.x)
    return;
  out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__global__ void row_a_warp(const int *from, int *out, int n) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % 32;
  if (row >= n)
    return;
  int sum = 0;
  for (int e = from[row] + lane; e < from[row + 1]; e += 32)
    sum += e;
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0)
    out[row] = sum;
}
__global__ void rows_of_warps(int *out, int n) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= n)
    return;
  out[row] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__global__ void number_in_block(int *out, int n) {
  const int i = threadIdx.y * blockDim.x + threadIdx.x;
  if (i / 32 >= n || i >= 64)
    return;
  out[i] = __shfl_down_sync(~0u, i, 1);
}
__global__ void by_votes(int *out, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int first = __shfl_sync(~0u, threadIdx.x, 0);
  while (__any_sync(~0u, out[threadIdx.x] < n)) {
    if (__all_sync(~0u, out[threadIdx.x] < 3) || first > n || warp.any(out[threadIdx.x] < 5))
      return;
    out[threadIdx.x] += __shfl_down_sync(~0u, threadIdx.x, 1);
  }
}
// Operations of tiles of 16 lanes wait for those alone, but a shuffle of the warp's waits for all.
__global__ void row_a_tile(const int *from, int *out, int n) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
  if (row >= n || tile.all(out[row] < 0))
    return;
  int sum = from[row] + tile.thread_rank();
  for (int d = 8; d; d /= 2)
    sum += tile.shfl_xor(sum, d);
  out[row] = sum;
}
__global__ void tile_and_warp(int *out, int n) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x / 16 >= n)
    return;
  out[threadIdx.x] = tile.shfl_xor(threadIdx.x, 1) + __shfl_xor_sync(~0u, threadIdx.x, 1);
}
__global__ void those_there(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = __shfl_xor_sync(__activemask(), i, 0);
}
__global__ void narrow(int *out) {
  if (threadIdx.x >= 32)
    return;
  out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__global__ void narrow_unknown(int *out) {
  if (threadIdx.x < 32)
    out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__global__ void ragged(int *out) {
  const int i = blockIdx.x * 40 + threadIdx.x;
  if (i >= 96)
    return;
  out[i] = __shfl_down_sync(~0u, i, 1);
}
__global__ void short_blocks(int *out, int n) {
  if ((blockIdx.x * blockDim.x + threadIdx.x) / 32 >= n)
    return;
  out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__global__ void some_lanes(int *out) {
  int last = 0;
  if (threadIdx.x == 3)
    last = 1;
  if (last)
    out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__global__ void behind_break(const int *at, int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (out[threadIdx.x] == i)
      break;
    if (at[i])
      return;
  }
  out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__global__ void by_half(float *out, int n) {
  const float at = threadIdx.x;
  if (at / 32 > n)
    return;
  out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1);
}
__device__ int first_of(int v) {
  if (threadIdx.x >= 32)
    return 0;
  return __shfl_sync(~0u, v, 0);
}
__global__ void calls(int *out) { out[threadIdx.x] = first_of(threadIdx.x); }
__global__ void calls_narrow(int *out) { calls<<<1, dim3(48, 2)>>>(out); }

// TEXT: void row_a_warp__fl_body(
// TEXT: if (fl_ctx.leave((row >= n)))
// TEXT-NOT: fl_ctx.leave
// TEXT: void tile_and_warp__fl_body(
// TEXT: if (fl_ctx.leave((threadIdx.x / 16 >= n)))
// TEXT-NOT: fl_ctx.leave
// TEXT: void narrow__fl_body(
// TEXT: if (fl_ctx.leave((threadIdx.x >= 32)))
// TEXT: void narrow_unknown__fl_body(
// TEXT: if (fl_ctx.leave((threadIdx.x < 32)))
// TEXT: if (fl_ctx.leave((i >= 96)))
// TEXT: if (fl_ctx.leave(((blockIdx.x * blockDim.x + threadIdx.x) / 32 >= n)))
// TEXT: if (fl_ctx.leave((last)))
// TEXT: if (fl_ctx.leave((at / 32 > n)))
// TEXT: first_of__fl_ctx(
// TEXT: if (fl_ctx.leave((threadIdx.x >= 32)))
__global__ void parent(int *out, int n, dim3 any) {
  // CHECK: remark: launch of 'first_warps': t1
  first_warps<<<1, n, 0, cudaStreamFireAndForget>>>(out, 3);
  // CHECK: remark: launch of 'row_a_warp': t1
  row_a_warp<<<1, 256, 0, cudaStreamFireAndForget>>>(out, out, 3);
  // CHECK: remark: launch of 'row_a_warp': t1
  // (whose rows of unknown length need not be whole warps)
  row_a_warp<<<1, n, 0, cudaStreamFireAndForget>>>(out, out, 3);
  // CHECK: remark: launch of 'rows_of_warps': t1
  rows_of_warps<<<1, dim3(32, n), 0, cudaStreamFireAndForget>>>(out, 3);
  // CHECK: remark: launch of 'number_in_block': t1
  number_in_block<<<1, dim3(16, n), 0, cudaStreamFireAndForget>>>(out, 3);
  // CHECK: remark: launch of 'by_votes': t1
  by_votes<<<1, 64, 0, cudaStreamFireAndForget>>>(out, 3);
  // CHECK: remark: launch of 'row_a_tile': t1
  row_a_tile<<<1, 48, 0, cudaStreamFireAndForget>>>(out, out, 3);
  // CHECK: remark: launch of 'tile_and_warp': t1
  tile_and_warp<<<1, 64, 0, cudaStreamFireAndForget>>>(out, 3);
  // CHECK: remark: launch of 'those_there': t1
  those_there<<<1, 64, 0, cudaStreamFireAndForget>>>(out, 3);
  // CHECK: remark: launch of 'narrow': t1
  narrow<<<1, dim3(48, 2), 0, cudaStreamFireAndForget>>>(out);
  // CHECK: remark: launch of 'narrow_unknown': t1
  narrow_unknown<<<1, any, 0, cudaStreamFireAndForget>>>(out);
  // CHECK: remark: launch of 'ragged': t1
  ragged<<<3, 64, 0, cudaStreamFireAndForget>>>(out);
  // CHECK: remark: launch of 'short_blocks': t1
  short_blocks<<<3, 48, 0, cudaStreamFireAndForget>>>(out, 2);
  // CHECK: remark: launch of 'some_lanes': t1
  some_lanes<<<1, 32, 0, cudaStreamFireAndForget>>>(out);
  // CHECK: warning: launch of 'behind_break': kept: threads of 'behind_break' may leave early
  behind_break<<<1, 32, 0, cudaStreamFireAndForget>>>(out, out, 2);
  // CHECK: remark: launch of 'by_half': t1
  by_half<<<1, 32, 0, cudaStreamFireAndForget>>>(nullptr, 2);
}
int main() {
  parent<<<1, 32>>>(nullptr, 64, 64);
  calls_narrow<<<1, 1>>>(nullptr);
}
