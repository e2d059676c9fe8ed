// cudaMalloc and cudaFree on the device, in the parent and in a child; the host's later launch
// frees the rest.
// REMARK-t1: launch of 'fill': t1
// REMARK-block: launch of 'fill': block
// REMARK-grid: launch of 'fill': grid
// REMARK-t1: launch of 'take': t1
#include "include/test.h"

__global__ void fill(int n, int x, int *p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    p[j] = j * x;
}
__global__ void take(int n, int *p, int *out) {
  int *copy = nullptr;
  if (cudaMalloc((void **)&copy, n * sizeof(int)) != cudaSuccess)
    return;
  int sum = 0;
  for (int j = 0; j < n; j++)
    sum += copy[j] = p[j] + 1;
  cudaFree(copy);
  *out = sum;
}

__global__ void parent(int **kept, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = 1 + i;
  if (cudaMalloc((void **)&kept[i], n * sizeof(int)) != cudaSuccess)
    return;
  fill<<<(n + 31) / 32, 32>>>(n, i, kept[i]);
  take<<<1, 1>>>(n, kept[i], out + i);
}
__global__ void release(int **kept, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += kept[i][i];
  if (cudaFree(kept[i]) != cudaSuccess)
    out[i] = -1;
}

int main() {
  const int parents = 60;
  int **kept = device_zeros<int *>(parents), *out = device_zeros<int>(parents);
  std::vector<int> want;
  for (int i = 0; i < parents; i++)
    want.push_back(i * (i + 1) / 2 * i + i + 1 + i * i);
  parent<<<2, parents / 2>>>(kept, out);
  release<<<2, parents / 2>>>(kept, out);
  return compare(to_host(out, parents), want);
}
