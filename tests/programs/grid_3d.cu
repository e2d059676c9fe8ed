// Three-dimensional children: every block and thread index, and the sizes, come out right.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(dim3 grid, dim3 block, int *count, int *wrong) {
  int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  bool ok = blockIdx.x < grid.x && blockIdx.y < grid.y && blockIdx.z < grid.z &&
            threadIdx.x < block.x && threadIdx.y < block.y && threadIdx.z < block.z &&
            gridDim.x == grid.x && gridDim.y == grid.y && gridDim.z == grid.z &&
            blockDim.x == block.x && blockDim.y == block.y && blockDim.z == block.z;
  if (!ok)
    atomicAdd(wrong, 1);
  atomicAdd(&count[b * (blockDim.x * blockDim.y * blockDim.z) + t], 1);
}

__global__ void parent(int *count, int *wrong) {
  int i = threadIdx.x;
  dim3 grid(1 + i % 3, 1 + i % 4, 1 + i % 2), block(2 + i, 3, 1 + i % 5);
  child<<<grid, block>>>(grid, block, count + i * 10000, wrong);
}

int main() {
  const int n = 24;
  int *count = device_zeros<int>(n * 10000 + 1);
  parent<<<1, n>>>(count, count + n * 10000);
  std::vector<int> want(n * 10000 + 1);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < (1 + i % 3) * (1 + i % 4) * (1 + i % 2) * (2 + i) * 3 * (1 + i % 5); k++)
      want[i * 10000 + k] = 1;
  return compare(to_host(count, want.size()), want);
}
