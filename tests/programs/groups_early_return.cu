// Threads leave before the barriers of the group that their block is; whole warps, and lanes, leave before the rest exchanges values by tiles that were formed
// before; and threads leave before groups of active threads are formed.
// REMARK-t1: launch of 'barriers': t1; .*barriers: threads may leave early
// REMARK-t1: launch of 'warps': t1; .*barriers: threads may leave early
// REMARK-t1: launch of 'actives': t1
// REMARK-t1: launch of 'lanes': t1
// REMARK-t1: launch of 'sums': t1
// REMARK-t1: launch of 'eighths': t1
// STRATEGIES: keep t1 t4
#include "include/test.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void barriers(int n, int *out) {
  __shared__ int part[256];
  auto cta = cg::this_thread_block();
  int t = cta.thread_rank();
  if (t >= n)
    return;
  part[t] = t * t;
  cg::sync(cta);
  int v = part[n - 1 - t];
  if (t % 3 == 0) {
    out[t] = -v;
    return;
  }
  cta.sync();
  part[t] = v;
  cta.sync();
  out[t] = v;
}

// The threads of a warp load one value, and leave together.
__global__ void warps(const int *limit, int *out) {
  __shared__ int part[8];
  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cta);
  int t = threadIdx.x, most = limit[blockIdx.x];
  if (most < 0)
    return;
  int sum = t;
  for (int d = 16; d > 0; d /= 2)
    sum += tile.shfl_xor(sum, d);
  if (tile.thread_rank() == 0)
    part[t / 32] = sum;
  cta.sync();
  out[t] = part[1 - t / 32] + most;
}

__global__ void actives(int n, int *count) {
  if (threadIdx.x % 5 == 0 || (int)threadIdx.x >= n)
    return;
  cg::coalesced_group group = cg::coalesced_threads();
  if (group.thread_rank() == 0)
    atomicAdd(count, (int)group.size());
  if (group.shfl(group.thread_rank(), 0) != 0)
    atomicAdd(count, 1000000);
}

__global__ void lanes(int n, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if ((int)threadIdx.x >= n)
    return;
  unsigned here = tile.ballot(1);
  out[threadIdx.x] = __popc(here);
}

// What CUDA says of sums over tiles that some have left is nothing; those who go first here are the last of their tiles, so that the rest can add up by hand.
template <class G> __device__ int sum_of(const G &group, int v, int there) {
  for (int d = group.size() / 2; d; d /= 2) {
    const int other = group.shfl_down(v, d);
    if ((int)group.thread_rank() + d < there)
      v += other;
  }
  return v;
}
__global__ void sums(int n, int *out) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto four = cg::tiled_partition<4>(warp);
  const cg::coalesced_group all = cg::coalesced_threads();
  const int t = threadIdx.x, first = t / 32 * 32, left = min(n - first, 32);
  if (t >= n)
    return;
  const int sum = sum_of(warp, 1, left), part = sum_of(four, 1, min(n - t / 4 * 4, 4));
  if (warp.thread_rank() == 0)
    atomicAdd(out, sum);
  if (four.thread_rank() == 0)
    atomicAdd(out + 1, part);
  warp.sync();
  atomicAdd(out + 2, all.any(t == first) + four.any(t >= 0));
  if (t % 32 >= left / 2)
    return;
  atomicAdd(out + 3, __popc(all.ballot(1)) + cg::tiled_partition<16>(warp).any(t % 16 == 0));
}

// Tiles of which each goes round in its own time, with fewer and fewer of its lanes.
__device__ int voters(cg::thread_block_tile<8, cg::thread_block> eight, int k, int n) {
  if ((int)threadIdx.x >= n + k)
    return 0;
  return __popc(eight.ballot(1));
}
__global__ void eighths(int n, int *out) {
  const auto eight = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  if (t >= n)
    return;
  int all = 0;
  for (int k = 0; k < t / 8; k++)
    all += __popc(eight.ballot(1)) * (k + 1);
  atomicAdd(out, all);
  if (t % 8 > 4)
    return;
  atomicAdd(out + 1, voters(eight, -3, n));
}

__global__ void parent(int *out) {
  int i = threadIdx.x, n = 1 + i * 9;
  barriers<<<1, n + i % 4>>>(n, out + i * 512);
}
__global__ void parent_warps(const int *limit, int *out) {
  warps<<<1, 64>>>(limit + threadIdx.x, out + threadIdx.x * 512);
}
__global__ void parent_actives(int *out) {
  int i = threadIdx.x;
  actives<<<2, 10 + i * 9>>>(1 + i * 9, out + i * 512);
}
__global__ void parent_lanes(int *out) {
  lanes<<<1, 10 + threadIdx.x>>>(threadIdx.x % 8, out + threadIdx.x * 512);
  eighths<<<1, 10 + threadIdx.x * 3, 0, cudaStreamFireAndForget>>>(threadIdx.x * 3, out + threadIdx.x * 512 + 12);
  sums<<<1, 10 + threadIdx.x * 3, 0, cudaStreamFireAndForget>>>(threadIdx.x * 3, out + threadIdx.x * 512 + 8);
}

int main() {
  const int parents = 28;
  std::vector<int> want(4 * parents * 512), limits(parents);
  int *b = want.data(), *w = b + parents * 512, *a = w + parents * 512, *l = a + parents * 512;
  for (int i = 0; i < parents; i++) {
    int n = 1 + i * 9;
    limits[i] = i % 3 ? i : -1;
    for (int t = 0; t < n; t++) {
      int v = (n - 1 - t) * (n - 1 - t);
      b[i * 512 + t] = t % 3 == 0 ? -v : v;
      a[i * 512] += t % 5 ? 2 : 0;
    }
    for (int t = 0; t < 64 && i % 3; t++)
      w[i * 512 + t] = i + (t < 32 ? 48 * 32 - 16 : 496);
    for (int t = 0; t < i % 8; t++)
      l[i * 512 + t] = i % 8;
    int *s = l + i * 512 + 8;
    s[0] = s[1] = n = i * 3;
    for (int t = 0; t < n; t++) {
      const int left = std::min(n - t / 32 * 32, 32);
      s[2] += 2;
      if (t % 32 < left / 2)
        s[3] += left / 2 + 1;
      const int first = t / 8 * 8, of_tile = std::min(n - first, 8);
      for (int k = 0; k < t / 8; k++)
        s[4] += of_tile * (k + 1);
      if (t % 8 <= 4 && t < n - 3)
        s[5] += std::min(n - 3 - first, 5);
    }
  }
  int *out = device_zeros<int>(want.size());
  parent<<<1, parents>>>(out);
  parent_warps<<<1, parents>>>(to_device(limits), out + parents * 512);
  parent_actives<<<1, parents>>>(out + 2 * parents * 512);
  parent_lanes<<<1, parents>>>(out + 3 * parents * 512);
  return compare(to_host(out, want.size()), want);
}
