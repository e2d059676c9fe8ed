// Threads that leave before operations of their warp: those that exited are not waited for, but in a virtual block nothing exits. Such a child is kept, unless
// the operations name only lanes that were active after the others had left.
// REMARK-t1: launch of 'names_all': kept: threads of 'names_all' may leave early while others of their warp exchange values
// REMARK-t1: launch of 'names_active': t1
// REMARK-t1: launch of 'helper_names': t1
// REMARK-t1: launch of 'member_names_all': kept: threads of 'member_names_all' may leave early while others of their warp exchange values
// STRATEGIES: keep t1
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
  std::fill(want.begin(), want.begin() + parents * 128, 0);
  return bad + compare(to_host(again, want.size()), want);
}
