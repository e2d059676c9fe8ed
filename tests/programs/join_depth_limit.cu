// Programs set the depth to which they join, and take a failure seriously.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int *p) { *p += 1; }
__global__ void parent(int *p) {
  int *mine = p + threadIdx.x;
  child<<<1, 1>>>(mine);
  cudaDeviceSynchronize();
  *mine *= 2;
}

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2));
  CHECK(::cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  int *p = device_zeros<int>(32);
  parent<<<1, 32>>>(p);
  return compare(to_host(p, 32), std::vector<int>(32, 2));
}
