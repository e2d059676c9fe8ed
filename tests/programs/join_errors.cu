// A launch that CUDA rejects does not disturb the join behind it, which waits for those that are
// right and leaves the error for cudaGetLastError().
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int *at) { atomicAdd(at, 1); }

__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 8>>>(data + i);
  if (i % 3 == 0)
    child<<<0, 8>>>(data + i);
  else if (i % 3 == 1)
    child<<<1, 2000>>>(data + i);
  child<<<2, 8>>>(data + i);
  cudaError_t joined = cudaDeviceSynchronize();
  int seen = data[i];
  cudaError_t error = cudaGetLastError();
  out[i] = seen + 100 * error + 100000 * joined + 1000 * (cudaGetLastError() != cudaSuccess);
  // Nothing but a rejected launch
  if (i % 3 < 2) {
    child<<<1, 0>>>(data + i);
    out[i] += 100000 * cudaDeviceSynchronize();
  }
}

int main() {
  const int n = 60;
  int *data = device_zeros<int>(2 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    want.push_back(24 + (i % 3 == 2 ? 0 : 100 * cudaErrorInvalidConfiguration));
  parent<<<3, n / 3>>>(data, data + n);
  return compare(to_host(data + n, n), want);
}
