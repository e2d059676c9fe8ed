// Parameters that are volatile: of scalars, pointers, functions and classes, of templates, declared apart, of parents and children.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'of_type': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

struct Pair {
  int a, b;
};
typedef volatile int changing;

__global__ void child(int *const volatile p, volatile int n, const volatile float x, changing c,
                      volatile Pair of, volatile int *v) {
  if (int(threadIdx.x) < n)
    p[threadIdx.x] += int(x * 4) + c + of.a * 10 + of.b + v[0];
  n = 0;
}
template <class T, class... Ts> __global__ void of_type(T *p, volatile T v, volatile Ts... vs);
template <class T, class... Ts> __global__ void of_type(T *p, volatile T v, volatile Ts... vs) {
  __shared__ T side[32];
  side[threadIdx.x] = v;
  __syncthreads();
  p[threadIdx.x] += side[31 - threadIdx.x] + (0 + ... + vs);
}
__global__ void parent(int *p, volatile int n, const volatile Pair of, volatile int = 3) {
  const int i = threadIdx.x;
  if (i % 2)
    child<<<1, 32>>>(p + 32 * i, n, 0.5f, i, Pair{of.a, i}, p + 32 * 8);
  else
    of_type<<<1, 32>>>(p + 32 * i, of.b, i, 100);
}

int main() {
  int *p = device_zeros<int>(32 * 8 + 1);
  parent<<<1, 8>>>(p, 20, Pair{3, 7});
  std::vector<int> want(32 * 8 + 1);
  for (int i = 0; i < 32 * 8; i++) {
    const int t = i / 32;
    want[i] = t % 2 == 0 ? 107 + t : i % 32 < 20 ? 2 + t + 30 + t : 0;
  }
  return compare(to_host(p, want.size()), want);
}
