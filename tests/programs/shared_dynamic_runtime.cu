// Dynamic shared memory of a size known at run time, from 4 bytes to 40,000, beside a static array.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void child(int n, int *out) {
  extern __shared__ int buffer[];
  __shared__ int total[2];
  if (threadIdx.x < 2)
    total[threadIdx.x] = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    buffer[j] = j + blockIdx.x;
  __syncthreads();
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    atomicAdd(&total[j % 2], buffer[n - 1 - j] % 10);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total[0] * 3 + total[1];
}

__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = 1 + i * i * 7;
  child<<<2, 32 + i, n * sizeof(int)>>>(n, out + i * 2);
}

int main() {
  const int parents = 36;
  int *out = device_zeros<int>(parents * 2);
  std::vector<int> want;
  for (int i = 0; i < parents; i++)
    for (int b = 0; b < 2; b++) {
      int n = 1 + i * i * 7, total[2] = {};
      for (int j = 0; j < n; j++)
        total[j % 2] += (n - 1 - j + b) % 10;
      want.push_back(total[0] * 3 + total[1]);
    }
  parent<<<4, parents / 4>>>(out);
  return compare(to_host(out, want.size()), want);
}
