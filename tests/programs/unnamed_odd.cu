// Parameters without names, of functions and of templates, where the name belongs into the type; functions that return what has a function type in it; kernels of one name that arguments
// of the other's namespace bring in.
// REMARK-t1: launch of 'called': t1
// REMARK-t1: launch of 'add': t1
#include "include/test.h"
#include <type_traits>

__global__ void add(int *p, int a) { atomicAdd(p + threadIdx.x, a); }

// Return types
__device__ void increment(int *p) { atomicAdd(p, 1); }
__device__ void (*choose(int k))(int *) { return k + threadIdx.x < 100 ? increment : nullptr; }
__device__ auto choose_behind(int k) -> void (*)(int *) {
  return k + threadIdx.x < 100 ? increment : nullptr;
}
template <class F> struct Callback {
  F *f;
  int n;
};
__device__ int sum(int a, int b) { return a + b; }
__device__ Callback<int(int, int)> start(int *p, int n) {
  add<<<1, 2>>>(p, n);
  return {sum, n};
}
template <class T> __device__ Callback<T(T, T)> chosen(T n) { return {sum, n + int(blockIdx.x)}; }
__global__ void called(int *p) {
  choose(0)(p + 1);
  choose_behind(0)(p + 2);
  if (threadIdx.x == 0)
    atomicAdd(p + 3, chosen(5).n);
}
__global__ void calls(int *p) {
  called<<<2, 3>>>(p);
  const Callback<int(int, int)> c = start(p + 4, 3);
  add<<<1, 2>>>(p + 4, c.f(c.n, 2));
}

// Parameters
template <class F> struct W {};
__device__ int f1(int(int), int k) { return k + blockIdx.x; }
__device__ int f2(int (&)[2], const int (*)[3], int (*)(int), int k) { return k + blockIdx.x; }
__device__ int f3(int *[2], int[], int (*const)(int), int k) { return k + blockIdx.x; }
__device__ int f4(int (*)(int), int (**)(int), int k) { return k + blockIdx.x; }
__device__ int f5(W<int (*)(int)>, W<int (&)[3]> *, int k) { return k + blockIdx.x; }
__device__ int f6(W<int (*(*)(int))[3]> const &, int k, int (*)[sizeof(int (*)(int))]) {
  return k + blockIdx.x;
}
__device__ int f7(int (*const *)(int), int k, int (&&)[2]) { return k + blockIdx.x; }
struct S {
  int a;
};
template <class T> __device__ int f8(T t, decltype(&T::a) = nullptr) { return t.a + blockIdx.x; }
template <class T, std::enable_if_t<(&T::a != nullptr), int> = 0> __device__ int f9(T t) {
  return t.a + blockIdx.x;
}
__global__ void unnamed(int *p, decltype(*(int *)0 + 1)) {
  int a[2];
  atomicAdd(p, f1(nullptr, 1) + f2(a, 0, 0, 2) + f3(0, 0, 0, 3) + f4(0, 0, 4) + f5({}, 0, 5) +
                   f6({}, 6, 0) + f7(0, 7, {1, 2}) + f8(S{8}) + f9(S{9}));
}
template <class F, std::enable_if_t<std::is_convertible<F, void (*)(int *)>::value, int> = 0>
__global__ void convertible(int *p, F) {
  atomicAdd(p + 1, 3);
}
__global__ void launches_them(int *p) {
  unnamed<<<1, 1>>>(p, 5);
  convertible<<<1, 1>>>(p, increment);
}

namespace one {
struct P {
  int v;
};
__global__ void same(int *p, P q) { atomicAdd(p, q.v); }
} // namespace one
namespace two {
__global__ void same(int *p, one::P q) { atomicAdd(p, 10 * q.v); }
} // namespace two
__global__ void both(int *p) {
  one::same<<<1, 1>>>(p, one::P{2});
  two::same<<<1, 1>>>(p, one::P{3});
}

int main() {
  int *p = device_zeros<int>(9);
  calls<<<1, 1>>>(p);
  launches_them<<<1, 1>>>(p + 6);
  both<<<1, 1>>>(p + 8);
  one::same<<<1, 1>>>(p + 8, one::P{4});
  two::same<<<1, 1>>>(p + 8, one::P{5});
  return compare(to_host(p, 9), {0, 6, 6, 11, 8, 8, 45, 3, 86});
}
