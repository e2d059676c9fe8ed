// Kernels that are declared in the bodies of functions, the host's and others.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'later': t1
// REMARK-t1: launch of 'last': t1
// REMARK-t4: launch of 'last': t4
// REMARK-auto: launch of 'parent': what it launches is recorded
#include "include/test.h"

namespace n {
struct Host {
  static void go(int *p) {
    extern __global__ void parent(int *p, // what it writes
                                  int extra = 1);
    parent<<<1, 32>>>(p);
  }
};
} // namespace n
__device__ void launches(int *p) {
  __global__ void later(int *p, int x), last(int *p, int x);
  later<<<1, 2>>>(p, 3);
  last<<<1, 2>>>(p + 2, 3);
}
__global__ void child(int *p, int x) { p[threadIdx.x] = x; }
#define DECLARED __global__ void by_macro(int *, int)
int main() {
  __global__ void driver(int *p);
  DECLARED;
  int *p = device_zeros<int>(512);
  n::Host::go(p);
  driver<<<1, 32>>>(p + 128);
  by_macro<<<1, 32>>>(p + 384, 5);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want;
  for (int i = 0; i < 512; i++)
    want.push_back(i < 128 ? i / 4 + 1 : i >= 384 ? 5 : i % 8 < 4 ? 3 : 2);
  return compare(to_host(p, 512), want);
}
namespace n {
__global__ void parent(int *p, int extra) {
  child<<<1, 4>>>(p + 4 * threadIdx.x, threadIdx.x + extra);
}
} // namespace n
__global__ void driver(int *p) {
  if (threadIdx.x < 32) {
    __global__ void last(int *p,
                         int);
    auto two = [] {
      __global__ void later(int *, int);
      return 2;
    };
    launches(p + 8 * threadIdx.x);
    last<<<1, 4>>>(p + 8 * threadIdx.x + 4, two());
  }
}
__global__ void later(int *p, int x) { p[threadIdx.x] = x; }
__global__ void last(int *p, int x) { p[threadIdx.x] = x; }
__global__ void by_macro(int *p, int x) { child<<<1, 4>>>(p + 4 * threadIdx.x, x); }
