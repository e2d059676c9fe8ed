// Kernels with inline assembly that asks who its threads are, has all of a block meet, or exchanges values within warps: they run in blocks of the hardware's, as
// children, beside smaller ones, behind others, below others and as parents. (The CPU target has no assembly.)
// STRATEGIES: keep auto t1 t2 mega block grid
// REMARK-t1: launch of 'turns<96>': t1
// REMARK-auto: launch of 'turns<96>': t1
// REMARK-grid: launch of 'turns<96>': grid
// REMARK-block: launch of 'turns<96>': block
// REMARK-t1: launch of 'turns<n>': t1
// REMARK-t1: launch of 'sums': t1
#include "include/test.h"

#include "include/hardware.h"

#ifdef FLCPU
__device__ int neighbour(int v) { return __shfl_xor_sync(~0u, v, 1); }
#else
__device__ int neighbour(int v) {
  int r;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(r) : "r"(v));
  return r;
}
#endif

// Every block turns its numbers round.
template <int n> __global__ void turns(const int *in, int *out) {
  __shared__ int s[n];
  const int t = own_thread(), at = blockIdx.x * n;
  s[t] = in[at + t];
  meet();
  out[at + t] = s[n - 1 - t];
}
__global__ void adds(int *out, int n) { // small ones beside them
  if (threadIdx.x < n)
    atomicAdd(&out[threadIdx.x], 1);
}
__global__ void sums(const int *in, int *out) { // no block needed: warps that name their lanes
  const int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(out, v + neighbour(v));
}
// In order: what is turned, turned again.
__global__ void twice(const int *in, int *between, int *out, int blocks) {
  turns<96><<<blocks, 96>>>(in, between);
  turns<96><<<blocks, 96>>>(between, out);
}
__global__ void parent(const int *first, const int *in, int *once, int *between, int *same, int *counts, int *all) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, blocks = first[i + 1] - first[i], at = first[i] * 96;
  if (blocks) {
    turns<96><<<blocks, 96, 0, cudaStreamFireAndForget>>>(in + at, once + at);
    twice<<<1, 1, 0, cudaStreamFireAndForget>>>(in + at, between + at, same + at, blocks);
  }
  adds<<<1, 64, 0, cudaStreamFireAndForget>>>(counts, blocks);
}
__global__ void lanes(const int *in, int *all) { sums<<<threadIdx.x % 3 + 1, 64>>>(in, all + threadIdx.x); }
// Another parent's blocks are of another size.
template <int n> __global__ void wider(const int *in, int *out, int blocks) { turns<n><<<blocks, n>>>(in, out); }
// A parent that takes the block itself: as many children as its last thread has counted.
__global__ void counts_first(const int *in, int *once, int *marks) {
  __shared__ int n;
  const int t = own_thread();
  if (t == 0)
    n = 0;
  meet();
  atomicAdd(&n, t % 2);
  meet();
  if (t < n)
    turns<96><<<1, 96>>>(in + t * 96, once + t * 96);
  marks[t] = n;
}

int main() {
  const int lists = 128;
  std::vector<int> first(lists + 1, 0), want_counts(64, 0);
  for (int i = 0; i < lists; i++) {
    const int blocks = i * 5 % 4;
    first[i + 1] = first[i] + blocks;
    for (int k = 0; k < blocks; k++)
      want_counts[k]++;
  }
  const int n = first[lists] * 96;
  std::vector<int> in(n), want_once(n), want_all(lists), none(n, 0);
  for (int i = 0; i < n; i++)
    in[i] = i * 7 % 1001;
  for (int i = 0; i < n; i++)
    want_once[i] = in[i / 96 * 96 + 95 - i % 96];
  for (int i = 0; i < lists; i++)
    for (int k = 0; k < (i % 3 + 1) * 64; k++)
      want_all[i] += 2 * in[k];
  const int *d_in = to_device(in);
  int *once = to_device(none), *between = to_device(none), *same = to_device(none), *counts = to_device(std::vector<int>(64, 0)),
      *all = to_device(std::vector<int>(lists, 0)), *again = to_device(none), *marks = to_device(std::vector<int>(128, 0)), *wide = to_device(none);
  parent<<<2, 64>>>(to_device(first), d_in, once, between, same, counts, all);
  lanes<<<1, lists>>>(d_in, all);
  counts_first<<<1, 128>>>(d_in, again, marks);
  const int blocks = n / 160;
  wider<160><<<1, 1>>>(d_in, wide, blocks);
  std::vector<int> want_wide(blocks * 160);
  for (int i = 0; i < blocks * 160; i++)
    want_wide[i] = in[i / 160 * 160 + 159 - i % 160];
  std::vector<int> want_again(want_once.begin(), want_once.begin() + 64 * 96);
  const bool ok = to_host(once, n) == want_once && to_host(same, n) == in && to_host(counts, 64) == want_counts && to_host(all, lists) == want_all &&
                  to_host(again, 64 * 96) == want_again && to_host(marks, 128) == std::vector<int>(128, 64) &&
                  to_host(wide, blocks * 160) == want_wide;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
