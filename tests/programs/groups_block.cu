// The block as a cooperative group, of every size: in a child, in its parent, and handed on to device functions.
// REMARK-t1: launch of 'child': t1; .*barriers: met by all threads
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-auto: launch of 'child': t1
// REMARK-t4: launch of 'child': kept: 'child' has barriers
#include "include/test.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int sum(cg::thread_block b, int v, int *part) {
  part[b.thread_rank()] = v;
  b.sync();
  int s = 0;
  for (unsigned t = 0; t < b.size(); t++)
    s += part[t];
  b.sync();
  return s;
}
template <class G> __device__ void wait(const G &g) {
  cg::sync(g);
}
__device__ int first(const cg::thread_block &b, int v, int *part) {
  if (b.thread_rank() == 0)
    part[0] = v;
  wait(b);
  v = part[0];
  wait(b);
  return v;
}

__global__ void child(int n, int *out) {
  extern __shared__ int part[];
  cg::thread_block cta = cg::this_thread_block();
  const auto t = cta.thread_rank();
  int s = sum(cta, (int)t + 1, part) + first(cta, 1000 * (int)cta.group_index().x + (int)t, part);
  cg::thread_group all = cta;
  part[t] = s + (int)(cta.thread_index().x + cta.dim_threads().x * cta.thread_index().y);
  cta.sync();
  int v = part[n - 1 - t % n];
  all.sync();
  if (t < (unsigned)n)
    out[blockIdx.x * cg::this_thread_block().num_threads() + t] = v;
}

__global__ void parent(int *out) {
  __shared__ int part[64];
  cg::thread_block cta = cg::this_thread_block();
  int i = blockIdx.x * blockDim.x + cta.thread_rank(), threads = 1 + i * 21;
  int s = sum(cta, 1, part); // 12
  dim3 block = i % 3 ? dim3(threads) : dim3(1 + i, 5);
  child<<<2, block, block.x * block.y * sizeof(int)>>>((int)(block.x * block.y) - (i + s) % 4, out + i * 2048);
}

// A barrier in two halves: what has arrived waits by a token.
__global__ void halves(int *out) {
  __shared__ int part[64];
  cg::thread_block cta = cg::this_thread_block();
  const unsigned t = cta.thread_rank();
  part[t] = (int)t;
  cg::thread_block::arrival_token token = cta.barrier_arrive();
  cta.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  out[t] = part[cta.size() - 1 - t];
}

int main() {
  int *turned = device_zeros<int>(64);
  halves<<<1, 64>>>(turned);
  std::vector<int> back(64);
  for (int t = 0; t < 64; t++)
    back[t] = 63 - t;
  if (compare(to_host(turned, back.size()), back))
    return 1;
  const int parents = 48;
  std::vector<int> want(parents * 2048);
  for (int i = 0; i < parents; i++) {
    int threads = i % 3 ? 1 + i * 21 : (1 + i) * 5, n = threads - (i + 12) % 4;
    for (int k = 0; k < 2; k++)
      for (int t = 0; t < n; t++)
        want[i * 2048 + k * threads + t] = threads * (threads + 1) / 2 + 1000 * k + n - 1 - t;
  }
  int *out = device_zeros<int>(want.size());
  parent<<<4, parents / 4>>>(out);
  return compare(to_host(out, want.size()), want);
}
