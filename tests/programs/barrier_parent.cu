// Barriers and shared memory in the parent around launches; its threads share what they launch for.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    atomicAdd(&data[j], x);
}

__global__ void parent(int *data) {
  __shared__ int sum[64], total;
  int t = threadIdx.x;
  sum[t] = t + blockIdx.x;
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (t < s)
      sum[t] += sum[t + s];
    __syncthreads();
  }
  if (t == 0) {
    total = sum[0];
    child<<<(total + 63) / 64, 64>>>(total, 1, data);
  }
  __syncthreads();
  if (t % 16 == 5)
    child<<<1, t>>>(t, total, data);
}

int main() {
  const int blocks = 10, n = 63 * 32 + 64 * blocks;
  int *data = device_zeros<int>(n);
  std::vector<int> want(n);
  for (int b = 0; b < blocks; b++) {
    int total = 63 * 32 + 64 * b;
    for (int j = 0; j < total; j++)
      want[j] += 1;
    for (int t = 5; t < 64; t += 16)
      for (int j = 0; j < t; j++)
        want[j] += total;
  }
  parent<<<blocks, 64>>>(data);
  return compare(to_host(data, n), want);
}
