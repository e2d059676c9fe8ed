#include "fill.h"

__global__ void square(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= data[i];
}

__global__ void square_all(int *data, int n) {
  if (threadIdx.x == 0 && n > 0)
    square<<<(n + 31) / 32, 32>>>(data, n);
}

int main() {
  const int n = 1000;
  int *data, host[n];
  cudaMalloc(&data, sizeof host);
  fill(data, n);
  square_all<<<1, 1>>>(data, n);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < n; i++)
    ok = ok && host[i] == i * i;
  report("cmake project", ok);
  return !ok;
}
