// Threads leave before the barriers of the group that their block is; whole warps leave before the rest exchanges values by tiles; and threads leave before
// groups of active threads are formed.
// REMARK-t1: launch of 'barriers': t1; .*barriers: threads may leave early
// REMARK-t1: launch of 'warps': t1; .*barriers: threads may leave early
// REMARK-t1: launch of 'actives': t1
// REMARK-t1: launch of 'lanes': kept: threads of 'lanes' may leave early while others of their warp exchange values
// STRATEGIES: keep t1 t4
#include "include/test.h"
#include <cooperative_groups.h>
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
  }
  int *out = device_zeros<int>(want.size());
  parent<<<1, parents>>>(out);
  parent_warps<<<1, parents>>>(to_device(limits), out + parents * 512);
  parent_actives<<<1, parents>>>(out + 2 * parents * 512);
  parent_lanes<<<1, parents>>>(out + 3 * parents * 512);
  return compare(to_host(out, want.size()), want);
}
