// FLAGS: -std=c++20
// Parameters declared `auto` whose types calls write out, or which are told apart by their constraints; packs, members, declarations.
// STRATEGIES: keep auto t1 t4 grid
// REMARK-t1: launch of 'k2<int, int, char, short>': t1
#include "include/test.h"
#include <concepts>
#include <utility>
template <class T, class U>
concept Same = std::same_as<T, U>;
__global__ void kid(int *p, int v) { atomicAdd(p, v); }
__global__ void k2(const auto *q, auto *p, [[maybe_unused]] const auto v, std::integral auto n = 3);
__device__ void f(auto &&...xs);
template <class... T> __device__ int h(T... t, auto v) { return sizeof...(t) + v; }
struct M {
  int k;
  template <int N>
  __device__ void go(int *p, Same<int> auto v,
                     const std::convertible_to<int> auto &w = 4 < 5) const;
  static __device__ void st(auto *p) { kid<<<1, 1>>>(p, 1); }
  __device__ void operator()(auto v) const { kid<<<1, 1>>>(v, k); }
};
template <class T> struct N { __device__ static void out(T *p, auto v); };
__global__ void k2(const auto *q, auto *p, const auto v, std::integral auto n) {
  if (n > 2)
    kid<<<1, 1>>>(p, q[0] + n);
}
__device__ void f(auto &&...xs) { (kid<<<1, 1>>>(xs, 2), ...); }
template <int N>
__device__ void M::go(int *p, Same<int> auto v, const std::convertible_to<int> auto &w) const {
  kid<<<1, N>>>(p, v + w + k);
}
template <class T> __device__ void N<T>::out(T *p, auto v) { kid<<<1, 1>>>(p, v * 2); }
__global__ void par(int *p, const int *q) {
  k2<<<1, 1>>>(q, p, 2.5, 3L);
  k2<int, int, char, short><<<1, 1>>>(q, p, 1, 4);
  f(p, p, p);
  f(p + 1);
  M m{5};
  m.go<2>(p, 1, 2);
  m.go<1, int, long>(p, 1, 2);
  M::st(p);
  m(p);
  N<int>::out(p, 6);
  kid<<<1, 1>>>(p, h<int, int>(1, 2, 3));
}
template <class T>
concept Sized = requires {
  T::n;
};
struct Three {
  static constexpr int n = 3;
};
template <Sized T> __device__ void sized(int *p, T) { kid<<<1, T::n>>>(p, 2); }
__device__ void sized(int *p, auto) { kid<<<1, 1>>>(p, 100); }
__device__ void rounds(int *p, auto v) { kid<<<1, 1>>>(p, (int)v); }
__global__ void told_apart(int *p) {
  sized(p, Three{});
  sized(p, 0);
  rounds<int>(p, 2.5);
}
int main() {
  int *p = device_zeros<int>(2), *q = to_device(std::vector<int>{10});
  par<<<1, 1>>>(p, q);
  told_apart<<<1, 1>>>(p);
  return compare(to_host(p, 2), {13 + 14 + 6 + 16 + 8 + 1 + 5 + 12 + 5 + 108, 2});
}
