// Threads that launch nothing record that, and there are as many records as blocks: every other thread launches two.
// FLAGS: --fl-no-sparse-scan
// STRATEGIES: keep t1 warp block multiblock grid auto
#include "include/test.h"

__global__ void child(int n, int x, int *out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    atomicAdd(out + j, x + blockIdx.x);
}
__global__ void parent(int lists, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < lists && i % 2 == 0)
    child<<<2, 32>>>(50, i + 1, out + 50 * i);
}

int main() {
  const int lists = 2 * 64 * 9;
  allow_launches(lists);
  std::vector<int> want(lists * 50);
  for (int i = 0; i < lists; i += 2)
    for (int j = 0; j < 50; j++)
      want[i * 50 + j] = i + 1 + j / 32;
  int *out = device_zeros<int>(want.size());
  parent<<<lists / 64, 64>>>(lists, out);
  return compare(to_host(out, want.size()), want);
}
