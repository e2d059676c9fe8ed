// Three levels of kernels below the host's; every level launches from every thread.
// REMARK-t1: launch of 'one': t1
// REMARK-block: launch of 'one': block
// REMARK-grid: launch of 'one': grid
// REMARK-t1: launch of 'two': t1
// REMARK-t1: launch of 'three': t1
// REMARK-t4: launch of 'three': t4
#include "include/test.h"

__global__ void three(int *count, int id) { atomicAdd(&count[id], blockIdx.x + threadIdx.x); }
__global__ void two(int *count, int id) {
  int next = id * 5 + blockIdx.x * blockDim.x + threadIdx.x;
  three<<<2, 3>>>(count, next);
}
__global__ void one(int *count, int id) {
  int next = id * 6 + blockIdx.x * blockDim.x + threadIdx.x;
  two<<<1, 5>>>(count, next);
  if (next % 2)
    three<<<1, 2>>>(count, next * 5);
}
__global__ void parent(int *count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  one<<<2, 3>>>(count, id);
}

int main() {
  const int parents = 12, n = parents * 6 * 5;
  allow_launches(4096);
  std::vector<int> want(n, 9);
  for (int id = 1; id < parents * 6; id += 2)
    want[id * 5] += 1;
  int *count = device_zeros<int>(n);
  parent<<<3, 4>>>(count);
  return compare(to_host(count, n), want);
}
