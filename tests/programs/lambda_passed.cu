// Lambdas that a parent passes to its children: what they say of the block is the child's.
// FLAGS: --extended-lambda
// REMARK-t4: launch of 'apply': kept: a lambda that depends on its block may be passed to a child, where it means the child's
// REMARK-t4: launch of 'plain': t4
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
  int *to = device_zeros<int>(20);
  direct<<<1, 1>>>(to);
  named<<<1, 1>>>(to + 4);
  dependent<<<1, 1>>>(to + 8);
  independent<<<1, 1>>>(to + 12);
  above<<<1, 1>>>(to + 16);
  return compare(to_host(to, 20), {10, 11, 12, 13, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 20, 21, 22, 23});
}
