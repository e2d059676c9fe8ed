// Macros that change between a function that launches a kernel which it is given, and its callers: what is written out for these means what it means in its place.
// REMARK-t1: launch of 'k': t1
// REMARK-t1: launch of 'kernel': kept: which kernel 'kernel' launches
#include "include/test.h"

__global__ void k(int *p, int v) { atomicAdd(p, v); }
#define WIDTH 4
#define TWICE (WIDTH * 2)
#define LASTING 3
template <class K> __device__ void start(K kernel, int *p) { kernel<<<1, WIDTH>>>(p, 1); }
template <class K> __device__ void start_twice(K kernel, int *p) { kernel<<<1, TWICE>>>(p, 1); }
template <class K> __device__ void start_behind(K kernel, int *p, int by) { kernel<<<1, 2>>>(p, by); }
template <class K> __device__ void lasting(K kernel, int *p) { kernel<<<1, LASTING>>>(p, LASTING); }
#undef WIDTH
#define WIDTH 9
#define by 100
__global__ void parent(int *p) {
  start(k, p);
  start_twice(k, p + 1);
  start_behind(k, p + 2, 5);
}
__global__ void parent_of_lasting(int *p) { lasting(k, p); }

int main() {
  int *p = device_zeros<int>(4);
  parent<<<1, 2>>>(p);
  parent_of_lasting<<<1, 2>>>(p + 3);
  return compare(to_host(p, 4), std::vector<int>{8, 16, 20, 18});
}
