// Two-dimensional grids and blocks of parents and children, with joins.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int width, int height, int x, int *image) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < height && j < width)
    image[i * width + j] = x + i * 100 + j * 3;
}
__global__ void parent(int width, int height, int *images, int *out) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int me = i * gridDim.x * blockDim.x + j;
  int *image = images + me * width * height;
  dim3 block(8, 4), grid((width + 7) / 8, (height + 3) / 4);
  child<<<grid, block>>>(width, height, me, image);
  cudaDeviceSynchronize();
  for (int k = 0; k < width * height; k++)
    out[me] += image[k];
}

int main() {
  const int n = 6 * 10, width = 19, height = 13;
  int *images = device_zeros<int>(n * width * height), *out = device_zeros<int>(n);
  std::vector<int> want(n);
  for (int me = 0; me < n; me++)
    for (int i = 0; i < height; i++)
      for (int j = 0; j < width; j++)
        want[me] += me + i * 100 + j * 3;
  parent<<<dim3(3, 2), dim3(2, 5)>>>(width, height, images, out);
  return compare(to_host(out, n), want);
}
