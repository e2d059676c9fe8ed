#pragma once
#ifdef __clang__
#define SYNC_BY_HEADER()
__device__ inline void add_more(int *, int) {}
#else
#define SYNC_BY_HEADER() __syncthreads()
__global__ void more(int *row, int n) {
  if (threadIdx.x < n)
    row[threadIdx.x] += 7;
}
__device__ inline void add_more(int *row, int n) { more<<<1, 64>>>(row, n); }
#endif
