// Device code names functions of the host where nothing is called: in decltype, sizeof, noexcept, alignof, requires and defaults of templates.
// REMARK-t1: launch of 'add': t1
#include "include/test.h"

__global__ void add(int *to, int n); // kernels are declared more than once
template <class T> __global__ void twice(T *to);
__host__ int said() noexcept;
long counted();
struct Host {
  int v;
  Host(int v) : v(v) {}
  ~Host() { v = 0; }
  short get() const { return (short)v; }
  double operator()(int) const { return v; }
  Host operator+(const Host &o) const { return Host(v + o.v); }
  static char name() { return 'h'; }
};
float operator*(const Host &h, int n) { return (float)(h.v * n); }
template <class F> struct result {
  using type = decltype(std::declval<F>()(1));
};
template <class T> struct make {
  static T of() { throw 1; }
};
template <class T, class R = decltype(counted())> __device__ R widened(T x) { return (R)x << 33 >> 33; }

__global__ void add(int *to, int n) {
  decltype(said()) one = 1;
  for (int i = 0; i < n; i++)
    atomicAdd(to, one);
}
template <class T> __global__ void twice(T *to) {
  atomicAdd(to, (decltype(make<T>::of()))sizeof(make<T>::of()));
}
__global__ void parent(int *to) {
  decltype(counted()) k = sizeof(counted()) + noexcept(said()) - noexcept(counted()) - 1; // 8
  decltype(Host(1).get()) s = sizeof(Host(1).get()) + sizeof(Host::name());              // 3
  result<Host>::type d = sizeof(Host(1) + Host(2)) + sizeof(Host(1) * 2);                 // 8
  static_assert(sizeof(decltype(Host(1) * 2)) == 4 && alignof(decltype(counted())) == 8);
  add<<<1, (unsigned)widened(k)>>>(to, s);
  add<<<1, 1>>>(to, (int)d);
#if __cplusplus >= 202002L
  if constexpr (requires { said(); Host(1).get(); })
#endif
    twice<<<2, 1>>>(to);
  auto inner = [&](int n) -> decltype(said()) { return n + (int)sizeof(said()); };
  add<<<1, 1>>>(to, inner(6));
}

// What only the host can do is no matter.
int said() noexcept {
  static int times;
  try {
    if (times++ > 100)
      throw times;
  } catch (int) {
  }
  thread_local int mine = times;
  return mine;
}
long counted() {
  std::vector<int> v(3, said());
  return (long)v.size();
}

int main() {
  int *to = to_device(std::vector<int>{0});
  parent<<<1, 1>>>(to);
  std::vector<int> want{8 * 3 + 8 + 2 * 4 + 10};
  return (counted() == 3) & (said() == 1) ? compare(to_host(to, 1), want) : 1;
}
