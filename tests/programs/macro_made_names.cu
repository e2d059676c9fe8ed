// Kernels and device functions whose names a macro makes by way of another one, where they are defined, in the text and in macros, and where macros launch them. The
// same macro also makes names of the line, which are left to the preprocessor.
// REMARK-t1: launch of 'k_one': t1
// REMARK-t1: launch of 'k_two': t1
// REMARK-t1: launch of 'k_three': t1
#include "include/test.h"

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define DEFINE(name, by)                                                                           \
  __device__ int NAME(h_, name)(int x) { return x + by; }                                          \
  __global__ void NAME(k_, name)(int *p) {                                                         \
    int NAME(v_, __LINE__) = NAME(h_, name)(threadIdx.x);                                          \
    atomicAdd(p + threadIdx.x, NAME(v_, __LINE__));                                                \
  }
#define START(name, p, n)                                                                          \
  do {                                                                                             \
    const int NAME(n_, __LINE__) = n;                                                              \
    NAME(k_, name)<<<1, NAME(n_, __LINE__)>>>(p);                                                  \
  } while (0)
#define RUN(name) NAME(run_, name)

DEFINE(one, 1)
DEFINE(two, 2)
__global__ void NAME(k_, three)(int *p);
__global__ void NAME(k_, three)(int *p) { atomicAdd(p + threadIdx.x, 300); }

struct starts {
  __device__ void RUN(all)(int *p) const { START(two, p, 3); }
};

__global__ void NAME(par, ent)(int *p) {
  const int NAME(line, __LINE__) = __LINE__;
  if (threadIdx.x == 1)
    START(one, p, 4);
  if (threadIdx.x == 2)
    starts().run_all(p + 4);
  if (threadIdx.x == 3) {
    START(three, p + 8, 2);
    p[10] = NAME(line, 33);
  }
}

int main() {
  int *p = device_zeros<int>(11);
  parent<<<1, 32>>>(p);
  START(one, p, 1);
  return compare(to_host(p, 11), std::vector<int>{2, 2, 3, 4, 2, 3, 4, 0, 300, 300, 33});
}
