// Structured bindings whose initialisers ask for the block, launch by way of a function, live across barriers, or bind references; constants of a body's own.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'meets': t1
// REMARK-t1: launch of 'looks': t1
// REMARK-t4: launch of 'child': t4
// REMARK-t4: launch of 'looks': t4
// REMARK-grid: launch of 'meets': grid
#include "include/test.h"

struct Place {
  int thread, block;
};
__device__ Place place() { return Place{int(threadIdx.x), int(blockIdx.x)}; }

__global__ void child(int *p, Place of, int n) {
  const auto [t, b] = place();
  auto &[thread, block] = of;
  thread += t;
  if (int i = t + b * int(blockDim.x); i < n)
    p[i] += of.thread * 100 + block;
}
__global__ void meets(int *p) {
  __shared__ int side[32];
  auto [t, b] = place();
  side[t] = t * 3 + b;
  __syncthreads();
  const auto [back, same] = Place{31 - t, b};
  p[t + 32 * same] += side[back];
}
__global__ void looks(int *p) {
  static constexpr int step[4] = {1, 10, 100, 1000};
  static const unsigned char code[2][2] = {{1, 2}, {3, 4}};
  p[threadIdx.x] += step[threadIdx.x % 4] + code[threadIdx.x / 2 % 2][threadIdx.x % 2];
}
__global__ void parent(int *p, int n) {
  auto [i, b] = place();
  i += b * blockDim.x;
  if (i >= n)
    return;
  int *at = p + 64 * i, sizes[2] = {i, i + 7};
  auto &[few, many] = sizes;
  few += 2;
  if (i % 3 == 0)
    child<<<2, 32>>>(at, Place{few, many}, sizes[0]);
  else if (i % 3 == 1)
    meets<<<2, 32>>>(at);
  else
    looks<<<1, many>>>(at);
}

int main() {
  const int n = 50;
  int *p = device_zeros<int>(n * 64);
  parent<<<2, 30>>>(p, n);
  std::vector<int> want(n * 64);
  const int step[] = {1, 10, 100, 1000};
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 64; j++)
      want[i * 64 + j] = i % 3 == 0   ? (j < i + 2 ? (i + 2 + j % 32) * 100 + i + 7 : 0)
                         : i % 3 == 1 ? (31 - j % 32) * 3 + j / 32
                         : j < i + 7  ? step[j % 4] + j % 4 + 1
                                      : 0;
  return compare(to_host(p, want.size()), want);
}
