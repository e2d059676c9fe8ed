// Children of like block sizes run together: blocks from 1 to 1,024 threads, barriers in them, and what they launch themselves.
// REMARK-t1: launch of 'sum': t1
// REMARK-grid: launch of 'sum': grid
// REMARK-block: launch of 'sum': block
// ENV: FL_WORKLIST=2
#include "include/test.h"

__global__ void leaf(int to, int by, int *out) { atomicAdd(&out[to], by); }

__global__ void sum(int from, int n, int me, int *out) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&total, from + i);
  __syncthreads();
  if (threadIdx.x == 0) {
#pragma freelaunch group_by_block_size
    leaf<<<1, 1 + me % 7>>>(me, total, out);
  }
}

__global__ void parent(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 3) {
#pragma freelaunch group_by_block_size
    sum<<<1 + i % 2, 1 + i * 37 % 1024>>>(i, i % 100, i, out);
  }
}

int main() {
  const int n = 3000;
  int *out, *expected = (int *)calloc(n, sizeof(int)), *found = (int *)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++)
    if (i % 3)
      for (int k = 0; k < i % 100; k++)
        expected[i] += (i + k) * (1 + i % 2) * (1 + i % 7);
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMemset(out, 0, n * sizeof(int)));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
  parent<<<(n + 127) / 128, 128>>>(n, out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(found, out, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    if (found[i] != expected[i]) {
      printf("FAIL: %d: got %d, want %d\n", i, found[i], expected[i]);
      return 1;
    }
  printf("PASS\n");
}
