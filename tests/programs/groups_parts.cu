// Groups that are cut by labels, what is computed over such, what one member does for all, copies by a group, and barriers with numbers.
// FLAGS: -std=c++17
// STRATEGIES: keep auto
// REMARK-auto: launch of 'parts': kept: 'parts' uses 'invoke_one_broadcast' of cooperative groups
// REMARK-auto: launch of 'numbered': kept
// REMARK-auto: launch of 'handed_on': kept
#include "include/test.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
const int kinds = 9;

__global__ void parts(int *p) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int i = int(block.thread_rank()), lane = i % 32;
  const auto all = [=](int kind, int v) { p[kind * 64 + i] = v; };
  const auto byLabel = cg::labeled_partition(warp, (signed char)(lane % 3 - 1));
  all(0, int(byLabel.size() * 1000 + byLabel.thread_rank() * 10 + byLabel.meta_group_rank()) + int(byLabel.meta_group_size()) * 100000);
  all(1, cg::reduce(byLabel, i, cg::plus<int>()));
  all(2, cg::inclusive_scan(byLabel, i) - cg::exclusive_scan(byLabel, i, cg::greater<int>()));
  const auto byBit = cg::binary_partition(cg::tiled_partition<16>(warp), lane < 5);
  all(3, int(byBit.size() * 100 + byBit.meta_group_rank() * 10 + byBit.meta_group_size()));
  all(4, cg::invoke_one_broadcast(byBit, [](int v) { return v + 1; }, i));
  if (lane % 2) {
    const auto odd = cg::coalesced_threads();
    const auto few = cg::tiled_partition(odd, 4);
    const auto label = cg::labeled_partition(odd, lane > 20);
    all(5, int(few.meta_group_rank() * 10 + few.meta_group_size()) + 1000 * cg::reduce(label, lane, cg::less<int>()));
  }
  if (i == 0)
    p[kinds * 64] = 0;
  block.sync();
  cg::invoke_one(warp, [=] { atomicAdd(&p[kinds * 64], 7); });
}
__global__ void numbered(const int *from, int *p) {
  __shared__ int values[64], copied[64], padded[64];
  const auto block = cg::this_thread_block();
  const int i = threadIdx.x, half = i / 32;
  cg::memcpy_async(block, copied, from, sizeof copied);
  __pipeline_memcpy_async(&padded[i], &from[i], sizeof(int), i % 2 ? 4 : 0);
  __pipeline_commit();
  values[i] = i;
  __barrier_sync_count(1 + half, 32); // half of the block each
  p[6 * 64 + i] = values[32 * half + 31 - i % 32] + 1000 * (__isShared(values) && !__isShared(p));
  __pipeline_wait_prior(0);
  cg::wait(block);
  if (half)
    values[i] = 2 * i;
  __barrier_sync(5);
  p[7 * 64 + i] = values[63 - i] + copied[63 - i] + padded[i];
  __barrier_sync(0);
}
__global__ void handed_on(int *p) { // by one half of the block to the other
  __shared__ int values[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x >= 32) {
    values[lane] = lane * 3;
    __threadfence_block();
    asm volatile("bar.arrive 3, %0;" ::"r"(64) : "memory");
  } else {
    asm volatile("bar.sync 3, 64;" ::: "memory");
    p[8 * 64 + lane] = values[31 - lane];
  }
}
__global__ void parent(const int *from, int *p) {
  parts<<<1, 64>>>(p);
  numbered<<<1, 64>>>(from, p);
  handed_on<<<1, 64>>>(p);
}

int main() {
  std::vector<int> from(64), want(kinds * 64 + 1);
  want[kinds * 64] = 14;
  for (int i = 0; i < 64; i++) {
    const int lane = i % 32, first = i - lane, label = lane % 3, n = (31 - label) / 3 + 1, rank = lane / 3;
    int sum = 0, before = 0;
    for (int j = label; j < 32; j += 3) {
      sum += first + j;
      before += j <= lane ? first + j : 0;
    }
    from[i] = i * i;
    want[i] = n * 1000 + rank * 10 + label + 300000;
    want[64 + i] = sum;
    want[128 + i] = before - (rank ? i - 3 : 0);
    const bool whole = lane >= 16, low = lane < 5;
    want[192 + i] = whole ? 1601 : low ? 512 : 1102; // those who say yes are the second part
    want[256 + i] = first + (whole ? 16 : low ? 0 : 5) + 1;
    want[320 + i] = lane % 2 ? lane / 2 / 4 * 10 + 4 + 1000 * (lane > 20 ? 21 : 1) : 0;
    want[384 + i] = 1000 + 32 * (i / 32) + 31 - lane;
    const int other = 63 - i;
    want[512 + i] = i < 32 ? 3 * (31 - i) : 0;
    want[448 + i] = (other < 32 ? other : 2 * other) + other * other + (i % 2 ? 0 : i * i);
  }
  int *p = device_zeros<int>(want.size());
  parent<<<1, 1>>>(to_device(from), p);
  return compare(to_host(p, want.size()), want);
}
