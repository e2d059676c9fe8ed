// The kernel's name in parentheses, as macros write it.
// REMARK-t1: launch of '\(add\)': t1
// REMARK-t1: launch of '\(times<T, 5>\)': t1
// REMARK-t4: launch of '\(\(::add\)\)': t4
#include "include/test.h"

#define LAUNCH(kernel, grid, block, ...) (kernel)<<<grid, block>>>(__VA_ARGS__)

template <class T, int N> __global__ void times(T *p) { atomicAdd(p, T(N)); }
__global__ void add(int *p) { atomicAdd(p, 1); }
template <class T> __device__ void go(T *p) { (times<T, 5>)<<<1, 3>>>(p); }
namespace inner {
__global__ void add(int *p) { atomicAdd(p, 100); }
__global__ void parent(int *p) {
  (add)<<<1, 2>>>(p);
  (( ::add ))<<<1, 4>>>(p);
}
}
template <class T> __global__ void parent(T *p) {
  (add)<<<1, 2>>>(p);
  (times<int, 4>)<<<1, 3>>>(p);
  LAUNCH(add, 1, 2, p);
  LAUNCH((times<int, 7>), 1, 2, p);
  go(p);
}

int main() {
  int *p = device_zeros<int>(1);
  (parent<int>)<<<1, 1>>>(p);
  (inner::parent)<<<1, 2>>>(p);
  LAUNCH(add, 1, 1, p);
  const int got = to_host(p, 1)[0], want = 2 + 12 + 2 + 14 + 15 + 2 * (200 + 4) + 1;
  puts(got == want ? "PASS" : "FAIL");
  return got != want;
}
