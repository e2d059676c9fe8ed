// A child whose first warp waits for the second by nothing but looking.
// STRATEGIES: keep t1 t2 t3 mega t4 warp block auto
// REMARK-t1: launch of 'child': t1
// REMARK-auto: launch of 'child': t1
// REMARK-t4: launch of 'child': kept: threads of 'child' wait for each other in a loop
#include "include/test.h"

__global__ void child(volatile int *value, int *taken, int *sum, int n) {
  if (threadIdx.x == 0) {
    while (!*value) {
    }
    atomicAdd(sum, *value);
    atomicExch(taken, 1);
  } else if (threadIdx.x == 40) {
    *value = n;
    while (atomicAdd(taken, 0) == 0) {
    }
    atomicAdd(sum, 1);
  }
}
__global__ void parent(int *values, int *taken, int *sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<1, 64>>>(values + i, taken + i, sums + i, i + 1);
}

int main() {
  const int n = 1000;
  allow_launches(n);
  int *sums = device_zeros<int>(n);
  parent<<<(n + 127) / 128, 128>>>(device_zeros<int>(n), device_zeros<int>(n), sums, n);
  std::vector<int> expected;
  for (int i = 0; i < n; i++)
    expected.push_back(i + 2);
  return compare(to_host(sums, n), expected);
}
