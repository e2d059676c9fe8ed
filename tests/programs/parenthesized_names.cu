// Functions whose names stand in parentheses where they are declared and defined, as names do that are macros', too.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of '\(of_type<int>\)': t1
// REMARK-t1: launch of 'n::later': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

#define clamped(a, b) ((a) < (b) ? (a) : (b))
__device__ int(clamped)(int a, int b);
__global__ void(child)(int *p, int x);
template <class T> __global__ void(of_type)(T *p, T x);
template <> __global__ void(of_type<long>)(long *p, long x) { *p = x; }
struct Maker {
  __device__ int(at)(int i);
  static __device__ int((same))(int i) { return i + 0 * (int)threadIdx.x; }
};
namespace n {
__global__ void(later)(int *p, int x);
__device__ int *(pick)(int *p);
} // namespace n
static __global__ __launch_bounds__(32) void(parent_of_all)(int *p) {
  const int t = (clamped)((int)threadIdx.x, 1000);
  Maker m;
  child<<<1, 4>>>(p + m.at(4 * t), t);
  (of_type<int>)<<<1, 4>>>(p + 4 * t, Maker::same(t));
  n::later<<<1, 4>>>(p + 4 * t, t);
}
__device__ int(clamped)(int a, int b) {
  return threadIdx.x < 2000 && a < b ? a : b;
}
__device__ int(Maker::at)(int i) { return 0 * blockIdx.x + i; }
__global__ void(child)(int *p, int x) { p[(clamped)((int)threadIdx.x, 3)] = (clamped)(x, 9999); }
template <class T> __global__ void((of_type))(T *p, T x) {
  Maker m;
  p[m.at(threadIdx.x)] += x;
}
__device__ int *(n::pick)(int *p) { return p + threadIdx.x; }
__global__ void(n::later)(int *p, int x) { *pick(p) += x; }

int main() {
  int *p = device_zeros<int>(128);
  (parent_of_all)<<<1, 32>>>(p);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want;
  for (int i = 0; i < 128; i++)
    want.push_back(i / 4 * 3);
  return compare(to_host(p, 128), want);
}
