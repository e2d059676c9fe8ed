// Children some of whose blocks take hundreds of times as long as others, and stand together: squares of a picture of a Collatz-like count, filled, divided or
// counted point by point. Shares of such work are claimed as there is time, in one batch (`divide`) and in rounds (`descend`).
// REMARK-t1: launch of 'count_points': t1
// REMARK-t1: launch of 'descend': t1
#include "include/test.h"

constexpr int width = 512;

__host__ __device__ int steps(int x, int y) { // far from (100, 300) next to none
  const int dx = x - 100, dy = y - 300, near = 60 * 60 - dx * dx - dy * dy;
  int n = 0;
  for (unsigned v = near > 0 ? unsigned(near) * 7 + 27 : 1; v != 1 && n < 400; n++)
    v = v % 2 ? 3 * v + 1 : v / 2;
  return n;
}
__global__ void fill(int *out, int x0, int y0, int d, int value) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < d)
    out[(y0 + y) * width + x0 + x] = value;
}
__global__ void count_points(int *out, int x0, int y0, int d) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < d)
    out[(y0 + y) * width + x0 + x] = steps(x0 + x, y0 + y);
}
__device__ bool is_far(int x0, int y0, int d) {
  const int cx = min(max(100, x0), x0 + d - 1) - 100, cy = min(max(300, y0), y0 + d - 1) - 300;
  return cx * cx + cy * cy >= 60 * 60;
}

__global__ void divide(int *out, int d) {
  const int x0 = blockIdx.x * d, y0 = blockIdx.y * d;
  if (threadIdx.x == 0) {
    if (is_far(x0, y0, d))
      fill<<<dim3((d + 31) / 32, d), 32>>>(out, x0, y0, d, 0);
    else
      count_points<<<dim3((d + 31) / 32, d), 32>>>(out, x0, y0, d);
  }
}
// The same, with blocks that meet: the threads of a block look at the square's rows together.
__global__ void descend(int *out, int x0, int y0, int d) {
  __shared__ int far;
  x0 += blockIdx.x * d;
  y0 += blockIdx.y * d;
  if (threadIdx.x == 0)
    far = 0;
  __syncthreads();
  for (int y = threadIdx.x; y < d; y += blockDim.x)
    atomicAdd(&far, is_far(x0, y0 + y, 1) && is_far(x0, y0, d));
  __syncthreads();
  if (threadIdx.x)
    return;
  if (far)
    fill<<<dim3((d + 31) / 32, d), 32>>>(out, x0, y0, d, 0);
  else if (d > 16)
    descend<<<dim3(2, 2), 64>>>(out, x0, y0, d / 2);
  else
    count_points<<<dim3((d + 31) / 32, d), 32>>>(out, x0, y0, d);
}

static bool is_right(const int *out) {
  const std::vector<int> got = to_host(out, width * width);
  for (int i = 0; i < width * width; i++)
    if (got[i] != steps(i % width, i / width))
      return false;
  return true;
}

int main() {
  bool ok = true;
  for (int round = 0; round < 2; round++) {
    int *out = to_device(std::vector<int>(width * width, -1));
    divide<<<dim3(16, 16), 32>>>(out, 32);
    ok &= is_right(out);
    out = to_device(std::vector<int>(width * width, -1));
    descend<<<dim3(4, 4), 64>>>(out, 0, 0, 128);
    ok &= is_right(out);
  }
  return verdict(ok, "some points are wrong");
}
