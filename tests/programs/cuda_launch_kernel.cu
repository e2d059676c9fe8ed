// The parent is launched by cudaLaunchKernel, by <<<>>>, and by cudaLaunchKernelEx.
#include "include/test.h"

__global__ void child(int n, int x, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 5 + x;
}
__global__ void parent(int n, unsigned *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
  if (i % 2)
    child<<<1, 16>>>(16, 7, data + i * n);
}
template <class T, int N> __global__ void instance(T n, unsigned *data) {
  child<<<N, 35>>>(n, threadIdx.x, data + threadIdx.x * n);
}

int main() {
  int parents = 60, n = 70;
  unsigned *data = device_zeros<unsigned>(parents * n);
  void *args[] = {&n, &data};
  CHECK(cudaLaunchKernel((const void *)parent, dim3(2), dim3(parents / 2), args, 0, 0));
  parent<<<2, parents / 2>>>(n, data);
  CHECK(cudaLaunchKernel((void *)&parent, dim3(3), dim3(parents / 3), args, 0, 0));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(5);
  config.blockDim = dim3(parents / 5);
  CHECK(cudaLaunchKernelEx(&config, parent, n, data));
  // What is known of an instance's address is no more than what it is taken with.
  CHECK(cudaLaunchKernel((const void *)instance<int, 2>, dim3(1), dim3(parents), args, 0, 0));
  std::vector<unsigned> want(parents * n);
  for (int k = 0; k < parents * n; k++)
    for (int round = 0; round < 4; round++) {
      want[k] = want[k] * 5 + k / n;
      if (k / n % 2 && k % n < 16)
        want[k] = want[k] * 5 + 7;
    }
  for (int k = 0; k < parents * n; k++)
    want[k] = want[k] * 5 + k / n;
  return compare(to_host(data, want.size()), want);
}
