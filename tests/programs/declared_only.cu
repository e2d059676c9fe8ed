// Kernels and kernel templates that are declared, as by a header, and defined nowhere: nobody launches them.
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

__global__ void missing(int n, int *p);
template <class T> __global__ void absent(T *p);
namespace app {
extern __global__ void gone(int *p);
}
__global__ void child(int *p) { p[threadIdx.x] += threadIdx.x; }
__global__ void parent(int *p) { child<<<1, 32>>>(p + 32 * threadIdx.x); }

int main() {
  int *p = device_zeros<int>(64);
  std::vector<int> want;
  for (int i = 0; i < 64; i++)
    want.push_back(i % 32);
  parent<<<1, 2>>>(p);
  return compare(to_host(p, 64), want);
}
