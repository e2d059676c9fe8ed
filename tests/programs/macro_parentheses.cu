// Launches as arguments of macros: in parentheses of their own, for the commas of a configuration, or where the macro takes any number of arguments.
// REMARK-t1: :[0-9]+:[0-9]+: remark: launch of 'add': t1;
// REMARK-t1: remark: launch of 'mark': t1;
// REMARK-t1: remark: launch of 'put<int>': t1;
#include "include/test.h"
#define TRY(x)                                                                                     \
  do {                                                                                             \
    x;                                                                                             \
    if (cudaGetLastError() != cudaSuccess)                                                         \
      printf("FAIL: " #x "\n");                                                                    \
  } while (0)
#define TRY_ALL(...)                                                                               \
  do {                                                                                             \
    __VA_ARGS__;                                                                                   \
  } while (0)
#define WHEN(condition, what)                                                                      \
  if (condition)                                                                                   \
  what
#define BLOCKS(n, size) (((n) + (size)-1) / (size))
static const int parents = 50, n = 40;
__global__ void add(int *x, int by, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    x[i] += by;
}
__global__ void mark(int *x) { x[threadIdx.x + blockIdx.x * blockDim.x] += 1000; }
template <class T> __global__ void put(T *x, int count) {
  if (int(threadIdx.x) < count)
    atomicAdd(&x[threadIdx.x], T(5));
}
__global__ void parent(int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= parents)
    return;
  TRY((add<<<BLOCKS(n, 16), 16>>>(x + i * n, i, n)));
  TRY_ALL((add<<<BLOCKS(n, 32), dim3(32)>>>(x + i * n, 1, n)));
  TRY_ALL(add<<<BLOCKS(n, 32), 32>>>(x + i * n, 1, n));
  WHEN(i % 2 == 0, (mark<<<n / 8, 8>>>(x + i * n)));
  TRY((put<int><<<1, n>>>(x + i * n, n)));
}
int main() {
  int *x = device_zeros<int>(parents * n);
  allow_launches(8192);
  TRY((parent<<<BLOCKS(parents, 32), 32>>>(x)));
  std::vector<int> got = to_host(x, parents * n);
  for (int i = 0; i < parents * n; i++)
    if (got[i] != i / n + 7 + (i / n % 2 ? 0 : 1000))
      return printf("FAIL: %d: %d\n", i, got[i]), 1;
  puts("PASS");
}
