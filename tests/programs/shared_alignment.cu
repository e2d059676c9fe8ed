// Shared variables of more than 16 bytes' alignment, by their declarations or their types: of children, of functions that these call, of templates and of
// parents. What a macro of the program's says, and dynamic shared memory, stays native.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'of_number<int, 256>': t1
// REMARK-t1: launch of 'dynamic': kept: the dynamic shared memory 'd' is aligned to more than 16 bytes
// REMARK-t1: launch of 'by_macro': kept: the alignment of the shared variable 'x' is said by a macro
// REMARK-t1: launch of 'by_local': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

#define CACHE_LINE 128
#define ON_ITS_OWN __align__(128)

struct alignas(32) Over {
  int x;
};
template <class T> __device__ int at(const T &x, unsigned align) {
  volatile size_t where = reinterpret_cast<size_t>(&x); // its type says nothing of the variable
  return where % align == 0;
}

__device__ int helper(int i) {
  __shared__ char c[5];
  __shared__ int a[64] __attribute__((aligned(256)));
  c[i % 5] = 1;
  a[i % 64] = i;
  return at(a, 256) + at(c, 1);
}
__global__ void child(int *p) {
  __shared__ char c;
  alignas(64) __shared__ int a[64];
  __shared__ __align__(CACHE_LINE) char b[65], b2;
  __shared__ Over s[3];
  const int i = threadIdx.x;
  c = b2 = 1;
  a[i] = b[i] = i;
  if (i < 3)
    s[i].x = i;
  __syncthreads();
  atomicAdd(p + i, at(a, 64) + at(b, 128) + at(b2, 128) + at(s[1], 32) + helper(i) + a[63 - i] +
                       b[63 - i] + s[2].x + c);
}
template <class T, int align> __global__ void of_number(T *p) {
  extern __shared__ T d[];
  __shared__ alignas(align) alignas(Over) T side[33];
  const int i = threadIdx.x;
  side[i] = d[i] = i;
  __syncthreads();
  atomicAdd(p + i, at(side, align) + side[31 - i] + d[31 - i]);
}
__global__ void dynamic(int *p) {
  extern __shared__ __align__(CACHE_LINE) int d[];
  d[threadIdx.x] = at(*d, 128);
  p[threadIdx.x] += d[threadIdx.x];
}
__global__ void by_macro(int *p) {
  __shared__ ON_ITS_OWN int x;
  p[threadIdx.x] += at(x, 128);
}
__global__ void by_local(int *p) {
  constexpr int line = 64;
  __shared__ alignas(line) int x;
  p[threadIdx.x] += at(x, 64);
}
__global__ void parent(int *p, int n) {
  __shared__ char one;
  __shared__ alignas(512) int mine[32];
  const int i = threadIdx.x;
  one = 1;
  mine[i % 32] = at(mine, 512);
  p[64 * n + i] = mine[i % 32] * one;
  if (i % 2)
    child<<<2, 64>>>(p + 64 * i);
  else
    of_number<int, 256><<<3, 32, 32 * sizeof(int)>>>(p + 64 * i);
}
__global__ void others(int *p) {
  if (threadIdx.x == 0)
    dynamic<<<1, 64, 64 * sizeof(int)>>>(p);
  else if (threadIdx.x == 1)
    by_macro<<<1, 64>>>(p + 64);
  else
    by_local<<<1, 64>>>(p + 128);
}

int main() {
  const int n = 9;
  int *p = device_zeros<int>(64 * n + n + 192);
  parent<<<1, n>>>(p, n);
  others<<<1, 3>>>(p + 64 * n + n);
  std::vector<int> want(64 * n + n + 192, 1);
  for (int i = 0; i < 64 * n; i++)
    want[i] = i / 64 % 2   ? 2 * (6 + 2 * (63 - i % 64) + 3)
              : i % 64 < 32 ? 3 * (1 + 2 * (31 - i % 64))
                            : 0;
  return compare(to_host(p, want.size()), want);
}
