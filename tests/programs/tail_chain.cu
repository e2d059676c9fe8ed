// A kernel that launches itself at its tail, 1,000 times; each link also launches ordinary
// children.
// REMARK-t1: launch of 'link': t1
// REMARK-grid: launch of 'link': grid
// REMARK-t1: launch of 'add': t1
#include "include/test.h"

__global__ void add(unsigned *value) { atomicAdd(value, threadIdx.x + 1); }

__global__ void link(unsigned *value, int left) {
  *value = *value * 5 + left;
  add<<<1, 4>>>(value);
  if (left > 1)
    link<<<1, 1, 0, cudaStreamTailLaunch>>>(value, left - 1);
}

int main() {
  unsigned *value = device_zeros<unsigned>(1), want = 0;
  for (int left = 1000; left >= 1; left--)
    want = want * 5 + left + 10;
  link<<<1, 1>>>(value, 1000);
  return compare(to_host(value, 1), std::vector<unsigned>(1, want));
}
