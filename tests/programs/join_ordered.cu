// Ordered launches of different kernels, and one join behind them all.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void spread(int n, const unsigned *from, unsigned *to) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    to[j] = from[j] * 3 + from[(j + 1) % n];
}
__global__ void turn(int n, const unsigned *from, unsigned *to) {
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    to[j] = from[n - 1 - j] + j;
}
__global__ void parent(int n, unsigned *data, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *a = data + 2 * i * n, *b = a + n;
  a[i % n] = i + 1;
  for (int k = 0; k < 5; k++) {
    spread<<<(n + 31) / 32, 32>>>(n, a, b);
    turn<<<1, 48>>>(n, b, a);
  }
  cudaDeviceSynchronize();
  for (int j = 0; j < n; j++)
    out[i] = out[i] * 31 + a[j];
}

int main() {
  const int parents = 40, n = 100;
  unsigned *data = device_zeros<unsigned>(parents * 2 * n);
  unsigned *out = device_zeros<unsigned>(parents);
  std::vector<unsigned> want(parents);
  for (int i = 0; i < parents; i++) {
    std::vector<unsigned> a(n), b(n);
    a[i % n] = i + 1;
    for (int k = 0; k < 5; k++) {
      for (int j = 0; j < n; j++)
        b[j] = a[j] * 3 + a[(j + 1) % n];
      for (int j = 0; j < n; j++)
        a[j] = b[n - 1 - j] + j;
    }
    for (unsigned v : a)
      want[i] = want[i] * 31 + v;
  }
  parent<<<2, parents / 2>>>(n, data, out);
  return compare(to_host(out, parents), want);
}
