// Joins in a recursion 20 deep: CUDA allowed 24.
// STRATEGIES: keep t1 t3 mega auto
// TARGET-keep: cpu
// TARGET-t3: cpu
#include "include/test.h"

__global__ void down(int *done, int depth, int most, int *wrong) {
  if (depth < most) {
    down<<<1, 1>>>(done, depth + 1, most, wrong);
    cudaDeviceSynchronize();
    if (!*(volatile int *)&done[depth + 1])
      atomicAdd(wrong, 1);
  }
  done[depth] = 1;
}

int main() {
  const int most = 20;
  int *done = device_zeros<int>(most + 1), *wrong = device_zeros<int>(1);
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 24);
  cudaGetLastError();
  down<<<1, 1>>>(done, 0, most, wrong);
  bool ok = to_host(wrong, 1)[0] == 0;
  for (int v : to_host(done, most + 1))
    ok &= v == 1;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
