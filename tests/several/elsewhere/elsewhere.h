// Device functions of one file that kernels of another call, and those below these.
#ifndef ELSEWHERE_H
#define ELSEWHERE_H
#include "../../programs/include/test.h"

struct Mesh {
  int n;
  const int *v;
  __device__ int at(int i) const;
};
__device__ int mix(int x);
__device__ void add_to(int *sum, int x);
__device__ int sum_of(const int *values, int n);
__host__ __device__ int on_both(int x);
extern "C" __device__ int c_twice(int x);
namespace geo {
__device__ int area(const Mesh &m, int i);
}
// In a third file.
__device__ int deeper(int x);
__device__ int large(const int *values, int n, int step);
__device__ int of_block(int x);
#define fitting wrong // generated code has such a name, too
#endif
