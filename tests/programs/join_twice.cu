// Two joins with different children between them; how large the second child is, the first has found
// out.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void measure(int x, int *size) { atomicAdd(size, x % 5 + (threadIdx.x % 2)); }
__global__ void fill(int x, int *data) { data[threadIdx.x] = x + threadIdx.x; }

__global__ void parent(int *sizes, int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  measure<<<1, 10>>>(i, sizes + i);
  cudaDeviceSynchronize();
  const int n = sizes[i];
  fill<<<1, n>>>(i, data + i * 45);
  cudaDeviceSynchronize();
  for (int k = 0; k < n; k++)
    out[i] += data[i * 45 + k];
}

int main() {
  const int parents = 100;
  int *sizes = device_zeros<int>(2 * parents), *data = device_zeros<int>(parents * 45);
  std::vector<int> want;
  for (int i = 0; i < parents; i++) {
    int n = i % 5 * 10 + 5;
    want.push_back(n * i + n * (n - 1) / 2);
  }
  parent<<<5, parents / 5>>>(sizes, data, sizes + parents);
  return compare(to_host(sizes + parents, parents), want);
}
