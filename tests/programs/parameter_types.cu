// Types of parameters that are said by parameters in front of them.
// REMARK-t1: launch of 'plain': t1
// REMARK-t1: launch of 'generic<T>': t1
// REMARK-t1: launch of 'shares': t1
// REMARK-t1: launch of 'of_class': t1
#include "include/test.h"
#include <type_traits>

struct pair {
  int p, *q;
};
__device__ int value;

__global__ void plain(int *p, decltype(p) q, std::remove_reference<decltype(*p)>::type v) {
  if (threadIdx.x < v)
    atomicAdd(p, atomicAdd(q, v) ? 1 : 1);
}
template <class T>
__global__ void generic(T *p, decltype(p) q, typename std::remove_reference<decltype(q[0])>::type v) {
  if (threadIdx.x < v)
    atomicAdd(p, atomicAdd(q, v) ? 1 : 1);
}
template <class T> __device__ T sum(T *p, T v) {
  __shared__ T all;
  if (threadIdx.x == 0)
    all = 0;
  __syncthreads();
  atomicAdd(&all, p[0] + v);
  __syncthreads();
  return all;
}
__global__ void shares(int *p, decltype(value) v, decltype(sizeof(p)) of) {
  const int all = sum(p, int(v));
  if (threadIdx.x == 0)
    atomicAdd(p, all + int(of));
}
// `pair.p` and `pair::p` are no parameters.
__global__ void of_class(int *p, pair x, decltype(x.p) by, decltype(pair::q) q) {
  atomicAdd(p, by);
  atomicAdd(q, x.p);
}

__global__ void first(int *p, decltype(p) q) { plain<<<1, 8>>>(p, q, 2); }
template <class T> __global__ void second(T *p, decltype(p) q) { generic<T><<<1, 8>>>(p, q, 3); }
__global__ void third(int *p) { shares<<<1, 2>>>(p, 4, 8); }
__global__ void fourth(int *p) { of_class<<<1, 1>>>(p, {5, p}, 6, p + 1); }

int main() {
  int *p = device_zeros<int>(8);
  first<<<1, 1>>>(p, p + 1);
  second<<<1, 1>>>(p + 2, p + 3);
  third<<<1, 1>>>(p + 4);
  fourth<<<1, 1>>>(p + 6);
  return compare(to_host(p, 8), std::vector<int>{2, 4, 3, 9, 16, 0, 6, 5});
}
