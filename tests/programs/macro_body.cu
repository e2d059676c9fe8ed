// Launches out of a macro's body, one of them with an error check around; a kernel defined by a
// macro.
#include "include/test.h"

#define LAUNCH(kernel, n, ...) kernel<<<((n) + 31) / 32, 32>>>(n, __VA_ARGS__)
#define CHECKED_LAUNCH(kernel, n, ...)                                                             \
  {                                                                                                \
    kernel<<<((n) + 63) / 64, 64>>>(n, __VA_ARGS__);                                               \
    if (cudaGetLastError() != cudaSuccess)                                                         \
      *failed = 1;                                                                                 \
  }
#define DEFINE_KERNEL(name, op)                                                                    \
  __global__ void name(int n, int x, int *data) {                                                  \
    int j = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (j < n)                                                                                     \
      data[j] op x;                                                                                \
  }

__global__ void add(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}
DEFINE_KERNEL(flip, ^=)

__global__ void parent(int n, int *data, int *failed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  LAUNCH(add, n, i, data + i * n);
  if (i % 2)
    CHECKED_LAUNCH(add, n / 2, 100, data + i * n);
  LAUNCH(flip, n, 0x5555, data + i * n);
  flip<<<1, 8>>>(8, 1, data + i * n);
}

int main() {
  const int parents = 40, n = 100;
  int *data = device_zeros<int>(parents * n + 1);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++) {
    int i = k / n, j = k % n;
    want.push_back(((i + (i % 2 && j < n / 2 ? 100 : 0)) ^ 0x5555) ^ (j < 8 ? 1 : 0));
  }
  want.push_back(0);
  parent<<<2, parents / 2>>>(n, data, data + parents * n);
  return compare(to_host(data, want.size()), want);
}
