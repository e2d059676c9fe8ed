// Children that ask their grid for ranks and sizes, and cut groups by labels.
// REMARK-t1: launch of 'strides': t1
// REMARK-t1: launch of 'labels': t1
#include "include/test.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ long rank_of(const cg::grid_group &grid) { return (long)grid.thread_rank(); }
__global__ void strides(int n, int *out) {
  const cg::grid_group grid = cg::this_grid();
  for (long i = rank_of(grid); i < n; i += (long)grid.size())
    out[i] = (int)(i + grid.num_blocks() * 1000 + grid.group_dim().y);
  if (cg::this_thread_block().thread_rank() == 0)
    atomicAdd(out + n, (int)grid.block_rank() + (int)grid.block_index().x);
}

// Where each lane stands: which of how many parts it is in, and its rank there.
__device__ int place(const cg::coalesced_group &g) {
  return (int)(g.meta_group_rank() * 10000 + g.meta_group_size() * 1000 + g.size() * 32 +
               g.thread_rank());
}
__global__ void labels(int n, int *out) {
  const auto all = cg::coalesced_threads();
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int t = threadIdx.x;
  const auto third = cg::labeled_partition(all, t % 3 * 7);
  out[t] = place(third) * 2 + (int)third.any(t < 3);
  const auto odd = cg::binary_partition(tile, t % 2 == 1);
  out[t + 32] = place(odd) * 2 + (int)odd.shfl(t % 2, 0);
  out[t + 64] = place(cg::labeled_partition(tile, t >= n));
}

__global__ void parent(int *out) {
  const int p = threadIdx.x;
  if (p % 2)
    labels<<<1, 32>>>(p, out + p * 200);
  else
    strides<<<dim3(2, 3), dim3(3, 2)>>>(100 + p, out + p * 200);
}

static int placed(int rank, int parts, int size, int at) {
  return rank * 10000 + parts * 1000 + size * 32 + at;
}
int main() {
  const int parents = 24;
  std::vector<int> want(parents * 200);
  for (int p = 0; p < parents; p++) {
    int *w = &want[p * 200];
    for (int i = 0; p % 2 == 0 && i < 100 + p; i++)
      w[i] = i + 6003;
    if (p % 2 == 0)
      w[100 + p] = 15 + 3;
    for (int t = 0; p % 2 && t < 32; t++) {
      const int first = t / 16 * 16, below = std::min(std::max(p - first, 0), 16);
      const bool apart = below && below < 16, set = t >= p;
      w[t] = placed(t % 3, 3, t % 3 == 2 ? 10 : 11, t / 3) * 2 + 1;
      w[t + 32] = placed(t % 2, 2, 8, t % 16 / 2) * 2 + t % 2;
      w[t + 64] = !apart ? placed(0, 1, 16, t % 16)
                  : set  ? placed(1, 2, 16 - below, t % 16 - below)
                         : placed(0, 2, below, t % 16);
    }
  }
  int *out = device_zeros<int>(want.size());
  parent<<<1, parents>>>(out);
  return compare(to_host(out, want.size()), want);
}
