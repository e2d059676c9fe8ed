// The least that the front end's unit tests need of a CUDA runtime header; parsed, never compiled.
#pragma once
#include <stddef.h>
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __restrict__ __restrict
typedef struct CUstream_st *cudaStream_t;
typedef enum cudaError { cudaSuccess } cudaError_t;
struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
};
#define cudaStreamFireAndForget ((cudaStream_t)4)
#define cudaStreamTailLaunch ((cudaStream_t)3)
extern "C" {
__host__ __device__ unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void * = 0);
__host__ __device__ unsigned cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
__host__ __device__ cudaError_t cudaLaunchDevice(void *, void *, dim3, dim3, unsigned,
                                                 cudaStream_t);
__device__ void *cudaGetParameterBuffer(size_t, size_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
__host__ __device__ cudaError_t cudaDeviceSynchronize();
}
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
__device__ void __syncthreads();
__device__ int atomicAdd(int *, int);
