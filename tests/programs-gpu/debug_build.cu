// As a debugger wants it: functions are called and not inlined, lanes of a warp meet late, and nothing that is declared is left out.
// FLAGS: -G
// STRATEGIES: keep t1 t2 t3 mega t4 warp block multiblock grid auto
#include "../programs/include/test.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ int sum_of(const cg::thread_block &block, int v) {
  __shared__ int sums[8];
  const auto warp = cg::tiled_partition<32>(block);
  const int part = cg::reduce(warp, v, cg::plus<int>());
  if (warp.thread_rank() == 0)
    sums[warp.meta_group_rank()] = part;
  block.sync();
  v = block.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
  return cg::reduce(warp, v, cg::plus<int>());
}
__global__ void child(const int *data, int begin, int end, int *out) {
  int v = 0;
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
    v += data[i];
  v = sum_of(cg::this_thread_block(), v);
  if (threadIdx.x == 0)
    *out = v;
}
__global__ void parent(const int *first, int n, const int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<1, 64 + i % 3 * 64>>>(data, first[i], first[i + 1], out + i);
}
// Each launches two more, one after the other.
__global__ void tree(int depth, int node, int *out) {
  if (threadIdx.x == 0) {
    atomicAdd(&out[node], 1);
    if (depth > 0) {
      tree<<<1, 32>>>(depth - 1, 2 * node + 1, out);
      tree<<<1, 32>>>(depth - 1, 2 * node + 2, out);
    }
  }
}

int main() {
  const int n = 2000, depth = 6;
  allow_launches(2 * n);
  const std::vector<int> first = list_offsets(n, 300);
  std::vector<int> data(first.back()), want(n);
  for (int i = 0; i < n; i++)
    for (int j = first[i]; j < first[i + 1]; j++)
      want[i] += data[j] = (i + j) % 100;
  int *sums = device_zeros<int>(n), *nodes = device_zeros<int>(2 << depth);
  for (int r = 0; r < 3; r++)
    parent<<<(n + 127) / 128, 128>>>(to_device(first), n, to_device(data), sums);
  tree<<<1, 32>>>(depth, 0, nodes);
  const bool trees = to_host(nodes, (2 << depth) - 1) == std::vector<int>((2 << depth) - 1, 1);
  return verdict(trees && to_host(sums, n) == want, "see above");
}
