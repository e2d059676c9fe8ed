// Variables whose copies are references, where decltype asks how they are declared: such launches stay native, those that ask for no more than a size or the
// type of an expression do not.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'sizes': t1
// REMARK-t4: launch of 'sizes': t4
// REMARK-t1: launch of 'typed': kept: the shared variable 'c' is named in decltype
// REMARK-t1: launch of 'aliased': kept: the shared variable 'c' is named in decltype
// REMARK-t1: launch of 'argument': kept: the shared variable 'c' is named in decltype
// REMARK-t1: launch of 'by_helper': kept: the shared variable 'c' is named in decltype
// REMARK-t1: launch of 'slot': t1
// REMARK-t4: launch of 'slot': kept: 'slot' has barriers: 'v' lives across a barrier and is named in decltype
#include "include/test.h"

template <class T> __device__ T more(T v) {
  T w = v;
  w += 2;
  return w;
}
template <int N> __device__ int times(int k) { return N * k; }

#define BEGIN                                                                                      \
  s[63 - threadIdx.x] = threadIdx.x;                                                               \
  if (threadIdx.x == 0)                                                                            \
    c = 5;                                                                                         \
  __syncthreads()
// The variable has not changed, and its copy has.
#define END(copy)                                                                                  \
  __syncthreads();                                                                                 \
  p[threadIdx.x] += 100 * c + (copy) + s[threadIdx.x]

__global__ void sizes(int *p) {
  __shared__ int c, s[64]; // decltype(c) is int
  constexpr int n = sizeof(s) / sizeof(s[0]);
  decltype(s[0] + 1) d = 5;
  int size[sizeof(c) + sizeof s / n];
  s[n - 1 - threadIdx.x] = threadIdx.x;
  size[0] = sizeof(decltype((c))) + times<sizeof(s)>(0);
  if (threadIdx.x == 0)
    c = 5;
  d += 2 + (size[0] - 4);
  __syncthreads();
  p[threadIdx.x] += 100 * c + d + s[threadIdx.x];
}
__global__ void typed(int *p) {
  __shared__ int c, s[64];
  BEGIN;
  decltype(c) d = c;
  d += 2;
  END(d);
}
__global__ void aliased(int *p) {
  __shared__ int c, s[64];
  BEGIN;
  using T = decltype( /* of */ c );
  T d = c;
  d += 2;
  END(d);
}
__global__ void argument(int *p) {
  __shared__ int c, s[64];
  BEGIN;
  int d = more<decltype(c)>(c);
  END(d);
}
__device__ int helper(int i) {
  __shared__ int c, s[64];
  if (i == 0)
    c = 5;
  s[i] = 500;
  __syncthreads();
  decltype(c) d = c;
  d += 2;
  __syncthreads();
  return s[i] + (c == 5 ? d : 0);
}
__global__ void by_helper(int *p) { p[threadIdx.x] += 63 - threadIdx.x + helper(threadIdx.x); }
__global__ void slot(int *p) {
  int v = threadIdx.x, c = 5;
  __syncthreads();
  decltype(v) w = v;
  w = 63 - w + c * 100;
  p[threadIdx.x] += w + 7 + (v - int(threadIdx.x)) * 1000;
}

__global__ void parent(int *p) { sizes<<<1, 64>>>(p + 64 * threadIdx.x); }
__global__ void parent_of_slot(int *p) { slot<<<1, 64>>>(p + 64 * threadIdx.x); }
__global__ void keeps(int *p) {
  p += 64 * threadIdx.x;
  typed<<<1, 64>>>(p);
  aliased<<<1, 64>>>(p);
  argument<<<1, 64>>>(p);
  by_helper<<<1, 64>>>(p);
}

int main() {
  const int n = 3;
  int *p = device_zeros<int>(n * 64);
  parent<<<1, n>>>(p);
  parent_of_slot<<<1, n>>>(p);
  keeps<<<1, n>>>(p);
  std::vector<int> want(n * 64);
  for (int i = 0; i < n * 64; i++)
    want[i] = 6 * (507 + 63 - i % 64);
  return compare(to_host(p, want.size()), want);
}
