// Joins that stand in functions of the program's own, two deep, and apart from the launches.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int x, int *at) { at[threadIdx.x] = x + threadIdx.x; }

__device__ cudaError_t wait_for_children() { return cudaDeviceSynchronize(); }
struct Device {
  static __device__ __forceinline__ bool finish() { return wait_for_children() == cudaSuccess; }
};
__device__ void start(int x, int *at) { child<<<1, 40>>>(x, at); }

__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *mine = data + i * 40;
  start(i, mine);
  if (wait_for_children() == cudaSuccess)
    out[i] = mine[39];
  start(out[i], mine);
  if (Device::finish())
    out[i] += mine[1];
}

int main() {
  const int parents = 60;
  int *data = device_zeros<int>(parents * 41);
  std::vector<int> want;
  for (int i = 0; i < parents; i++)
    want.push_back(2 * (i + 39) + 1);
  parent<<<2, parents / 2>>>(data, data + parents * 40);
  return compare(to_host(data + parents * 40, parents), want);
}
