// Conditions on what the compiler that reads the program defines, by its options or by itself, come out as they do there.
// FLAGS: -O2 -Xcompiler -mavx2
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

// What is taken needs its barrier.
__global__ void child(int *p) {
#ifdef __OPTIMIZE__
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] += s[31 - threadIdx.x];
#else
  p[threadIdx.x] += 31 - threadIdx.x;
#endif
}
__global__ void by_instructions(int *p) {
#if defined __AVX2__ && __AVX2__ == 1
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] += s[31 - threadIdx.x];
#else
  p[threadIdx.x] += 31 - threadIdx.x;
#endif
}
__global__ void by_inlining(int *p) {
#ifdef __NO_INLINE__
  p[threadIdx.x] += 31 - threadIdx.x;
#else
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] += s[31 - threadIdx.x];
#endif
}
__global__ void by_compiler(int *p) {
#if defined __has_feature || defined __llvm__ || defined __clang__ || defined __CUDA__ ||          \
    defined __NVPTX__
  p[threadIdx.x] += 31 - threadIdx.x;
#else
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] += s[31 - threadIdx.x];
#endif
}
__global__ void by_width(int *p) {
#ifdef __SCHAR_WIDTH__
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] += s[__SCHAR_WIDTH__ * 4 - 1 - threadIdx.x];
#else
  p[threadIdx.x] += 31 - threadIdx.x;
#endif
}
// A name of the program's own.
#define __OWN__
__global__ void by_own(int *p) {
#ifdef __OWN__
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] += s[31 - threadIdx.x];
#else
  p[threadIdx.x] += 31 - threadIdx.x;
#endif
}

__global__ void parent(int *p) {
  child<<<1, 32>>>(p);
  by_instructions<<<1, 32>>>(p);
  by_inlining<<<1, 32>>>(p);
  by_compiler<<<1, 32>>>(p);
  by_width<<<1, 32>>>(p);
  by_own<<<1, 32>>>(p);
}

int main() {
  int *p = device_zeros<int>(32);
  parent<<<1, 1>>>(p);
  std::vector<int> want(32);
  for (int i = 0; i < 32; i++)
    want[i] = 6 * (31 - i);
  return compare(to_host(p, 32), want);
}
