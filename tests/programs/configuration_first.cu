// A launch's configuration is evaluated before its arguments, whatever these change, or read of what it changes.
// REMARK-t1: launch of 'put': t1
// REMARK-t4: launch of 'put': t4
// REMARK-block: launch of 'put': block
#include "include/test.h"

const int ways = 17;

// Digits: argument, blocks, threads.
__global__ void put(int *p, int value) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *p = value * 100 + int(gridDim.x) * 10 + int(blockDim.x);
}

template <class T> __global__ void put_as(int *p, T value) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *p = int(value) * 100 + int(gridDim.x) * 10 + int(blockDim.x);
}

__device__ int change(int &n, int by) { return n += by; }

#define LAUNCH(kernel, n, ...) kernel<<<n, n>>>(__VA_ARGS__)
#define TWICE(n) put<<<n, n>>>(p + 3, n += 2)

struct sized {
  int blocks;
  __device__ int next() { return ++blocks; }
  __device__ void launch(int *p) { put<<<blocks, 1>>>(p, next()); }
};

// clang-format off
__global__ void parent(int *p) {
  int n = 3;
  put<<<n, n>>>(p, n--);                       // 333
  put<<<n, 1>>>(p + 1, ++n);                   // 321
  LAUNCH(put, n, p + 2, n = 1);                // 133
  TWICE(n);                                    // 311
  put_as<<<n, 2>>>(p + 4, change(n, -1));      // 232
  put_as<long><<<n,      // of both
                 n>>>(p + 5,
                      n++);                    // 222
  int a[2] = {1, 4};
  int i = 0;
  put<<<a[i], a[i + 1]>>>(p + 6, ++i);         // 114
  sized s{2};
  s.launch(p + 7);                             // 321
  [&] { put<<<i, n>>>(p + 8, i += 4); }();     // 513
  put<<<i, 1>>>(p + 9, (put<<<n, 1>>>(p + 10, n = 7), i = 6)); // 651, 731
  int *q = p + 11;
  put<<<*q + 2, 1>>>(q, *q = 9);               // 921
  n = 3;
  put<<<n++, 2>>>(p + 12, n);                  // 432
  put<<<1, (n -= 2, n + 1)>>>(p + 13, n);      // 213
  put<<<change(n, 2), 1>>>(p + 14, n);         // 441
  put_as<<<s.next(), 1>>>(p + 15, s.blocks);   // 441
  int &same = n;
  put<<<++n, 1>>>(p + 16, same);               // 551
}
// clang-format on

__global__ void top(int *p, int n) {
  if (blockIdx.x == 0)
    parent<<<n, 1>>>(p + (gridDim.x + 10 * blockDim.x) * ways);
}

int main() {
  int *p = device_zeros<int>(40 * ways);
  int n = 2;
  parent<<<n - 1, 1>>>(p + (n = 0));
  cudaStream_t streams[2];
  cudaStreamCreate(&streams[0]);
  streams[1] = nullptr;
  int i = 0;
  n = 3;
  top<<<n, n - 2, 0, streams[i]>>>(p, (i = 2, n = 1));
  cudaDeviceSynchronize();
  const std::vector<int> expected = {333, 321, 133, 311, 232, 222, 114, 321, 513, 651, 731, 921, 432, 213, 441, 441, 551};
  const std::vector<int> got = to_host(p, 40 * ways);
  std::vector<int> first(got.begin(), got.begin() + ways);
  std::vector<int> second(got.begin() + 13 * ways, got.begin() + 14 * ways);
  return compare(first, expected) || compare(second, expected);
}
