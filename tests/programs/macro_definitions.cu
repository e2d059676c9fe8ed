// Macros that are taken back or defined anew: what is in force where one is used, and launches of overloaded kernels and templates where that cannot be told.
// REMARK-t1: macro_definitions.cu:31:1: .*launch of 'child': t1;
// REMARK-t1: macro_definitions.cu:38:3: .*launch of 'child': t1;
// REMARK-t1: macro_definitions.cu:47:3: .*launch of 'child': t1;
// REMARK-t1: macro_definitions.cu:52:3: .*launch of 'other': t1;
// REMARK-t1: defined_here.cuh:4:44: .*launch of 'child': t1;
// REMARK-t1: launch of 'child': kept: the launch is written inside a macro
#include "include/test.h"

__global__ void child(int *p) { atomicAdd(p, 1); }
__global__ void child(unsigned *p) { atomicAdd(p, 2u); }
__global__ void other(int *p) { atomicAdd(p, 1000); }
template <class T> __global__ void any(T *p, T x) { atomicAdd(p, x); }
__global__ void by_default(int *p, int x = 5) { atomicAdd(p, x); }
__global__ void null(int *p, int *q) {
  if (!q)
    atomicAdd(p, 7);
}
#include "include/defined_here.cuh"

#define LANES 32
#define LAUNCH(k, p) k<<<1, LANES>>>(p)
#define BY(k, p) LAUNCH(k, p) // what that is then
#define NAME child
#define PARAMETERS int *p, unsigned *q
#define KERNEL(name)                                                                                \
  __global__ void name(PARAMETERS) {                                                               \
    if (threadIdx.x == 0)                                                                          \
      LAUNCH(NAME, p);                                                                             \
  }
KERNEL(whole)
#undef KERNEL
#undef PARAMETERS
#define PARAMETERS int *p

__global__ void first(int *p, unsigned *q) {
  LAUNCH(child, p);
  LAUNCH(child, q);
  BY(child, p);
}
#undef LANES
#define LANES 16
#undef LAUNCH
#define LAUNCH(k, p) k<<<1, LANES, 0, cudaStreamFireAndForget>>>(p)
__global__ void second(int *p, unsigned *q) {
  LAUNCH(child, p);
  BY(child, q);
}
#undef NAME
#define NAME other
__global__ void third(PARAMETERS) {
  NAME<<<1, 2>>>(p);
#undef LAUNCH
#define LAUNCH(k, p)
  BY(NAME, p);
#undef NAME
}
#undef LAUNCH
#undef BY

// What is copied elsewhere would mean something else there.
#undef LANES
#define LANES 32
#define THREADS LANES
__device__ void start(void (*k)(int *), int *p) { k<<<1, THREADS>>>(p); }
__device__ void enter(void (*k)(int *), int *p) { k<<<1, 3>>>(p); }
#undef LANES
#define LANES 1
__global__ void starts(int *p) {
  start(other, p);
  enter(other, p);
}

// A definition that is brought back.
#define TOLD(k, ...) k<<<1, 4>>>(__VA_ARGS__)
#define TOLD_BY(k, ...) TOLD(k, __VA_ARGS__)
#define POINTER(k, p) k<<<1, 1>>>(p, 0)
#define PASTED(a, b, p) a##b<<<1, 2>>>(p)
#pragma push_macro("TOLD")
#pragma push_macro("POINTER")
#pragma push_macro("PASTED")
#undef TOLD
#undef POINTER
#undef PASTED
#define TOLD(...)
#define POINTER(...)
#define PASTED(...)
#pragma pop_macro("TOLD")
#pragma pop_macro("POINTER")
#pragma pop_macro("PASTED")
__global__ void kept(int *p, unsigned *q) {
  void (*k)(int *) = child;
  TOLD(child, p);
  TOLD_BY(child, q);
  TOLD(any, p, 3);
  TOLD_BY(any<int>, p, 3);
  TOLD(k, p);
  TOLD(by_default, p);
  POINTER(null, p);
  PASTED(chi, ld, p);
}
__global__ void header(int *p) { by_header(p); }

int main() {
  int *p = to_device(std::vector<int>(2));
  unsigned *q = (unsigned *)p + 1;
  whole<<<1, 1>>>(p, q);
  first<<<1, 1>>>(p, q);
  second<<<1, 1>>>(p, q);
  third<<<1, 1>>>(p);
  starts<<<1, 1>>>(p);
  kept<<<1, 1>>>(p, q);
  header<<<1, 1>>>(p);
  TOLD(child, p);
  TOLD_BY(child, q);
  POINTER(null, p);
  std::vector<int> want{32 + 64 + 16 + 2000 + 35000 + 4 + 24 + 4 + 20 + 7 + 2 + 8 + 4 + 7, 64 + 32 + 8 + 8};
  return compare(to_host(p, 2), want);
}
