// Parents are launched through function pointers, out of a table and as a template argument.
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}
__global__ void once(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
}
__global__ void twice(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 2; k++)
    child<<<(n + 31) / 32, 32>>>(n, 100, data + i * n);
}

typedef void (*Parent)(int, int *);
template <Parent P> static void launch(int parents, int n, int *data) {
  P<<<2, parents / 2>>>(n, data);
}

int main() {
  const int parents = 40, n = 50;
  int *data = device_zeros<int>(parents * n);
  const Parent table[] = {once, &twice, once};
  for (Parent p : table)
    p<<<2, parents / 2>>>(n, data);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(parents / 2);
  for (Parent p : table)
    CHECK(cudaLaunchKernelEx(&config, p, n, data));
  launch<twice>(parents, n, data);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back(4 * (k / n) + 600);
  return compare(to_host(data, want.size()), want);
}
