// Calls, operators and launches in templates that come to mean functions of a namespace which a class among their arguments brings along: what the template sees where
// it is written is another one. Where one of them depends on its block, and of a launch, it is not known which is meant.
// REMARK-t1: launch of 'later_uses<T>': kept: 'f', which depends on its block
// REMARK-t1: launch of 'first_uses<T>': kept: 'g', which depends on its block
// REMARK-t1: launch of 'sums<T>': kept: 'operator.' depends on its block
// REMARK-t1: launch of 'launched': kept: which kernel 'launched' launches
// REMARK-t1: launch of 'in_macro<T>': kept: 'm', which depends on its block
// REMARK-t1: launch of 'in_pack<T>': kept: 'p', which depends on its block
// REMARK-t1: launch of 'none_uses<T>': t1
// REMARK-t1: launch of 'qualified<T>': t1
#include "include/test.h"

__device__ inline int own_place() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T> __device__ int f(T) { return 1; }
template <class T> __device__ int g(T) { return own_place(); }
template <class T> __device__ int h(T) { return 3; }
template <class T> __device__ int m(T) { return 5; }
#define CALL_M(x) m(x)
template <class T> __device__ int p(T, int k) { return k; }
template <class... T> __device__ int spread(T... all) { return p(all...); }
namespace lib {
template <class T> __device__ int q(T) { return own_place() * 2; }
} // namespace lib

template <class T> __global__ void later_uses(T x, int *out) { out[own_place()] = f(x); }
template <class T> __global__ void first_uses(T x, int *out) { out[own_place()] = g(x); }
template <class T> __global__ void none_uses(T x, int *out) { out[own_place()] = h(x); }
template <class T> __global__ void sums(T x, int *out) { out[own_place()] = x + x; }
template <class T> __global__ void qualified(T x, int *out) { out[own_place()] = lib::q(x); }
template <class T> __global__ void in_macro(T x, int *out) { out[own_place()] = CALL_M(x); }
template <class T> __global__ void in_pack(T x, int *out) { out[own_place()] = spread(x, 6); }
template <class T> __global__ void launched(T, int *out) { out[own_place()] = 7; }

template <class T> __global__ void parent(T x, int *out) {
  const int n = 64;
  if (threadIdx.x == 0)
    later_uses<T><<<2, 32>>>(x, out);
  else if (threadIdx.x == 1)
    first_uses<T><<<2, 32>>>(x, out + n);
  else if (threadIdx.x == 2)
    none_uses<T><<<2, 32>>>(x, out + 2 * n);
  else if (threadIdx.x == 3)
    sums<T><<<2, 32>>>(x, out + 3 * n);
  else if (threadIdx.x == 4)
    qualified<T><<<2, 32>>>(x, out + 4 * n);
  else if (threadIdx.x == 5)
    in_macro<T><<<2, 32>>>(x, out + 5 * n);
  else if (threadIdx.x == 6)
    in_pack<T><<<2, 32>>>(x, out + 6 * n);
  else
    launched<<<2, 32>>>(x, out + 7 * n);
}

struct Point {
  int v;
};
__device__ int f(Point p) { return p.v + own_place(); }
__device__ int g(Point p) { return p.v; }
__device__ int h(Point p) { return p.v * 2; }
__device__ int m(Point p) { return p.v + 2 * own_place(); }
__device__ int p(Point at, int k) { return at.v + k + own_place(); }
__device__ int q(Point) { return 0; }
__device__ int operator+(Point a, Point b) { return a.v + b.v + own_place(); }
__global__ void launched(Point p, int *out) { out[own_place()] = p.v * 3; }

int main() {
  const int n = 64;
  int *out = device_zeros<int>(16 * n);
  allow_launches(16);
  parent<<<1, 8>>>(Point{100}, out);
  parent<<<1, 8>>>(100, out + 8 * n);
  std::vector<int> want;
  for (int k = 0; k < 16; k++)
    for (int i = 0; i < n; i++) {
      const int of_point[] = {100 + i, 100, 200, 200 + i, 2 * i, 100 + 2 * i, 106 + i, 300}, of_int[] = {1, i, 3, 200, 2 * i, 5, 6, 7};
      want.push_back(k < 8 ? of_point[k] : of_int[k - 8]);
    }
  return compare(to_host(out, want.size()), want);
}
