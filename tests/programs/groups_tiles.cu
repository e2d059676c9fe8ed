// Tiles of a block, of static and dynamic size, and tiles of tiles. Tiles divide blocks evenly: CUDA leaves open what votes see of lanes that do not exist.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-auto: launch of 'child': t1
// REMARK-t4: launch of 'child': kept: 'child' (has barriers|exchanges values within a warp)
#include "include/test.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

struct pair {
  int a;
  short b, c;
  double d;
};

template <int N> __device__ int total(const cg::thread_block_tile<N> &tile, int v) {
  return cg::reduce(tile, v, cg::plus<int>());
}
__device__ int lowest(cg::thread_group g) {
  return (int)(g.thread_rank() * 100 + g.size());
}

__global__ void child(int n, long long *out) {
  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cta);
  auto tile = cg::tiled_partition<8>(cta);
  cg::thread_block_tile<4> quarter = cg::tiled_partition<4>(tile);
  cg::thread_group loose = cg::tiled_partition(cta, 16);
  int t = cta.thread_rank();
  long long v = total<32>(warp, t);
  v = v * 3 + cg::reduce(tile, t, cg::greater<int>());
  v = v * 3 + cg::inclusive_scan(quarter, t + 1);
  v = v * 3 + cg::exclusive_scan(tile, t, cg::plus<int>());
  v = v * 3 + tile.shfl(t, 0) + quarter.shfl_up(t, 1) + (int)tile.meta_group_rank() * 7 +
      (int)tile.meta_group_size() * 5 + (int)quarter.meta_group_rank() + (int)quarter.meta_group_size();
  v = v * 3 + __popc(warp.ballot(t % 3 == 0)) + 2 * tile.any(t == n - 1) + 4 * tile.all(t < n);
  v = v * 3 + __popc(tile.match_any(t / 2)) + lowest(loose) + lowest(tile);
  pair p = {t, (short)t, 3, t + .5};
  pair q = warp.shfl(p, 0);
  v = v * 3 + q.a + q.b + q.c + (int)(2 * q.d);
  loose.sync();
  cg::sync(warp);
  out[t] = v;
}

__global__ void parent(long long *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = 32 + i % 7 * 32;
  child<<<1, n>>>(n, out + i * 256);
}

int main() {
  const int parents = 48;
  std::vector<long long> want(parents * 256);
  for (int i = 0; i < parents; i++)
    for (int t = 0, n = 32 + i % 7 * 32; t < n; t++) {
      auto end = [&](int size) { return std::min(n, t / size * size + size); };
      long long v = 0;
      for (int k = t / 32 * 32; k < end(32); k++)
        v += k;
      v = v * 3 + end(8) - 1;
      int scan = 0, before = 0, thirds = 0;
      for (int k = t / 4 * 4; k <= t; k++)
        scan += k + 1;
      for (int k = t / 8 * 8; k < t; k++)
        before += k;
      for (int k = t / 32 * 32; k < end(32); k++)
        thirds += k % 3 == 0;
      v = v * 3 + scan;
      v = v * 3 + before;
      v = v * 3 + t / 8 * 8 + (t % 4 ? t - 1 : t) + t / 8 * 7 + (n + 7) / 8 * 5 + t % 8 / 4 + 2;
      v = v * 3 + thirds + 2 * (end(8) == n) + 4;
      v = v * 3 + (t / 2 * 2 + 1 < n ? 2 : 1) + t % 16 * 100 + end(16) - t / 16 * 16 + t % 8 * 100 + 8;
      int w = t / 32 * 32;
      v = v * 3 + w + w + 3 + 2 * w + 1;
      want[i * 256 + t] = v;
    }
  long long *out = device_zeros<long long>(want.size());
  parent<<<4, parents / 4>>>(out);
  return compare(to_host(out, want.size()), want);
}
