// Kernels and device functions that are defined outside of their namespaces, templates, overloads and their specializations among them.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'b::pairs<T>': t1
#include "include/test.h"

namespace a {
struct Step {
  int by;
};
const int lanes = 32;
__global__ void child(int *p, int n = lanes);
__global__ void parent(int *p, int depth = 2);
__global__ void parent(int *p, Step s);
__device__ Step turned(int v);
template <class T> __global__ void of_type(T *p);
namespace b {
template <class T> __global__ void pairs(T *p);
__global__ void deep(int *p);
namespace {
namespace inner {
__global__ void hidden(int *p);
}
} // namespace
} // namespace b
inline namespace v1 {
__global__ void versioned(int *p);
}
} // namespace a
const int lanes = 1000; // not this one

__device__ a::Step a::turned(int v) {
  __shared__ int s[lanes];
  s[threadIdx.x] = v;
  __syncthreads();
  return {s[lanes - 1 - threadIdx.x]};
}
__global__ void a::child(int *p, int n) {
  __shared__ int s[lanes];
  const Step t = turned(threadIdx.x);
  s[threadIdx.x] = 1;
  __syncthreads();
  if (t.by < n)
    atomicAdd(p + t.by, s[t.by]);
}
__global__ void a::parent(int *p, int depth) {
  if (depth)
    parent<<<1, 2>>>(p, depth - 1);
  else
    child<<<1, lanes>>>(p);
}
__global__ void a::parent(int *p, Step s) { child<<<s.by, lanes>>>(p, lanes); }
template <class T> __global__ void a::b::pairs(T *p) { atomicAdd(p + threadIdx.x, T(2)); }
template <class T> __global__ void a::of_type(T *p) {
  if (threadIdx.x < 2)
    b::pairs<T><<<1, lanes>>>(p);
}
template <> __global__ void a::b::pairs<unsigned>(unsigned *p) { atomicAdd(p + threadIdx.x, 5u); }
namespace a {
__global__ void b::inner::hidden(int *p) { child<<<1, lanes>>>(p); }
__global__ void b::deep(int *p) {
  child<<<1, lanes>>>(p);
  inner::hidden<<<1, 1>>>(p);
}
} // namespace a
__global__ void a::versioned(int *p) {
  child<<<1, lanes>>>(p);
  b::deep<<<1, 1>>>(p);
}

int main() {
  int *p = device_zeros<int>(7 * 32);
  allow_launches(64);
  a::parent<<<1, 1>>>(p);
  a::parent<<<1, 1>>>(p + 32, a::Step{3});
  a::of_type<<<1, 4>>>(p + 64);
  a::of_type<<<1, 4>>>((unsigned *)p + 96);
  a::b::deep<<<1, 1>>>(p + 128);
  a::b::inner::hidden<<<1, 1>>>(p + 160);
  a::versioned<<<1, 1>>>(p + 192);
  std::vector<int> want;
  for (int i = 0; i < 7 * 32; i++) {
    const int each[] = {4, 3, 4, 10, 2, 1, 3};
    want.push_back(each[i / 32]);
  }
  return compare(to_host(p, want.size()), want);
}
