// Parents none of whose threads launches, children with nothing in them, kernels without
// parameters, and a parent of no use.
// REMARK-t1: launch of 'empty': t1
// REMARK-block: launch of 'empty': block
// REMARK-grid: launch of 'empty': grid
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

__device__ int counter;
__global__ void empty() {}
__global__ void child() { atomicAdd(&counter, 1); }
__global__ void parent(bool go) {
  if (go)
    child<<<2, 16>>>();
  empty<<<1, 1>>>();
}
__global__ void never(bool go) {
  if (go)
    child<<<1, 1>>>();
}

int main() {
  never<<<3, 100>>>(false);
  parent<<<2, 32>>>(false);
  parent<<<2, 32>>>(true);
  never<<<1, 1>>>(false);
  CHECK(cudaDeviceSynchronize());
  int got;
  CHECK(cudaMemcpyFromSymbol(&got, counter, sizeof got));
  return compare(std::vector<int>(1, got), std::vector<int>(1, 2048));
}
