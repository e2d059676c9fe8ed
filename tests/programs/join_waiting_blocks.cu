// Threads that join children whose blocks wait for those in front of them: more blocks than the engine's workers have at a time.
// STRATEGIES: keep t1 t2 t3 mega auto
// TARGET-keep: cpu
// REMARK-t1: launch of 'chained': t1;
// REMARK-t1: launch of 'ticketed': t1;
// ENV: FL_CPU_THREADS=1
#include "include/test.h"

const int blocks = 400;
struct scan { // of a launch
  int flag[blocks + 1], value[blocks + 1], counter;
};
__device__ void pass_on(volatile int *flag, volatile int *value, int n) {
  if (n > 0)
    while (flag[n - 1] == 0) {
    }
  __threadfence();
  value[n + 1] = value[n] + n;
  __threadfence();
  flag[n] = 1;
}
__global__ void chained(int *flag, int *value) {
  if (threadIdx.x == 0)
    pass_on(flag, value, blockIdx.x);
}
__global__ void ticketed(int *flag, int *value, int *counter) {
  if (threadIdx.x == 0) {
    const int ticket = atomicAdd(counter, 1);
    pass_on(flag, value, ticket);
  }
}
__global__ void parent(scan *s, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i % 2)
      chained<<<blocks - i, 32>>>(s[i].flag, s[i].value);
    else
      ticketed<<<blocks - i, 32>>>(s[i].flag, s[i].value, &s[i].counter);
  }
  cudaDeviceSynchronize();
  if (i < n)
    out[i] = *(volatile int *)&s[i].value[blocks - i];
}

int main() {
  const int n = 120;
  scan *s = (scan *)device_zeros<int>(n * sizeof(scan) / sizeof(int));
  int *out = device_zeros<int>(n);
  parent<<<(n + 7) / 8, 8>>>(s, out, n);
  std::vector<int> expected;
  for (int i = 0; i < n; i++)
    expected.push_back((blocks - i) * (blocks - i - 1) / 2);
  return compare(to_host(out, n), expected);
}
