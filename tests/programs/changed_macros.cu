// Kernels that change macros: a copy of one behind it begins with what these have become, so it is not copied if it has named them before.
// REMARK-t1: launch of 'asks': kept: the text of 'asks' includes a file, has half a condition of the preprocessor, or changes a macro
// REMARK-t4: launch of 'names': kept: the text of 'names' includes a file
// REMARK-t1: launch of 'defaults': t1
// REMARK-t4: launch of 'anew': t4
#include "include/test.h"

#define STEP 1
__global__ void asks(int *p) {
#ifndef ASKED
#define ASKED 3
  atomicAdd(p, ASKED);
#else
  atomicAdd(p, 1000);
#endif
}
__global__ void names(int *p) {
  atomicAdd(p, STEP);
#undef STEP
#define STEP 20 // for what is behind
  atomicAdd(p, STEP);
}
__global__ void defaults(int *p) {
#ifndef WIDTH // the program's may be another
#define WIDTH 32
#endif
  __shared__ int all[WIDTH];
  all[threadIdx.x] = threadIdx.x;
  __syncthreads();
  atomicAdd(p, all[WIDTH - 1 - threadIdx.x]);
}
__global__ void anew(int *p) {
#define VALUE 5
  atomicAdd(p, VALUE);
#undef VALUE
#define VALUE 6
  atomicAdd(p, VALUE);
#undef VALUE
}
__global__ void launches_asking(int *p) { asks<<<1, 2>>>(p); }
__global__ void launches_naming(int *p) { names<<<1, STEP>>>(p); }
__global__ void launches_default(int *p) { defaults<<<1, WIDTH>>>(p); }
__global__ void launches_anew(int *p) { anew<<<1, 3>>>(p); }
__global__ void changes(int *p) {
#if STEP == 20
#undef STEP
#define STEP 2
  anew<<<1, STEP>>>(p);
#else
  anew<<<1, 100>>>(p);
#endif
}

int main() {
  int *p = device_zeros<int>(5);
  launches_asking<<<1, 2>>>(p);
  launches_naming<<<1, 2>>>(p + 1);
  launches_default<<<1, 2>>>(p + 2);
  launches_anew<<<1, 2>>>(p + 3);
  changes<<<1, 2>>>(p + 4);
  return compare(to_host(p, 5), std::vector<int>{12, 840, 992, 66, 44});
}
