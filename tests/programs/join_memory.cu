// A join waits for memory operations that are ordered behind children, too.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}
__global__ void parent(int n, int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *a = data + 2 * i * n, *b = a + n;
  child<<<(n + 31) / 32, 32>>>(n, i, a);
  cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  child<<<(n + 31) / 32, 32>>>(n, 7, a);
  cudaMemsetAsync(a, 0, n / 2 * sizeof(int), 0);
  cudaDeviceSynchronize();
  for (int j = 0; j < n; j++)
    out[i] += a[j] * 1000 + b[j];
}

int main() {
  const int parents = 40, n = 60;
  int *data = device_zeros<int>(parents * 2 * n), *out = device_zeros<int>(parents);
  std::vector<int> want;
  for (int i = 0; i < parents; i++)
    want.push_back((i + 7) * (n / 2) * 1000 + i * n);
  parent<<<2, parents / 2>>>(n, data, out);
  return compare(to_host(out, parents), want);
}
