// Launches, calls that launch, and stores that are written in a macro's argument.
#include "include/test.h"

#define WHEN(condition, ...)                                                                       \
  do {                                                                                             \
    if (condition) {                                                                               \
      __VA_ARGS__;                                                                                 \
    }                                                                                              \
  } while (0)
#define TWICE(x) ((x) + (x))
#define AGAIN(x)                                                                                   \
  do {                                                                                             \
    x;                                                                                             \
    x;                                                                                             \
  } while (0)
#define THREADS 32
#define BLOCKS(n) (((n) + THREADS - 1) / THREADS)

__device__ int seen;

__global__ void child(int n, int x, int *data) {
  AGAIN(seen = 1);
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}

__device__ void launch(int x, int *to) { child<<<1, 1>>>(1, x, to); }

__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  WHEN(i % 2 == 0, child<<<BLOCKS(n), THREADS>>>(n, i, data + i * n));
  WHEN(i % 3 == 0, child<<<1, 20>>>(20, TWICE(i), data + i * n));
  child<<<TWICE(1), TWICE(4)>>>(TWICE(8), TWICE(i) + 1, data + i * n);
  AGAIN(launch(i, data + i * n + 90));
}

int main() {
  const int parents = 40, n = 100;
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++) {
    int i = k / n, j = k % n;
    want.push_back((i % 2 ? 0 : i) + (i % 3 == 0 && j < 20 ? 2 * i : 0) + (j < 16 ? 2 * i + 1 : 0) +
                   (j == 90 ? 2 * i : 0));
  }
  parent<<<2, parents / 2>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
