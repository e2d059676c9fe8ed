// Templates that launch and call, by names that `using` gives them, templates of other namespaces: clang leaves open which these are.
// REMARK-t1: launch of 'fill<T>': t1
// REMARK-t1: launch of 'fill': t1
// REMARK-t1: launch of 'both<T>': t1
// REMARK-t1: launch of 'reversed<T>': t1
#include "include/test.h"

namespace kernels {
template <class T> __global__ void fill(T *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x] += n;
}
template <class T> __global__ void both(T *p) { p[threadIdx.x] += 100; }
template <class T> __device__ T other_end(T *p) {
  __shared__ T s[32];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  return s[31 - threadIdx.x];
}
} // namespace kernels
namespace {
using kernels::both;
using kernels::fill;
using kernels::other_end;

template <class T> __global__ void reversed(T *p) { p[threadIdx.x] = other_end(p) + other_end<T>(p); }
// A function beside the kernel of the name.
template <class T> __device__ void both(T *p, int n) {
  if (n > 1)
    both<T><<<1, n>>>(p);
}
template <class T> __device__ void start(T *p, int n) {
  fill<T><<<1, 32>>>(p, n);
  fill<<<1, 32>>>(p, n / 2);
  both(p, n);
  both<T>(p + 1, 1);
  reversed<T><<<1, 32>>>(p);
}
template <class T> __global__ void parent(T *p) { start(p, 20); }
} // namespace

int main() {
  int *p = device_zeros<int>(32);
  parent<<<1, 1>>>(p);
  std::vector<int> want(32), left(32);
  for (int i = 0; i < 32; i++)
    left[i] = (i < 20 ? 120 : 0) + (i < 10 ? 10 : 0);
  for (int i = 0; i < 32; i++)
    want[i] = 2 * left[31 - i];
  return compare(to_host(p, 32), want);
}
