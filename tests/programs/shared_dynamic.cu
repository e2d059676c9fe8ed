// Dynamic shared memory of a constant size, as two arrays carved out of one; the parent has some of
// its own.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(int x, float *out) {
  extern __shared__ double pool[];
  extern __shared__ double pool[]; // once more
  double *d = pool;
  int *k = (int *)(d + blockDim.x), t = threadIdx.x, n = blockDim.x;
  d[t] = x + t * .25;
  k[t] = t * 3;
  __syncthreads();
  out[t] = (float)(d[n - 1 - t] + k[(t + 1) % n]);
}

__global__ void parent(float *out) {
  extern __shared__ double pool[];
  pool[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = (int)pool[blockDim.x - 1 - threadIdx.x];
  child<<<1, 50, 50 * (sizeof(double) + sizeof(int))>>>(x, out + i * 50);
  __syncthreads();
  if (pool[threadIdx.x] != threadIdx.x)
    out[i * 50] = -1;
}

int main() {
  allow_deep_frames();
  const int blocks = 3, threads = 20;
  float *out = device_zeros<float>(blocks * threads * 50);
  std::vector<float> want;
  for (int i = 0; i < blocks * threads; i++)
    for (int t = 0; t < 50; t++)
      want.push_back((float)(threads - 1 - i % threads + (49 - t) * .25 + (t + 1) % 50 * 3));
  parent<<<blocks, threads, threads * sizeof(double)>>>(out);
  return compare(to_host(out, want.size()), want);
}
