// A function for host and device that waits: on the host for the device, in a kernel for children.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int x, int *at) { at[threadIdx.x] = x + threadIdx.x; }

__host__ __device__ inline bool wait() { return cudaDeviceSynchronize() == cudaSuccess; }

__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 30>>>(i, data + 30 * i);
  if (wait())
    out[i] = data[30 * i + 29];
}

int main() {
  const int n = 60;
  int *data = device_zeros<int>(31 * n);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    want.push_back(i + 29);
  parent<<<2, n / 2>>>(data, data + 30 * n);
  if (!wait())
    return verdict(false, "the host's wait failed");
  return compare(to_host(data + 30 * n, n), want);
}
