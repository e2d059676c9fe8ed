// 60,000 launches from 20,000 threads with the default limits: not one may be lost, however small
// the worklist is.
// STRATEGIES: t1 t4 auto
// ENV: FL_WORKLIST=1
// ENV: FL_WORKLIST=1000
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int x, unsigned long long *sum, int *each) {
  if (threadIdx.x == 0) {
    atomicAdd(sum, (unsigned long long)x);
    atomicAdd(each, 1);
  }
}

__global__ void parent(int n, unsigned long long *sum, int *each) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 3; k++)
      child<<<1, 2>>>(i + k, sum, each + i);
}

int main() {
  const int n = 20000;
  unsigned long long *sum = device_zeros<unsigned long long>(1), want = 0;
  int *each = device_zeros<int>(n);
  parent<<<(n + 127) / 128, 128>>>(n, sum, each);
  for (int i = 0; i < n; i++)
    want += 3ull * i + 3;
  unsigned long long got = to_host(sum, 1)[0];
  if (got != want)
    return verdict(false, "sum is " + std::to_string(got) + ", want " + std::to_string(want));
  return compare(to_host(each, n), std::vector<int>(n, 3));
}
