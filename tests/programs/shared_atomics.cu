// Children with atomics on their shared memory, directly and by way of a function: a thread that ran a block alone would have that memory among its
// locals, where atomics do not reach.
// STRATEGIES: keep t1 t3 t4 block auto
// REMARK-t4: launch of 'direct': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'by_function': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'dynamic': kept: .*may have atomics on its shared memory
// REMARK-t4: launch of 'on_global': t4
// REMARK-t1: launch of 'direct': t1
#include "include/test.h"

__device__ void add(int *to, int n) { atomicAdd(to, n); }

__global__ void direct(int n, int *out) {
  __shared__ int sum[2];
  if (threadIdx.x < 2)
    sum[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sum[threadIdx.x % 2], n);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum[0] + sum[1];
}
__global__ void by_function(int n, int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  add(&sum, n);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}
__global__ void dynamic(int n, int *out) {
  extern __shared__ int cell[];
  if (threadIdx.x == 0)
    cell[0] = 0;
  __syncthreads();
  int *p = cell;
  atomicMax(p, n + (int)threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = cell[0];
}
__global__ void on_global(int n, int *out) {
  __shared__ int last[64];
  last[threadIdx.x] = n;
  __syncthreads();
  atomicAdd(out, last[63 - threadIdx.x]);
}
__global__ void parent(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i % 4 == 0)
    direct<<<1, 64>>>(i, out + i);
  else if (i % 4 == 1)
    by_function<<<1, 48>>>(i, out + i);
  else if (i % 4 == 2)
    dynamic<<<1, 33, sizeof(int)>>>(i, out + i);
  else
    on_global<<<1, 64>>>(i, out + i);
}

int main() {
  const int n = 1000;
  allow_launches(n + 10);
  int *out = device_zeros<int>(n);
  parent<<<8, 128>>>(n, out);
  std::vector<int> want(n);
  for (int i = 0; i < n; i++)
    want[i] = i % 4 == 0 ? 64 * i : i % 4 == 1 ? 48 * i : i % 4 == 2 ? i + 32 : 64 * i;
  return compare(to_host(out, n), want);
}
