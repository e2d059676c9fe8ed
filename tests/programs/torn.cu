// Kernels whose text goes on in files that they include, or has conditions of the preprocessor by halves: it cannot be written out elsewhere.
// REMARK-t1: launch of 'mark': kept: the text of 'launches_included' includes a file
// REMARK-t1: launch of 'mark': kept: the text of 'half_a_head' includes a file, has half a condition
// REMARK-t4: launch of 'shared_included': kept: the text of 'shared_included' includes a file
// REMARK-t1: launch of 'whole': t1
// REMARK-t4: launch of 'whole': t4
#include "include/test.h"

__global__ void mark(int *p, int x) { p[threadIdx.x] = p[threadIdx.x] * 7 + x; }
__device__ void step(int *p, int x) { mark<<<1, 32>>>(p, x); }

__global__ void launches_included(int *p) {
  mark<<<1, 32>>>(p, 2);
#include "include/torn_launch.inc"
}
__global__ void calls_included(int *p) {
  mark<<<1, 32>>>(p, 2);
#include "include/torn_call.inc"
}
__global__ void shared_included(int *p) {
#include "include/torn_shared.inc"
  s[threadIdx.x] = 3;
  __syncthreads();
  p[threadIdx.x] = p[threadIdx.x] * 7 + s[31 - threadIdx.x];
}
__global__ void statement_included(int *p) {
  int x = 3 - int(threadIdx.x);
#include "include/torn_statement.inc"
  __syncthreads();
  p[threadIdx.x] = p[threadIdx.x] * 7 + x;
}
__global__ void launches_both(int *p) {
  mark<<<1, 32>>>(p, 2);
  shared_included<<<1, 32>>>(p);
}
__global__ void launches_statement(int *p) {
  mark<<<1, 32>>>(p, 2);
  statement_included<<<1, 32>>>(p);
}

#ifndef NOWHERE
__global__ void half_a_head(int *p) {
#else
__global__ void half_a_head(int *p, int) {
#endif
  mark<<<1, 32>>>(p, 2);
  mark<<<1, 32>>>(p, 3);
}
__global__ void half_an_end(int *p) {
  mark<<<1, 32>>>(p, 2);
#ifndef NOWHERE
  mark<<<1, 32>>>(p, 3);
}
#else
}
#endif
__global__ void
#ifndef NOWHERE
half_a_name
#else
another_name
#endif
    (int *p) {
  mark<<<1, 32>>>(p, 2);
  mark<<<1, 32>>>(p, 3);
}
template <int N
#ifndef NOWHERE
          = 3
#endif
          >
__global__ void half_a_template(int *p) {
  p[threadIdx.x] = p[threadIdx.x] * 7 + N;
}
__global__ void launches_template(int *p) {
  mark<<<1, 32>>>(p, 2);
  half_a_template<><<<1, 32>>>(p);
}

// Whole conditions may stand in a kernel's text.
__global__ void whole(int *p
#ifndef NOWHERE
                      ,
                      int x
#endif
                      )
#ifdef NOWHERE
{
}
#else
{
#if 1
  p[threadIdx.x] = p[threadIdx.x] * 7 + x;
#else
  p[threadIdx.x] = 0;
#endif
}
#endif
__global__ void launches_whole(int *p) {
  mark<<<1, 32>>>(p, 2);
#ifdef NOWHERE
  whole<<<1, 32>>>(p);
#else
  whole<<<1, 32>>>(p, 3);
#endif
}

int main() {
  bool ok = true;
  const std::vector<int> want(32, 2 * 7 + 3);
#define RUN(parent)                                                                                \
  {                                                                                                \
    int *p = device_zeros<int>(32);                                                                \
    parent<<<1, 1>>>(p);                                                                           \
    if (compare(to_host(p, 32), want)) {                                                           \
      printf("  %s\n", #parent);                                                                   \
      ok = false;                                                                                  \
    }                                                                                              \
  }
  RUN(launches_included)
  RUN(calls_included)
  RUN(launches_both)
  RUN(launches_statement)
  RUN(half_a_head)
  RUN(half_an_end)
  RUN(half_a_name)
  RUN(launches_template)
  RUN(launches_whole)
  return !ok;
}
