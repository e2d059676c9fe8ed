// Launches in the bodies of macros whose brackets a formatter has parted.
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

// clang-format off
#define LAUNCH(kernel, blocks, threads, ...) kernel << < blocks, threads >> > (__VA_ARGS__)
#define LAUNCH_ALL(kernel, n, ...) do {                                                            \
    kernel << < ((n) + 31) / 32,                                                                   \
      32, 0 >>	> (__VA_ARGS__);                                                                    \
  } while (0)
#define SHIFTED(x) ((x) << 1 << (1 < 2) >> 1 > 2)
// clang-format on

__global__ void child(int n, int *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&p[i], 1 + SHIFTED(4));
}
__global__ void parent(int n, int *p) {
  if (threadIdx.x < 3)
    LAUNCH(child, 2, 40, n, p);
  else
    LAUNCH_ALL(child, n, n, p);
}

int main() {
  const int n = 70;
  int *p = device_zeros<int>(n);
  LAUNCH(parent, 2, 5, n, p);
  return compare(to_host(p, n), std::vector<int>(n, 2 * 5 * 2));
}
