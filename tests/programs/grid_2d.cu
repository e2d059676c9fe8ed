// Two-dimensional children, configured by dim3 locals that are changed before the launch.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int w, int h, int pitch, int *image) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    image[y * pitch + x] += 1 + gridDim.y * 100 + blockDim.x;
}

__global__ void parent(int pitch, int *images) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, w = 1 + i * 3, h = 70 - i;
  dim3 block(16, 4), grid((w + block.x - 1) / block.x, 1);
  grid.y = (h + block.y - 1) / block.y;
  if (i & 1) {
    block = dim3(8, 8);
    grid = dim3((w + 7) / 8, (h + 7) / 8);
  }
  child<<<grid, block>>>(w, h, pitch, images + i * pitch * 70);
}

int main() {
  const int n = 32, pitch = 100;
  int *images = device_zeros<int>(n * pitch * 70);
  parent<<<2, 16>>>(pitch, images);
  std::vector<int> want(n * pitch * 70);
  for (int i = 0; i < n; i++)
    for (int y = 0; y < 70 - i; y++)
      for (int x = 0; x < 1 + i * 3; x++) {
        int b = i & 1 ? 8 : 4;
        want[(i * 70 + y) * pitch + x] = 1 + (70 - i + b - 1) / b * 100 + (i & 1 ? 8 : 16);
      }
  return compare(to_host(images, want.size()), want);
}
