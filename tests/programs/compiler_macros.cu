// What a program asks of the compiler is what nvcc and the host compiler answer, whoever reads it: kernels and barriers behind such conditions.
// FLAGS: -extended-lambda --expt-relaxed-constexpr -rdc=true
// REMARK-t1: which_not_clang.cuh:.*launch of 'more': t1;
// REMARK-t1: compiler_macros.cu:55:.*launch of 'turn': t1;.*barriers: met by all threads
// REMARK-t1: compiler_macros.cu:67:.*launch of 'add': t1;
#if !__CUDACC__ || !__NVCC__
#error not for this compiler
#endif
#include "include/test.h"
#include "include/which.cuh"
#if defined(__clang__) || defined __clang_major__ || defined(__CUDA__)
#define SYNC()
#else
#define SYNC() __syncthreads()
#endif
#ifdef __GNUC__
#define HAS_VERSION (__GNUC__ * 100 + __GNUC_MINOR__)
#endif
#if !defined HAS_VERSION || HAS_VERSION < 700
#error an old compiler
#endif
#if __CUDACC_VER_MAJOR__ < 12 || __CUDA_API_VER_MAJOR__ != __CUDACC_VER_MAJOR__
#error an old toolkit
#endif
#if !defined __CUDACC_VER__ || defined CUDA_VERSION // which only <cuda.h> has
#error another toolkit
#endif
#ifndef __CUDACC_RDC__ // so it stays relocatable, though no launch is left
#error no launches in kernels
#endif
#ifndef __CUDACC_EXTENDED_LAMBDA__
#error no lambdas
#endif
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#error no constant expressions
#endif

static const int rows = 50, n = 64;
__global__ void turn(int *row) {
  __shared__ int t[n];
  t[threadIdx.x] = row[threadIdx.x];
  SYNC_BY_HEADER();
  const int turned = t[n - 1 - threadIdx.x];
  SYNC();
  t[threadIdx.x] = turned;
  row[threadIdx.x] = t[threadIdx.x];
}
__global__ void add(int *row, int by) {
  if (threadIdx.x < n)
    row[threadIdx.x] += by;
}
__global__ void turn_all(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
    turn<<<1, n>>>(data + i * n);
  if (i < rows)
    add_more(data + i * n, n);
}
#ifdef __NVCC__
__global__ void add_all(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
#if __GNUC__ < 7
    add<<<1, n>>>(data, 1000);
#else

    add<<<1, n>>>(data + i * n, i);
#endif
}
#else
void add_all(int *);
#endif

int main() {
  std::vector<int> start(rows * n), want(rows * n);
  for (int k = 0; k < rows * n; k++)
    start[k] = k;
  for (int k = 0; k < rows * n; k++)
    want[k] = k / n * n + n - 1 - k % n + k / n + 7;
  int *data = to_device(start);
  turn_all<<<2, 32>>>(data);
#ifdef __NVCC__
  add_all<<<2, 32>>>(data);
#endif
  return compare(to_host(data, want.size()), want);
}
