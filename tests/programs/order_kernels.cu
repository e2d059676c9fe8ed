// Order holds across different kernels: count, scan, scatter.
// REMARK-t1: launch of 'count': t1
// REMARK-block: launch of 'count': block
// REMARK-grid: launch of 'count': grid
// REMARK-t1: launch of 'scan': t1
// REMARK-t1: launch of 'scatter': t1
// REMARK-t4: launch of 'count': t4
// REMARK-t4: launch of 'scan': t4
// REMARK-t4: launch of 'scatter': t4
#include "include/test.h"

__global__ void count(int n, const int *keys, int *bins) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    atomicAdd(&bins[keys[j]], 1);
}
__global__ void scan(int bins, int *counts) {
  for (int b = 0, sum = 0; b < bins; b++) {
    int c = counts[b];
    counts[b] = sum;
    sum += c;
  }
}
__global__ void scatter(int n, const int *keys, int *at, int *sorted) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    sorted[atomicAdd(&at[keys[j]], 1)] = keys[j];
}

__global__ void parent(int n, const int *keys, int *bins, int *sorted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  count<<<(n + 63) / 64, 64>>>(n, keys + i * n, bins + i * 16);
  scan<<<1, 1>>>(16, bins + i * 16);
  scatter<<<(n + 31) / 32, 32>>>(n, keys + i * n, bins + i * 16, sorted + i * n);
}

int main() {
  const int parents = 50, n = 500;
  std::vector<int> keys(parents * n), want;
  for (size_t k = 0; k < keys.size(); k++)
    keys[k] = (int)((unsigned)k * 2654435761u >> 28);
  want = keys;
  for (int p = 0; p < parents; p++) {
    int bin[16] = {}, at = p * n;
    for (int j = 0; j < n; j++)
      bin[keys[p * n + j]]++;
    for (int b = 0; b < 16; b++)
      while (bin[b]-- > 0)
        want[at++] = b;
  }
  int *dev = to_device(keys), *bins = device_zeros<int>(parents * 16),
      *sorted = device_zeros<int>(parents * n);
  parent<<<5, parents / 5>>>(n, dev, bins, sorted);
  return compare(to_host(sorted, want.size()), want);
}
