// Threads that leave before operations of their warp: those that exited are not waited for, but in a virtual block nothing exits. They tell the others, or the
// operations name only lanes that were active after they had left.
// REMARK-t1: launch of 'names_all': t1
// REMARK-t1: launch of 'names_active': t1
// REMARK-t1: launch of 'helper_names': t1
// REMARK-t1: launch of 'member_names_all': t1
// REMARK-t1: launch of 'in_rounds': t1
// REMARK-t1: launch of 'calls': t1
// REMARK-t1: launch of 'by_masks': t1
#include "include/test.h"

__global__ void names_all(int n, int *out) {
  if ((int)threadIdx.x >= n)
    return;
  out[threadIdx.x] = __popc(__ballot_sync(0xffffffff, 1));
}
__global__ void names_active(int n, int *out) {
  if ((int)threadIdx.x >= n)
    return;
  unsigned mask = __activemask();
  int leader = __ffs(mask) - 1, lane = threadIdx.x % 32, at = 0;
  if (lane == leader)
    at = atomicAdd(out, __popc(mask));
  at = __shfl_sync(mask, at, leader) + __popc(mask & ((1u << lane) - 1));
  out[1 + at] = 7;
}
__device__ int next_place(int *counter) {
  unsigned mask = __activemask();
  int leader = __ffs(mask) - 1, lane = threadIdx.x % 32, at = 0;
  if (lane == leader)
    at = atomicAdd(counter, __popc(mask));
  return __shfl_sync(mask, at, leader) + __popc(mask & ((1u << lane) - 1));
}
template <class T> struct List {
  T *items;
  __device__ void push(T item) { items[1 + next_place(items)] = item; }
};
template <class T> __global__ void helper_names(int n, List<T> list) {
  if ((int)threadIdx.x >= n)
    return;
  for (int k = 0; k < 2; k++)
    list.push(7);
}
template <class T> struct Votes {
  __device__ int count(T x) const { return __popc(__ballot_sync(0xffffffff, x != 0)); }
};
template <class T> __global__ void member_names_all(int n, T *out) {
  Votes<T> votes;
  if ((int)threadIdx.x >= n)
    return;
  out[threadIdx.x] += votes.count(1) - (threadIdx.x < n / 32 * 32 ? 32 : n % 32);
}
// What the lanes that are left add up, by blocks whose last warp is no whole one, in rounds that more and more of them leave.
__device__ int sum(int v, int n) {
  for (int d = 16; d; d /= 2) {
    int other = __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 + d < (unsigned)n)
      v += other;
  }
  return v;
}
__global__ void in_rounds(int n, int *out) {
  __shared__ int first[3];
  int t = threadIdx.x;
  if (t % 32 == 0)
    first[t / 32] = n - t;
  __syncwarp();
  const int lanes = min(32, (int)blockDim.x - t / 32 * 32);
  if (t % 32 >= first[t / 32]) {
    atomicAdd(&out[100], 1);
    return;
  }
  int left = min(first[t / 32], lanes), all = sum(1, left);
  if (t % 32 == 0)
    out[t] = all;
  for (int k = 0; t % 32 < left - k; k++) {
    if (t % 32 > 20)
      return;
    all = __popc(__ballot_sync(0xffffffff, 1));
    if (t % 32 == 0)
      atomicAdd(&out[t + 1], all);
  }
}
__device__ void ends_with(int n, int *out) {
  if ((int)threadIdx.x >= n)
    return;
  atomicAdd(out + 120, __any_sync(0xffffffff, (int)threadIdx.x == n - 1));
}
__global__ void calls(int n, int *out) {
  if (threadIdx.x % 3)
    ends_with(n, out);
}
__global__ void by_masks(int n, int *out) {
  const int t = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffff, t < n + 5);
  if (t < n)
    atomicAdd(out + 121, __popc(__ballot_sync(mask, 1)));
}
__global__ void parent_rounds(int *out) {
  by_masks<<<1, 70, 0, cudaStreamFireAndForget>>>(1 + threadIdx.x, out + threadIdx.x * 128);
  in_rounds<<<1, 70>>>(1 + threadIdx.x, out + threadIdx.x * 128);
  calls<<<1, 70, 0, cudaStreamFireAndForget>>>(1 + threadIdx.x, out + threadIdx.x * 128);
}
__global__ void parent(int *out) {
  names_all<<<1, 70>>>(1 + threadIdx.x, out + threadIdx.x * 128);
}
__global__ void parent_members(int *out) {
  member_names_all<<<1, 70>>>(1 + threadIdx.x, out + threadIdx.x * 128);
}
__global__ void parent_helpers(int *out) {
  helper_names<<<1, 70>>>(1 + threadIdx.x, List<int>{out + threadIdx.x * 256});
}
__global__ void parent_active(int *out) {
  names_active<<<2, 70>>>(1 + threadIdx.x, out + threadIdx.x * 256);
}

int main() {
  const int parents = 60;
  std::vector<int> want(parents * (128 + 256));
  int *active = want.data() + parents * 128;
  for (int i = 0; i < parents; i++) {
    int n = 1 + i;
    for (int t = 0; t < n; t++)
      want[i * 128 + t] = std::min(32, n - t / 32 * 32);
    active[i * 256] = 2 * n;
    for (int k = 0; k < 2 * n; k++)
      active[i * 256 + 1 + k] = 7;
  }
  int *out = device_zeros<int>(want.size());
  parent<<<1, parents>>>(out);
  parent_members<<<1, parents>>>(out);
  parent_active<<<1, parents>>>(out + parents * 128);
  int *again = device_zeros<int>(want.size());
  parent_helpers<<<1, parents>>>(again + parents * 128);
  int bad = compare(to_host(out, want.size()), want);
  std::vector<int> rounds(parents * 128);
  for (int i = 0; i < parents; i++) {
    const int n = 1 + i;
    int *at = &rounds[i * 128];
    at[100] = 70 - n;
    for (int w = 0; w < 70 && w < n; w += 32) {
      const int lanes = std::min(std::min(n, 70) - w, 32), there = std::min(lanes, 21);
      at[w] = lanes;
      for (int k = 0; lanes - k > 0; k++)
        at[w + 1] += std::min(there, lanes - k);
    }
    for (int t = 0; t < n; t++)
      at[121] += std::min(32, n - t / 32 * 32);
    for (int t = 0; t < n; t++)
      at[120] += t % 3 && (n - 1) % 3 && t / 32 == (n - 1) / 32;
  }
  int *out_rounds = device_zeros<int>(rounds.size());
  parent_rounds<<<1, parents>>>(out_rounds);
  bad += compare(to_host(out_rounds, rounds.size()), rounds);
  std::fill(want.begin(), want.begin() + parents * 128, 0);
  return bad + compare(to_host(again, want.size()), want);
}
