// Kernels that variable templates and static members of class templates hold, named with arguments that may depend on a template's parameters. What is specialized, or
// says more than a kernel's name, stays native.
// REMARK-t1: launch of 'child<int>': t1
// REMARK-t1: launch of 'child<T>': t1
// REMARK-t1: launch of 'child<U>': t1
// REMARK-t1: launch of 'times<int, 1 \* 2>': t1
// REMARK-t1: launch of 'times<T, 1 \+ 1>': t1
// REMARK-t1: launch of 'n::plain': t1
// REMARK-t4: launch of 'times<T, 1 \+ 1>': t4
// REMARK-t1: launch of 'special<T>': kept: which kernel
// REMARK-t1: launch of 'special_pointer<T>': kept: which kernel
// REMARK-t1: launch of 'Special<T>::k': kept: which kernel
// REMARK-t1: launch of 'Outer<T>::template Inner<T>::k': kept: which kernel
// REMARK-t1: launch of 'chosen<T>': kept: which kernel
// REMARK-t1: launch of 'product<3 - 1>': kept: which kernel
// REMARK-t1: launch of 'with_default<T>': kept: which kernel
#include "include/test.h"

template <class T> __global__ void child(T *p, T x) { p[threadIdx.x] = x; }
template <class T, int N> __global__ void times(T *p, T x) { p[threadIdx.x] = x * N; }
namespace n {
__global__ void plain(int *p, int x) { p[threadIdx.x] = x; }
} // namespace n
__global__ void twice(int *p, int x) { p[threadIdx.x] = 2 * x; }

template <class T> constexpr auto held = &child<T>;
template <class T> inline constexpr void (*pointer)(T *, T) = child<T>;
template <class T, int N> constexpr auto several = &times<T, N>;
template <int N> constexpr auto product = &times<int, N * 2>;
template <class T, int N = 2> constexpr auto with_default = &times<T, N>;
struct Members {
  template <class T> static constexpr auto member = &child<T>;
};
namespace n {
template <class T> struct Policy {
  static constexpr int threads = 4;
  static constexpr auto k = &child<T>;
  static constexpr void (*no_template)(int *, int) = n::plain;
};
} // namespace n

template <class T> constexpr auto special = &child<T>;
template <> constexpr auto special<int> = &twice;
template <class T> constexpr void (*special_pointer)(T *, T) = &child<T>;
template <> constexpr void (*special_pointer<int>)(int *, int) = &twice;
template <class T> constexpr auto chosen = sizeof(T) > 2 ? &child<T> : nullptr;
template <class T> struct Special {
  static constexpr auto k = &child<T>;
};
template <> struct Special<int> {
  static constexpr auto k = &twice;
};
template <class U> struct Outer {
  template <class T> struct Inner {
    static constexpr auto k = &child<T>;
  };
};
template <> struct Outer<int> {
  template <class T> struct Inner {
    static constexpr auto k = &twice;
  };
};

template <class U> __device__ void launches(U *p, U x) { n::Policy<U>::k<<<1, 4>>>(p, x); }
template <class T> __global__ void parent(T *p) {
  const int t = threadIdx.x;
  T *q = p + 4 * t;
  held<T><<<1, 4>>>(q, 2 * t);
  held<int><<<1, 4>>>(q + 128, 2 * t);
  pointer<T><<<1, 4>>>(q + 2 * 128, 2 * t);
  several<T, 1 + 1><<<1, 4>>>(q + 3 * 128, t);
  product<1><<<1, 4>>>(q + 4 * 128, t);
  with_default<T, 2><<<1, 4>>>(q + 5 * 128, t);
  Members::member<T><<<1, 4>>>(q + 6 * 128, 2 * t);
  n::Policy<T>::k<<<1, n::Policy<T>::threads>>>(q + 7 * 128, 2 * t);
  ::n::Policy<T>::no_template<<<1, 4>>>(q + 8 * 128, 2 * t);
  launches(q + 9 * 128, 2 * t);
}
template <class T> __global__ void keeps(T *p) {
  const int t = threadIdx.x;
  T *q = p + 4 * t;
  special<T><<<1, 4>>>(q, t);
  special_pointer<T><<<1, 4>>>(q + 128, t);
  Special<T>::k<<<1, 4>>>(q + 2 * 128, t);
  Outer<T>::template Inner<T>::k<<<1, 4>>>(q + 3 * 128, t);
  chosen<T><<<1, 4>>>(q + 4 * 128, 2 * t);
  product<3 - 1><<<1, 2>>>(q + 5 * 128, t - t / 2 - (t & 1));
  product<3 - 1><<<1, 2>>>(q + 5 * 128 + 2, t / 2);
  with_default<T><<<1, 4>>>(q + 6 * 128, t);
}

int main() {
  int *p = device_zeros<int>(17 * 128);
  parent<<<1, 32>>>(p);
  keeps<<<1, 32>>>(p + 10 * 128);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want;
  for (int i = 0; i < 17 * 128; i++)
    want.push_back(i / 128 == 15 ? i % 128 / 4 / 2 * 4 : i % 128 / 4 * 2);
  return compare(to_host(p, 17 * 128), want);
}
