// Launches with blocks of the launching block's size: where all launches of its kernel are known the drain is compiled for it.
// STRATEGIES: keep auto t1 t2 t3 t4 mega
#include "include/test.h"

static __global__ void sum(const int *from, int *to) {
  __shared__ int all[64];
  all[threadIdx.x] = from[threadIdx.x];
  for (int n = blockDim.x / 2; n; n /= 2) {
    __syncthreads();
    if (threadIdx.x < n)
      all[threadIdx.x] += all[threadIdx.x + n];
  }
  if (threadIdx.x == 0)
    atomicAdd(to, all[0]);
}
static __global__ void halves(int depth, const int *from, int *to) {
  if (threadIdx.x == depth)
    sum<<<1, blockDim>>>(from + blockIdx.x * 64, to + depth);
  if (threadIdx.x == 0 && depth > 0)
    halves<<<gridDim.x, blockDim.x>>>(depth - 1, from, to);
}

int main() {
  const int blocks = 3, depth = 5;
  std::vector<int> from(blocks * 64), want(depth + 1);
  int total = 0;
  for (int i = 0; i < blocks * 64; i++)
    total += from[i] = i * 7 % 31;
  int parents = 1; // blocks launch as many as there are
  for (int d = depth; d >= 0; d--, parents *= blocks)
    want[d] = parents * total;
  int *out = device_zeros<int>(depth + 1);
  allow_launches(2000);
  halves<<<blocks, 64>>>(depth, to_device(from), out);
  return compare(to_host(out, depth + 1), want);
}
