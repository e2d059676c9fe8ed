// Tail launches run after everything else that the grid did or launched, one after another.
// REMARK-t1: launch of 'work': t1
// REMARK-grid: launch of 'work': grid
// REMARK-t1: launch of 'check': t1
#include "include/test.h"

__global__ void work(int *sum, int x) { atomicAdd(sum, x); }
__global__ void check(int *sum, int *seen, int step) {
  seen[step] = *sum;
  *sum += 1000 * (step + 1);
}

__global__ void parent(int *sum, int *seen) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int step = 0; step < 5; step++)
      check<<<1, 1, 0, cudaStreamTailLaunch>>>(sum, seen, step);
  work<<<2, 2>>>(sum, 1);
  atomicAdd(sum, 10);
  work<<<1, 3, 0, cudaStreamFireAndForget>>>(sum, 1);
}

int main() {
  const int parents = 64;
  int *sum = device_zeros<int>(1), *seen = device_zeros<int>(5);
  parent<<<4, parents / 4>>>(sum, seen);
  std::vector<int> want;
  for (int step = 0, s = parents * 17; step < 5; step++) {
    want.push_back(s);
    s += 1000 * (step + 1);
  }
  return compare(to_host(seen, 5), want);
}
