// What a parent has read before a join, it reads afresh behind it: its own variable, one that it read
// through another pointer, and a global.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__device__ int global;

__global__ void child(int *at, int *other) {
  *at += 1;
  *other += 2;
  atomicAdd(&global, 1);
}
__global__ void parent(int *data, const int *other, int *alias, int *out) {
  int i = threadIdx.x, sum = 0, before = global;
  __syncthreads(); // no child runs yet
  data[i] = i;
  sum += data[i] + other[i];
  for (int k = 0; k < 3; k++) {
    child<<<1, 1>>>(data + i, alias + i);
    cudaDeviceSynchronize();
    sum = sum * 2 + data[i] + other[i];
  }
  __syncthreads();
  out[i] = sum + 1000000 * (global - before);
}

int main() {
  const int n = 50;
  int *data = device_zeros<int>(3 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++) {
    int sum = i;
    for (int k = 1; k <= 3; k++)
      sum = sum * 2 + i + 3 * k;
    want.push_back(sum + 1000000 * 3 * n);
  }
  parent<<<1, n>>>(data, data + n, data + n, data + 2 * n);
  return compare(to_host(data + 2 * n, n), want);
}
