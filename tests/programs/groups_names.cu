// Cooperative groups by other names: an open namespace, an alias inside of a body, functions beside the namespace's own, lambdas; and a child
// without barriers, which one thread can run.
// REMARK-t1: launch of 'opened': t1
// REMARK-t1: launch of 'indices': t1
// REMARK-t4: launch of 'indices': t4
// STRATEGIES: keep t1 t4
#include "include/test.h"
#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int reduce(int a, int b) { return a > b ? a : b; } // not that of the namespace
struct block_info { // nor is a member of that name
  int thread_block;
};
__device__ int twice(const thread_group &g, int v) {
  g.sync();
  return 2 * v;
}
__device__ thread_block here(thread_block b) { return b; }

__global__ void opened(int *out) {
  thread_block block = this_thread_block(); // "this_thread_block()" in a comment stays
  thread_block_tile<16> tile = tiled_partition<16>(block);
  block_info info = {(int)block.thread_rank()};
  auto most = [&](int v) {
    for (int d = 8; d > 0; d /= 2)
      v = reduce(v, tile.shfl_xor(v, d));
    return v + (int)this_thread_block().group_index().x;
  };
  sync(block);
  sync(tile);
  out[blockIdx.x * 64 + info.thread_block] = twice(here(block), most(info.thread_block)) + (int)thread_rank(tile);
}

__global__ void indices(int n, int *out) {
  namespace groups = cooperative_groups;
  groups::thread_block b = ::cooperative_groups::this_thread_block();
  int at = (b.group_index().x + b.group_index().y * 2) * (int)groups::group_size(b) + b.thread_rank();
  out[at] = (int)(b.thread_index().y * 100 + b.thread_index().x + b.group_dim().z * n);
}

__global__ void parent(int *out) { opened<<<2, 64>>>(out + threadIdx.x * 128); }
__global__ void parent_indices(int *out) {
  indices<<<dim3(2, 2), dim3(5, 4)>>>(threadIdx.x * 1000, out + threadIdx.x * 80);
}

int main() {
  const int parents = 20;
  std::vector<int> want(parents * (128 + 80));
  int *w = want.data() + parents * 128;
  for (int i = 0; i < parents; i++) {
    for (int k = 0; k < 128; k++)
      want[i * 128 + k] = 2 * (k % 64 / 16 * 16 + 15 + k / 64) + k % 16;
    for (int k = 0; k < 80; k++)
      w[i * 80 + k] = k % 20 / 5 * 100 + k % 5 + i * 1000;
  }
  int *out = device_zeros<int>(want.size());
  parent<<<1, parents>>>(out);
  parent_indices<<<1, parents>>>(out + parents * 128);
  return compare(to_host(out, want.size()), want);
}
