// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o /dev/null 2>&1 | FileCheck %s
// Operations of a warp that some lanes go past to the kernel's end: CUDA waits for none that has ended, a drain would. Whole warps may go past, and lanes that no mask names.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr unsigned full = 0xffffffff;

__global__ void all_come(int *out) {
  int sum = threadIdx.x;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_xor_sync(full, sum, d);
  out[threadIdx.x] = sum;
}
__global__ void tiles(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int sum = threadIdx.x;
  for (int d = 16; d > 0; d /= 2)
    sum += tile.shfl_xor(sum, d);
  out[threadIdx.x] = sum;
}
__global__ void whole_warps(int *out, int n) {
  const int warp = threadIdx.x / 32, row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  int v = threadIdx.x % 32;
  if (warp == 0)
    v = __shfl_down_sync(~0u, v, 1);
  if (threadIdx.x < 64)
    v += __shfl_down_sync(-1, v, 1);
  for (int r = row; r < n; r += gridDim.x * blockDim.x / 32)
    v += __shfl_down_sync(0xffffffff, v, 1);
  out[threadIdx.x] = v;
}
__global__ void masks(int *out, int n) {
  int v = threadIdx.x;
  const unsigned who = __ballot_sync(full, v < n);
  if (v < n)
    v = __shfl_down_sync(who, v, 1);
  if (v < 16)
    v = __shfl_down_sync(0xffff, v, 1);
  out[threadIdx.x] = v;
}
__global__ void by_votes(int *out, int n) {
  unsigned all = 0xffffffff;
  for (int i = threadIdx.x; __any_sync(all, i < n); i += blockDim.x) {
    unsigned who = __ballot_sync(full, out[i] > 0);
    while (who) {
      const int from = __ffs(who) - 1;
      out[i] += __shfl_sync(full, i, from);
      who &= who - 1;
    }
  }
  for (int i = 0; i < min(__shfl_sync(full, out[threadIdx.x], 0), n); i++)
    __syncwarp();
}
__global__ void by_votes_of_tiles(int *out, int n) {
  if (n > 5)
    return;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int sum = tile.shfl(n, 0);
  for (int i = tile.thread_rank(); tile.any(i < n); i += 32)
    if (tile.all(out[i] > 3))
      sum += tile.shfl_down(sum, 1);
  out[threadIdx.x] = sum;
}
__device__ int next_place(int *count) {
  auto some = cg::coalesced_threads();
  int first = 0;
  if (some.thread_rank() == 0)
    first = atomicAdd(count, some.size());
  return some.shfl(first, 0) + some.thread_rank();
}
__global__ void who_is_there(int *out, int n) {
  int sum = n;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_xor_sync(full, sum, d);
  if (out[threadIdx.x] > n) {
    auto some = cg::coalesced_threads();
    if (some.thread_rank() == 0)
      atomicAdd(out, some.size());
  } else {
    out[next_place(out)] = __popc(__activemask()) + sum;
  }
}
// What an object without references is made of is copied.
struct Pair {
  int a, b;
};
struct Counter {
  int &count;
};
__device__ int sum_of(Pair p) { return p.a + p.b; }
__device__ int next_of(Counter c) { return c.count++; }
__global__ void by_copies(int *out, int n) {
  if (n > 3)
    return;
  out[threadIdx.x] = __shfl_down_sync(full, sum_of(Pair{n, 2}), 1);
}
__global__ void by_references(int *out, int n) {
  if (n > 3)
    return;
  out[threadIdx.x] = __shfl_down_sync(full, threadIdx.x % 2 ? n : next_of(Counter{n}), 1);
}
__global__ void by_votes_of_few(int *out, int n) {
  for (int i = threadIdx.x; __any_sync(threadIdx.x < 16 ? 0xffff : 0xffff0000, i < n); i += 16)
    out[i] = __shfl_down_sync(full, i, 1);
}
__global__ void by_votes_of_small_tiles(int *out, int n) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  for (int i = threadIdx.x; tile.any(i < n); i += 8)
    out[i] = __shfl_down_sync(full, i, 1);
}
__global__ void by_lanes_of_any(int *out) {
  for (int i = 0; i < __shfl_sync(full, out[threadIdx.x], threadIdx.x / 2); i++)
    __syncwarp();
}
__global__ void skipped(int *out, int n) {
  int v = threadIdx.x;
  if (v < n) {
    v = __shfl_down_sync(full, v, 1);
    out[threadIdx.x] = v;
  }
}
__global__ void skipped_by_loop(int *out, int n) {
  unsigned mask = 0xffffffff;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = __shfl_sync(mask, i, 0);
}
__global__ void skipped_case(int *out) {
  switch (out[threadIdx.x]) {
  case 0:
    out[threadIdx.x] = __shfl_sync(full, threadIdx.x, 0);
  }
}
__device__ int reduced(int v) { return v + __shfl_down_sync(full, v, 1); }
__global__ void skipped_call(int *out, int n) {
  if (out[threadIdx.x] > n)
    out[threadIdx.x] = reduced(threadIdx.x);
}
__device__ int partly(int v, int n) {
  if (threadIdx.x >= n)
    return v;
  return v + __shfl_down_sync(full, v, 1);
}
__global__ void skipped_in_call(int *out, int n) { out[threadIdx.x] = partly(threadIdx.x, n); }
// What a device function is given says who leaves it.
struct Rounds {
  int first;
  __device__ int sum(int v, int n) const {
    if (n == 0 || first > 3)
      return v;
    for (int i = this->first; i < n; i++)
      v += __shfl_down_sync(full, v, 1);
    return v;
  }
  __device__ int twice(int v, int n) const { return sum(v, n) + sum(v, n); }
};
__global__ void rounds(int *out, int n) {
  Rounds all = {n / 2};
  const int row = threadIdx.x / 32;
  auto sum = [=](int v) {
    for (int i = 0; i < 3; i++)
      v += __shfl_down_sync(full, v, 1);
    return v;
  };
  out[threadIdx.x] = all.twice(sum(threadIdx.x), out[row + 1] - out[row]);
}
struct Parted {
  int first;
  __device__ int sum(int v) const {
    if (first > 3)
      return v;
    return v + __shfl_down_sync(full, v, 1);
  }
};
__global__ void parted(int *out) {
  Parted own = {(int)threadIdx.x};
  out[threadIdx.x] = own.sum(3);
}
__global__ void parted_by_lambda(int *out) {
  int rounds = 0;
  auto more = [&] { rounds++; };
  if (threadIdx.x == 3)
    more();
  for (int i = 0; i < rounds; i++)
    out[threadIdx.x] = __shfl_down_sync(full, i, 1);
}
__device__ int few(int v, int n) {
  for (int i = 0; i < n; i++)
    v += __shfl_down_sync(full, v, 1);
  return v;
}
__global__ void few_by_lane(int *out) { out[threadIdx.x] = few(3, threadIdx.x); }
__global__ void parent(int *out) {
  switch (threadIdx.x) {
  case 1:
    // CHECK: remark: launch of 'all_come': t1
    return all_come<<<1, 32>>>(out);
  case 2:
    // CHECK: remark: launch of 'tiles': t1
    return tiles<<<1, 32>>>(out);
  case 3:
    // CHECK: remark: launch of 'whole_warps': t1
    return whole_warps<<<1, 128>>>(out, 3);
  case 4:
    // CHECK: remark: launch of 'masks': t1
    return masks<<<1, 32>>>(out, 20);
  case 5:
    // CHECK: remark: launch of 'by_votes': t1
    return by_votes<<<1, 32>>>(out, 20);
  case 6:
    // CHECK: remark: launch of 'by_votes_of_tiles': t1
    return by_votes_of_tiles<<<1, 32>>>(out, 20);
  case 7:
    // CHECK: remark: launch of 'who_is_there': t1
    return who_is_there<<<1, 32>>>(out, 20);
  case 8:
    // CHECK: remark: launch of 'by_copies': t1
    return by_copies<<<1, 32>>>(out, 1);
  case 9:
    // CHECK: warning: launch of 'by_references': kept: threads of 'by_references' may leave early
    return by_references<<<1, 32>>>(out, 1);
  case 10:
    // CHECK: warning: launch of 'by_votes_of_few': kept: threads of 'by_votes_of_few' may leave early
    return by_votes_of_few<<<1, 32>>>(out, 20);
  case 11:
    // CHECK: warning: launch of 'by_votes_of_small_tiles': kept: threads of 'by_votes_of_small_tiles' may leave early
    return by_votes_of_small_tiles<<<1, 32>>>(out, 20);
  case 12:
    // CHECK: warning: launch of 'by_lanes_of_any': kept: threads of 'by_lanes_of_any' may leave early
    return by_lanes_of_any<<<1, 32>>>(out);
  case 13:
    // CHECK: warning: launch of 'skipped': kept: threads of 'skipped' may leave early while others of their warp exchange values
    return skipped<<<1, 32>>>(out, 20);
  case 14:
    // CHECK: warning: launch of 'skipped_by_loop': kept: threads of 'skipped_by_loop' may leave early
    return skipped_by_loop<<<1, 32>>>(out, 20);
  case 15:
    // CHECK: warning: launch of 'skipped_case': kept: threads of 'skipped_case' may leave early
    return skipped_case<<<1, 32>>>(out);
  case 16:
    // CHECK: warning: launch of 'skipped_call': kept: threads of 'skipped_call' may leave early
    return skipped_call<<<1, 32>>>(out, 20);
  case 17:
    // CHECK: warning: launch of 'skipped_in_call': kept: threads of 'partly' may leave early
    return skipped_in_call<<<1, 32>>>(out, 20);
  case 18:
    // CHECK: remark: launch of 'rounds': t1
    return rounds<<<1, 32>>>(out, 20);
  case 19:
    // CHECK: warning: launch of 'parted': kept: threads of 'sum' may leave early
    return parted<<<1, 32>>>(out);
  case 20:
    // CHECK: warning: launch of 'parted_by_lambda': kept: threads of 'parted_by_lambda' may leave early
    return parted_by_lambda<<<1, 32>>>(out);
  case 21:
    // CHECK: warning: launch of 'few_by_lane': kept: threads of 'few' may leave early
    return few_by_lane<<<1, 32>>>(out);
  }
}
int main() { parent<<<1, 32>>>(nullptr); }
