// Threads that leave before operations of their warp: those that exited are not waited for, but in a virtual block nothing exits. Such a child is kept, unless
// the operations name only lanes that were active after the others had left.
// REMARK-t1: launch of 'names_all': kept: threads of 'names_all' may leave early while others of their warp exchange values
// REMARK-t1: launch of 'names_active': t1
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
__global__ void parent(int *out) {
  names_all<<<1, 70>>>(1 + threadIdx.x, out + threadIdx.x * 128);
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
  parent_active<<<1, parents>>>(out + parents * 128);
  return compare(to_host(out, want.size()), want);
}
