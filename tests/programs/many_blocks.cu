// A child of three million blocks.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(unsigned long long *count) {
  if (blockIdx.x % 1000 == 999)
    atomicAdd(count, blockIdx.x + 1ull);
}
__global__ void parent(unsigned blocks, unsigned long long *count) {
  if (threadIdx.x == 3)
    child<<<blocks, 1>>>(count);
}

int main() {
  unsigned long long *count = device_zeros<unsigned long long>(1), want = 0;
  parent<<<1, 32>>>(3000000, count);
  for (unsigned long long b = 1000; b <= 3000000; b += 1000)
    want += b;
  return compare(to_host(count, 1), std::vector<unsigned long long>(1, want));
}
