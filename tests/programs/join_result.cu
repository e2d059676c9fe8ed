// What a join returns is used: kept, compared, returned, thrown away, and as a loop's condition.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int x, int *at) { atomicAdd(at, x); }

__device__ cudaError_t add(int x, int *at) {
  child<<<1, 2>>>(x, at);
  return cudaDeviceSynchronize();
}
__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, *mine = data + i;
  child<<<1, 2>>>(1, mine);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    printf("join: %s\n", cudaGetErrorString(error));
    return;
  }
  out[i] = *mine;
  child<<<1, 2>>>(10, mine);
  if (cudaSuccess != cudaDeviceSynchronize())
    return;
  out[i] += *mine;
  child<<<1, 2>>>(100, mine);
  (void)cudaDeviceSynchronize();
  out[i] += *mine;
  child<<<1, 2>>>(1000, mine);
  out[i] += cudaDeviceSynchronize() == cudaSuccess ? *mine : -1;
  for (int k = 0; k < 3 && add(10000, mine) == cudaSuccess; k++)
    out[i] += *mine;
}

int main() {
  const int n = 60;
  int *data = device_zeros<int>(2 * n);
  int want = 0, sum = 0;
  for (int x : {1, 10, 100, 1000, 10000, 10000, 10000})
    want += sum += 2 * x;
  parent<<<2, n / 2>>>(data, data + n);
  return compare(to_host(data + n, n), std::vector<int>(n, want));
}
