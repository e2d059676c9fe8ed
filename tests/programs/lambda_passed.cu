// Lambdas that a parent passes to its children, also as parts of objects: what they say of the block is the child's. Lambdas of the parent's own beside
// arguments of dependent types, which are none.
// FLAGS: --extended-lambda
// REMARK-t4: launch of 'apply': kept: a lambda that depends on its block may be passed to a child, where it means the child's
// REMARK-t4: launch of 'plain': t4
// REMARK-t1: launch of 'values': t1
// REMARK-t4: launch of 'values': t4
// REMARK-t4: launch of 'twice': kept: the template arguments are deduced from something local to the caller
#include "include/test.h"

template <class F> __global__ void apply(int n, F f) {
  if (threadIdx.x < n)
    f(threadIdx.x);
}
template <class F> __global__ void plain(int n, F f) {
  if (threadIdx.x < n)
    f(threadIdx.x);
}
template <class F> struct Holder {
  F f;
};
template <class F> __global__ void apply_held(Holder<F> h) { h.f(threadIdx.x); }
template <class T> __global__ void values(T *to, T v) { to[threadIdx.x] = v + (T)threadIdx.x; }
__global__ void add(int *to) { to[threadIdx.x] += 10; }
__device__ int place() { return threadIdx.x; }

__global__ void direct(int *to) {
  add<<<1, 4>>>(to);
  apply<<<1, 4>>>(4, [=](int i) { to[i] += threadIdx.x; });
}
__global__ void named(int *to) {
  auto f = [=](int i) { to[i] = place(); };
  apply<<<1, 4>>>(4, f);
}
template <class T> __global__ void dependent(T *to) {
  auto f = [=](int i) { to[i] = place(); };
  apply<<<1, 4>>>(4, f);
}
template <class T> __global__ void held(T *to) {
  auto f = [=](int i) { to[i] = place() + 5; };
  using Place = decltype(f);
  Holder<Place> h{f};
  apply_held<<<1, 4>>>(h);
}
template <class T> struct Pair {
  T x, y;
};
template <class T> __global__ void beside(T *to) {
  const auto at = [&] { return threadIdx.x; };
  const Pair<T> p{T(at()), T(3)};
  const T *both = &p.x;
  values<<<1, 2>>>(to, p.y + T(1));
  values<<<1, 2>>>(to + 2, both[1]);
}
__global__ void independent(int *to) {
  const int at = threadIdx.x;
  plain<<<1, 4>>>(4, [=](int i) { to[i] = i + at; });
}
// A kernel that launches in turn, launched with a lambda by one that is launched on the device.
template <class F> __global__ void twice(F f) { plain<<<1, 4>>>(4, f); }
__global__ void launches(int *to) {
  twice<<<1, 1>>>([=](int i) { to[i] = 20 + i; });
}
__global__ void above(int *to) { launches<<<1, 1>>>(to); }

int main() {
  int *to = device_zeros<int>(28);
  direct<<<1, 1>>>(to);
  named<<<1, 1>>>(to + 4);
  dependent<<<1, 1>>>(to + 8);
  independent<<<1, 1>>>(to + 12);
  above<<<1, 1>>>(to + 16);
  held<<<1, 1>>>(to + 20);
  beside<<<1, 1>>>(to + 24);
  return compare(to_host(to, 28), {10, 11, 12, 13, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 20, 21, 22, 23,
                                   5,  6,  7,  8,  4, 5, 3, 4});
}
