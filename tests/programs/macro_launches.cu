// Launches in the bodies of macros, on the device and on the host: arguments of any number, by other macros, with names pasted together and made strings, over
// several lines, with the check behind them; kernels that a macro defines, launches included; what cannot be told from the text stays.
// REMARK-t1: macro_launches.cu:.*launch of 'add': t1;
// REMARK-t1: macro_launches.cu:.*launch of 'twice(<int>)?': t1;
// REMARK-t1: macro_launches.cu:.*launch of 'flip_kernel': t1;
// REMARK-t1: launchers.cuh:.*launch of 'raise': t1;
// REMARK-t1: macro_launches.cu:67:5: .*launch of 'add': t1;
// REMARK-t1: macro_launches.cu:77:28: .*launch of 'add': t1;
// REMARK-t1: launch of 'add': kept: the launch is written inside a macro
// REMARK-block: launch of 'flip_kernel': block
#include "include/test.h"
#include "include/launchers.cuh"
#include <cstring>

#define LAUNCH(kernel, n, ...) kernel<<<((n) + 31) / 32, 32>>>(n, ##__VA_ARGS__)
#define LAUNCH_ON(stream, kernel, n, rest...) kernel<<<((n) + 31) / 32, 32, 0, stream>>>(n, rest)
#define CHECKED(kernel, n, ...)                                                                    \
  do {                                                                                             \
    LAUNCH(kernel, n, __VA_ARGS__); /* one of its own */                                           \
    if (cudaGetLastError() != cudaSuccess)                                                         \
      *failed = sizeof #kernel;                                                                    \
  } while (0)
#define CALL(name, n, x, data) name##_kernel<<<1, n>>>(n, x, data)
#define STEP add<<<1, 8>>>(8, 1, row)
#define STEPS STEP; STEP
#define SIZED(kernel, block, n, ...) kernel<<<((n) + (block) - 1) / (block), block>>>(n, __VA_ARGS__)
#define SMALL(n, x, data) SIZED(add, 8, n, x, data)
#define DEFINE_PAIR(name, op)                                                                      \
  __global__ void name##_kernel(int n, int x, int *data) {                                         \
    int j = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (j < n)                                                                                     \
      data[j] op x;                                                                                \
  }                                                                                                \
  __global__ void name##_rows(int rows, int n, int x, int *data) {                                 \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (i < rows)                                                                                  \
      name##_kernel<<<1, n>>>(n, x + i, data + i * n);                                             \
  }
#define RUN(what) what; nothing()
#define LEAVE(n, x, data) RUN(LAUNCH(add, n, x, data)) // its commas are none of RUN's
#define MINUS -x
#define NEGATED(n, x, data) add<<<1, n>>>(n, -MINUS, data)
#define STRANGE(n, x, data) add<<<1, n>>>(n, x, data)
#pragma push_macro("STRANGE")
#undef STRANGE
#define STRANGE(n, x, data) add<<<1, n>>>(n, x + 1, data)
#pragma pop_macro("STRANGE")

__global__ void add(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}
template <class T> __global__ void twice(int n, T *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] *= 2;
}
__global__ void twice_all(int n) {}
DEFINE_PAIR(flip, ^=)

__global__ void parent(int n, int *data, int *failed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *row = data + i * n, x = -i;
  LAUNCH(add, n, i, row);
  if (i % 2)
    CHECKED(add, n / 2, 100,
            row); // its two arguments, as a comma
  CALL(flip, n, 0x5555, row);
  LAUNCH(twice<int>, n, row);
  SMALL(n, MINUS, // by name
        row);
  STEPS;
  raise_all(row, n, 3);
  LAUNCH_ON(0, add, n, (i > 1, 7), row);
  NEGATED(n, x, row);
  if (i == 3) { int y = 0; LAUNCH(add, n, y += 2, row); }
  LAUNCH(twice_all, n);
}
__device__ void nothing() {}
__global__ void plain_parent(int n, int *data, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
    STRANGE(n, 5, data + i * n);
  if (i < rows) {
    LEAVE(n, 2, data + i * n);
  }
}

int main() {
  const int rows = 64, n = 100;
  int *data = device_zeros<int>(rows * n), *failed = device_zeros<int>(1);
  std::vector<int> want(rows * n);
  for (int k = 0; k < rows * n; k++) {
    const int i = k / n, j = k % n;
    int v = (i + (i % 2 && j < n / 2 ? 100 : 0)) ^ 0x5555;
    v = v * 2 + i + (j < 8 ? 2 : 0) + 3 + 7 - i + (i == 3 ? 2 : 0);
    want[k] = (v ^ (9 + i)) + 7;
  }
  HEADER_LAUNCH(parent, rows, n, data, failed);
  LAUNCH(flip_rows, rows, n, 9, data);
  LAUNCH(plain_parent, n, data, rows);
  if (to_host(failed, 1)[0]) {
    puts("FAIL: a launch failed");
    return 1;
  }
  return compare(to_host(data, want.size()), want);
}
