// printf in parent and child.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(int i, int *count) {
  if (threadIdx.x == 1)
    printf("child %d of %s, block %u: %.2f\n", i, "parent", blockIdx.x, i * .5);
  atomicAdd(count, 1);
}
__global__ void parent(int *count) {
  printf("parent thread %d\n", (int)threadIdx.x);
  child<<<2, 3>>>(threadIdx.x, count);
}

int main() {
  int *count = device_zeros<int>(1);
  parent<<<1, 4>>>(count);
  return compare(to_host(count, 1), std::vector<int>(1, 24));
}
