// Parents that do not wait themselves, above three and seven kernels that do.
// STRATEGIES: keep t1 auto t2 mega
// TARGET-keep: cpu
#include "include/test.h"

__global__ void leaf(int *out) { atomicAdd(out, 1); }
#define LEVEL(n, below)                                                                            \
  __global__ void level##n(int *out) {                                                             \
    below<<<1, 2>>>(out);                                                                          \
    cudaDeviceSynchronize();                                                                       \
    atomicAdd(out + n, *(volatile int *)out > 0);                                                  \
  }
LEVEL(1, leaf)
LEVEL(2, level1)
LEVEL(3, level2)
LEVEL(4, level3)
LEVEL(5, level4)
LEVEL(6, level5)
LEVEL(7, level6)
__global__ void parent(int *out) { level3<<<1, 2>>>(out + blockIdx.x * 8); }
__global__ void deep_parent(int *out) { level7<<<1, 2>>>(out + blockIdx.x * 8); }

int main() {
  const int blocks = 5;
  int *out = device_zeros<int>(blocks * 8), *deep = device_zeros<int>(blocks * 8);
  std::vector<int> want, want_deep;
  for (int b = 0; b < blocks; b++)
    for (int n = 0; n < 8; n++) { // threads of a level: 2, and twice as many below each
      want.push_back(n > 3 ? 0 : n ? 2 << (3 - n) : 16);
      want_deep.push_back(n ? 2 << (7 - n) : 256);
    }
  parent<<<blocks, 1>>>(out);
  deep_parent<<<blocks, 1>>>(deep);
  return compare(to_host(out, blocks * 8), want) | compare(to_host(deep, blocks * 8), want_deep);
}
