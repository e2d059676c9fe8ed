// Functors that depend on their block, handed to functions of the library, which call them: no copy of them could be called there.
// FLAGS: -std=c++20 --expt-relaxed-constexpr
// STRATEGIES: keep t1 t4 grid auto
// REMARK-t1: launch of 'by_name': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_alias': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_template': kept: .* depends on its block
// REMARK-t1: launch of 'by_none': t1
#include "include/test.h"
#include <algorithm>
#include <numeric>

struct Adds {
  int *p;
  __host__ __device__ void operator()(int i) const { p[threadIdx.x] += i; }
};
struct Turns {
  __host__ __device__ bool operator()(int a, int b) const {
    return threadIdx.x & 1 ? a > b : a < b;
  }
};
using Order = Turns;

__global__ void by_name(int *p) {
  int a[] = {1, 2, 3};
  std::for_each(a, a + 3, Adds{p});
}
__global__ void by_alias(int *p) {
  int a[] = {2, 1, 3};
  Order order;
  std::sort(a, a + 3, order);
  p[threadIdx.x] += a[0];
}
template <class F> __global__ void by_template(F f) {
  int a[] = {1, 2, 3};
  std::for_each(a, a + 3, f);
}
__global__ void by_none(int *p) {
  int a[] = {1, 2, 3};
  atomicAdd(p + threadIdx.x, std::accumulate(a, a + 3, std::max(1, (int)threadIdx.x)));
}
__global__ void parent_name(int *p) { by_name<<<1, 4>>>(p); }
__global__ void parent_alias(int *p) { by_alias<<<1, 4>>>(p); }
template <class F> __global__ void parent_template(F f) { by_template<<<1, 4>>>(f); }
__global__ void parent_none(int *p) { by_none<<<1, 4>>>(p); }

int main() {
  const int n = 4;
  int *p = device_zeros<int>(4 * n);
  parent_name<<<1, 1>>>(p);
  parent_alias<<<1, 1>>>(p + n);
  parent_template<<<1, 1>>>(Adds{p + 2 * n});
  parent_none<<<1, 2>>>(p + 3 * n);
  std::vector<int> want(4 * n);
  for (int i = 0; i < n; i++) {
    want[i] = want[2 * n + i] = 6;
    want[n + i] = i & 1 ? 3 : 1;
    want[3 * n + i] = 2 * (6 + std::max(1, i));
  }
  return compare(to_host(p, want.size()), want);
}
