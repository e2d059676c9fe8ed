// Lambdas written among the template arguments of launches: the type of each is another one wherever its text stands.
// TARGET-keep: cpu: nvcc does not compile native launches with such
// FLAGS: -std=c++20
// STRATEGIES: keep auto t4
// REMARK-t4: launch of 'apply<.*return.*>': t4
#include "include/test.h"

template <auto F> __global__ void apply(int *p, int v) { p[threadIdx.x] += F(v + (int)threadIdx.x); }
__device__ int triple(int x) { return x * 3; }

__global__ void parent(int *p) {
  apply<[](int x) { return x * 10; }><<<1, 2>>>(p + 2 * threadIdx.x, threadIdx.x);
}
__global__ void named(int *p) { apply<triple><<<1, 2>>>(p + 2 * threadIdx.x, threadIdx.x); }

int main() {
  const int n = 20;
  int *p = device_zeros<int>(2 * n);
  parent<<<1, n>>>(p);
  named<<<1, n>>>(p);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++)
      want.push_back((i + t) * 13);
  return compare(to_host(p, 2 * n), want);
}
