// Kernels that are declared in bodies where nothing outside could say the same: what is launched there is an address.
// REMARK-t1: launch of 'm': kept: no declaration of 'm' in front of the launch is understood
// REMARK-t1: launch of 'w': kept: no declaration of 'w' in front of the launch is understood
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

__global__ void child(int *p, int x) { p[threadIdx.x] = x; }
#define LOCAL __global__ void m(int *, int);
__global__ void driver(int *p) {
  typedef int T;
  LOCAL __global__ void w(T *, T);
  m<<<1, 32>>>(p, threadIdx.x);
  w<<<1, 1>>>(p + 128, 3);
}
int main() {
  LOCAL typedef int T;
  __global__ void v(T *, T);
  int *p = device_zeros<int>(512);
  driver<<<1, 1>>>(p);
  m<<<1, 32>>>(p + 256, 1);
  v<<<1, 32>>>(p + 384, 2);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want;
  for (int i = 0; i < 512; i++)
    want.push_back(i < 128 ? 0 : i == 128 ? 3 : i < 256 ? 0 : i < 384 ? 1 : 2);
  return compare(to_host(p, 512), want);
}
__global__ void m(int *p, int n) { child<<<1, 4>>>(p + 4 * threadIdx.x, n); }
__global__ void v(int *p, int n) { child<<<1, 4>>>(p + 4 * threadIdx.x, n); }
__global__ void w(int *p, int n) { *p = n; }
