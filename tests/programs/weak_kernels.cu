// Weak kernels and functions, which generated ones, in unnamed namespaces, cannot be.
// REMARK-t1: launch of 'child': t1
#include "include/test.h"
#define WEAK __attribute__((weak))

__device__ WEAK int index_of_block() { return blockIdx.x; }
__attribute__((__weak__, noinline)) __global__ void child(int *p) {
  p[8 * index_of_block() + threadIdx.x] += 1;
}
WEAK __global__ void parent(int *p) { child<<<2, 8>>>(p + 16 * threadIdx.x); }
__global__ void __attribute__((weak)) another(int *p) { child<<<1, 8>>>(p + 16 * threadIdx.x); }

int main() {
  int *p = device_zeros<int>(64);
  std::vector<int> want;
  parent<<<1, 4>>>(p);
  another<<<1, 4>>>(p);
  for (int i = 0; i < 64; i++)
    want.push_back(i % 16 < 8 ? 2 : 1);
  return compare(to_host(p, 64), want);
}
