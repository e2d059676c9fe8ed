// Device code asks for the properties of types: the host's templates that say them see calls of device functions.
// FLAGS: -std=c++20
// STRATEGIES: keep auto t1 t4
// REMARK-t1: launch of 'k': t1
#include "include/test.h"
#include <concepts>
#include <type_traits>
#include <algorithm>
#include <utility>
#include <memory>
#include <functional>
#include <map>
#include <tuple>
#include <thread>
__global__ void k(int *p, int v) { atomicAdd(p, v); }
struct F {
  __device__ int operator()(int x) const { return x + 1; }
};
struct G {
  __device__ void go(int *p) { k<<<1, 1>>>(p, 3); }
};
struct old {
  template <class T> static char test(decltype(std::declval<T>().go((int *)0)) *);
  template <class T> static long test(...);
};
struct old2 {
  template <class T> static auto test(int) -> decltype(std::declval<T>()(1), std::true_type{});
  template <class T> static std::false_type test(...);
};
template <class T>
concept Goes = requires(T t, int *p) {
  t.go(p);
};
template <class T>
concept Counts = requires(T t) {
  { t(1) } -> std::convertible_to<long>;
};
template <Counts T> __global__ void counted(int *p, T f) { atomicAdd(p, f(1)); }
// libclang does not know this type.
__global__ void character(int *p, char8_t c) { atomicAdd(p, c); }
template <class T> __global__ void parent(int *p, T g) {
  if constexpr (sizeof(old::test<T>(nullptr)) == 1)
    g.go(p);
  else
    k<<<1, 1>>>(p, 1000);
  if constexpr (decltype(old2::test<F>(0))::value)
    k<<<1, 1>>>(p, 10);
  else
    k<<<1, 1>>>(p, 1000);
  using R = std::invoke_result_t<F, int>;
  k<<<1, 1>>>(p, R(1));
  decltype(std::declval<int>()) zero = 0;
  k<<<1, 1>>>(p, zero);
  if constexpr (Goes<T>)
    k<<<1, 1>>>(p, 40);
  else
    k<<<1, 1>>>(p, 1000);
  counted<<<1, 1>>>(p, F{});
  character<<<1, 1>>>(p, u8'a');
  if constexpr (std::is_invocable_v<F, int>)
    k<<<1, 1>>>(p, 20);
  else
    k<<<1, 2>>>(p, 100);
}
int main() {
  int a = 1, b = 2;
  std::swap(a, b);
  std::pair<int, int> x, y;
  swap(x, y);
  std::map<int, std::unique_ptr<int>> m, n;
  std::swap(m, n);
  std::thread t, u;
  std::swap(t, u);
  std::tuple<int> q, r;
  std::swap(q, r);
  std::function<int(int)> f = [](int i) { return i; }, g;
  std::swap(f, g);
  int aa[3], bb[3];
  std::swap(aa, bb);
  std::string s, s2;
  std::swap(s, s2);
  std::exchange(a, 3);
  int *p = device_zeros<int>(1);
  parent<<<1, 1>>>(p, G{});
  return compare(to_host(p, 1), {3 + 10 + 1 + 20 + 40 + 2 + 'a'});
}
