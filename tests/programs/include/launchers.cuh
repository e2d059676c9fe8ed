// Macros that launch, and a device function that uses one.
#pragma once
#define HEADER_LAUNCH(kernel, threads, ...) kernel<<<BLOCKS_OF(threads, 64), 64>>>(__VA_ARGS__)
#define BLOCKS_OF(threads, block) (((threads) + (block) - 1) / (block))

__global__ void raise(int *data, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += by;
}
__device__ inline void raise_all(int *data, int n, int by) { HEADER_LAUNCH(raise, n, data, n, by); }
