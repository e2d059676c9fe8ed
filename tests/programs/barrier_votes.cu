// __syncthreads_count, __syncthreads_or and __syncthreads_and in children.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void child(int divisor, int *out) {
  int t = threadIdx.x;
  int count = __syncthreads_count(t % divisor == 0);
  int any = __syncthreads_or(t == divisor), all = __syncthreads_and(t < 40 * divisor);
  out[t] = count * 4 + (any ? 2 : 0) + (all ? 1 : 0);
}

__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 10 + i * 3>>>(i + 1, out + i * 256);
}

int main() {
  const int parents = 60;
  std::vector<int> want(parents * 256);
  for (int i = 0; i < parents; i++) {
    int n = 10 + i * 3, d = i + 1;
    for (int t = 0; t < n; t++)
      want[i * 256 + t] = (n + d - 1) / d * 4 + (d < n ? 2 : 0) + (n <= 40 * d ? 1 : 0);
  }
  int *out = device_zeros<int>(want.size());
  parent<<<3, parents / 3>>>(out);
  return compare(to_host(out, want.size()), want);
}
