// Kernels and device functions by names that `using`, a namespace's other name or an inline namespace gives them.
// STRATEGIES: keep t1 t3 t4 mega grid auto
// REMARK-t1: launch of 'a::adl': t1
// REMARK-t1: launch of 'a::c::tmpl': t1
#include "include/test.h"

__device__ int sum;

namespace a {
namespace b {
struct Tag {
  int v;
};
__global__ void adl(Tag t) { atomicAdd(&sum, t.v); }
template <class T> __global__ void tmpl(T t) { atomicAdd(&sum, (int)t); }
__device__ void helper(int n) { adl<<<1, n>>>(Tag{n}); }
template <class T> __device__ void thelper(T n) { tmpl<<<1, 2>>>(n + (int)threadIdx.x); }
struct S {
  static __device__ int f(int x) { return x + (int)threadIdx.x; }
};
} // namespace b
using b::adl;
using b::helper;
using b::S;
using b::thelper;
using b::tmpl;
namespace c = b;
inline namespace v1 {
__global__ void versioned(int n) { atomicAdd(&sum, n); }
} // namespace v1
} // namespace a
using a::helper;

__global__ void parent() {
  int i = threadIdx.x;
  a::adl<<<1, 1>>>(a::b::Tag{2 * i});
  a::tmpl<<<1, 1>>>(i);
  a::tmpl<long><<<1, 2>>>(i);
  a::c::tmpl<<<1, 1>>>(2.5);
  a::versioned<<<1, 1>>>(3);
  a::v1::versioned<<<1, 1>>>(4);
  a::helper(2);
  helper(3);
  a::b::helper(1);
  a::thelper(4L);
  a::thelper<int>(5);
  a::c::thelper<short>(1);
  ::a ::helper(1);
  atomicAdd(&sum, a::S::f(i));
}

int main() {
  int want = 4, got;
  for (int i = 0; i < 8; i++)
    want += 2 * (2 * i + i + 2 * i + 2 + 3 + 4 + 4 + 9 + 1 + 2 * (4 + i) + 2 * (5 + i) + 2 * (1 + i) + 1 + 2 * i);
  parent<<<2, 8>>>();
  a::tmpl<<<1, 1>>>(4);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&got, sum, sizeof got));
  return compare(std::vector<int>{got}, {want});
}
