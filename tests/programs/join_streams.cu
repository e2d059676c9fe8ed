// Two chains of children in two created streams; one join waits for both.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void step(int n, int k, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 5 + k;
}
__global__ void parent(int n, unsigned *data, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *a = data + 2 * i * n, *b = a + n;
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  for (int k = 0; k < 6; k++) {
    step<<<(n + 31) / 32, 32, 0, s>>>(n, k, a);
    if (k < 4)
      step<<<(n + 63) / 64, 64, 0, t>>>(n, 2 * k, b);
  }
  cudaDeviceSynchronize();
  for (int j = 0; j < n; j++)
    out[i] += a[j] + b[j];
  // The streams can still be used.
  step<<<(n + 31) / 32, 32, 0, t>>>(n, i, a);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaDeviceSynchronize();
  out[i] += a[n - 1];
}

int main() {
  const int parents = 30, n = 90;
  unsigned *data = device_zeros<unsigned>(parents * 2 * n);
  unsigned *out = device_zeros<unsigned>(parents);
  unsigned a = 0, b = 0;
  for (int k = 0; k < 6; k++) {
    a = a * 5 + k;
    b = k < 4 ? b * 5 + 2 * k : b;
  }
  std::vector<unsigned> want;
  for (int i = 0; i < parents; i++)
    want.push_back(n * (a + b) + a * 5 + i);
  parent<<<3, parents / 3>>>(n, data, out);
  return compare(to_host(out, parents), want);
}
