// A parent of large blocks, whose child takes so many registers that such blocks could not run it in place.
// STRATEGIES: keep t1 auto
// ENV: FL_CHOICE=t4
// ENV: FL_CHOICE=t1+t4
// REMARK-auto: launch of 'parent': what it launches is recorded .t1 or t2., run in place .t4., or either by its size
#include "../programs/include/test.h"

enum { width = 40 };
__host__ __device__ inline void mix(double *v, const double *w) {
#pragma unroll
  for (int r = 0; r < 5; r++)
#pragma unroll
    for (int k = 0; k < width; k++)
      v[k] = v[k * 7 % width] * w[k * 3 % width] + v[k];
}
__global__ void child(double *data, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  double v[width], w[width];
#pragma unroll
  for (int k = 0; k < width; k++)
    v[k] = data[k * n + t], w[k] = data[(width + k) * n + t];
  mix(v, w);
#pragma unroll
  for (int k = 0; k < width; k++)
    data[k * n + t] = v[k];
}
__global__ void parent(double *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 32>>>(data + size_t(i) * n * width * 2, n);
}

int main() {
  const int parents = 2048, n = 3;
  allow_launches(parents);
  std::vector<double> data(size_t(parents) * n * width * 2, 1), want = data;
  double *dev = to_device(data);
  double v[width], w[width];
  for (int k = 0; k < width; k++)
    v[k] = w[k] = 1;
  for (int again = 0; again < 2; again++) {
    parent<<<parents / 1024, 1024>>>(dev, n);
    CHECK(cudaGetLastError());
    mix(v, w);
  }
  for (size_t i = 0; i < want.size(); i++)
    if (i / n % (2 * width) < width)
      want[i] = v[i / n % (2 * width)];
  return compare(to_host(dev, want.size()), want);
}
