// Joins where nothing has been launched: at the start, in the threads that have no work, and a second
// time in a row.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int *at) { *at += 10; }

__global__ void parent(int *data, int *errors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int failed = cudaDeviceSynchronize() != cudaSuccess;
  if (i % 3 == 0)
    child<<<1, 1>>>(data + i);
  failed += cudaDeviceSynchronize() != cudaSuccess;
  if (i % 3 == 0)
    data[i] *= 2;
  failed += cudaDeviceSynchronize() != cudaSuccess;
  errors[i] = failed;
}
__global__ void never_launches(int *errors) {
  if (cudaDeviceSynchronize() != cudaSuccess)
    *errors = 1;
}

int main() {
  const int n = 90;
  int *data = device_zeros<int>(2 * n + 1);
  std::vector<int> want(2 * n + 1);
  for (int i = 0; i < n; i += 3)
    want[i] = 20;
  parent<<<3, n / 3>>>(data, data + n);
  never_launches<<<5, 33>>>(data + 2 * n);
  return compare(to_host(data, want.size()), want);
}
