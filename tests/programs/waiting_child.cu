// The first warp of a child waits for the second: neither the launching thread nor lanes of a warp may run its threads one after another.
// STRATEGIES: keep t1 t2 t3 mega t4 warp block auto
// FLAGS: --fl-threshold=1000
// REMARK-t1: launch of 'child': t1; .*bound: none .-fl-remarks.
// REMARK-auto: launch of 'child': t1; .*bound: none .-fl-remarks.
// REMARK-t4: launch of 'child': kept: threads of 'child' wait for each other in a loop
// REMARK-keep: launch of 'child': kept: as asked for .-fl-remarks.
#include "include/test.h"

__device__ int seen(const int *flag) { return *(const volatile int *)flag; }
__device__ void await(const int *flag) {
  while (seen(flag) == 0)
    __nanosleep(100);
}
// Every thread of the first warp waits for its own of the second.
__global__ void child(int *flags, int *values, int *sum, int n) {
  const int t = threadIdx.x, place = blockIdx.x * 32 + t % 32;
  if (t < 32) {
    await(flags + place);
    __threadfence();
    atomicAdd(sum, ((volatile int *)values)[place]);
  } else if (t < 64) {
    values[place] = n + place;
    __threadfence();
    atomicExch(flags + place, 1);
  }
}
__global__ void parent(int *flags, int *values, int *sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<i % 3 + 1, 64>>>(flags + i * 96, values + i * 96, sums + i, i);
}

int main() {
  const int n = 100;
  allow_launches(n);
  int *sums = device_zeros<int>(n);
  parent<<<(n + 31) / 32, 32>>>(device_zeros<int>(n * 96), device_zeros<int>(n * 96), sums, n);
  std::vector<int> expected;
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int place = 0; place < (i % 3 + 1) * 32; place++)
      sum += i + place;
    expected.push_back(sum);
  }
  return compare(to_host(sums, n), expected);
}
