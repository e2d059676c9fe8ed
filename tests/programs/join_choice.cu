// Parents whose threads wait, launched often and in many shapes: auto chooses between the fused engine and blocks that run their own children.
// STRATEGIES: keep t1 t3 t4 auto
// TARGET-keep: cpu
// ENV: FL_CHOICE=t3
// ENV: FL_CHOICE=t1
// ENV: FL_LOG=2
// REMARK-auto: launch of 'joined': what it launches is run by the fused engine .t1 or t2., by the block that launched it .t3., or in place .t4., chosen at run time
#include "include/test.h"

__global__ void add(int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, i);
}
// Each thread reads what its children have added up, and has them add as much again.
__global__ void joined(int n, const int *want, int *sum, int *seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int round = 0; round < 2; round++) {
    add<<<(want[i] + 63) / 64, 64>>>(&sum[i], want[i]);
    cudaDeviceSynchronize();
    seen[2 * i + round] = *(volatile int *)&sum[i];
  }
}

int main() {
  const int most = 700;
  allow_launches(2 * most);
  int wrong = 0;
  for (int launch = 0; launch < 40; launch++) {
    const int block = 1 << launch % 8, n = 1 + 97 * launch % most;
    std::vector<int> want, expected;
    for (int i = 0; i < n; i++) {
      want.push_back(launch % 5 == 0 && i == n / 2 ? 5000 : 1 + (i * 7 + launch) % 40);
      expected.push_back(want[i] * (want[i] - 1) / 2);
      expected.push_back(want[i] * (want[i] - 1));
    }
    int *on_device = to_device(want), *sum = device_zeros<int>(n), *seen = device_zeros<int>(2 * n);
    joined<<<(n + block - 1) / block, block>>>(n, on_device, sum, seen);
    wrong |= compare(to_host(seen, 2 * n), expected);
    cudaFree(on_device);
    cudaFree(sum);
    cudaFree(seen);
  }
  return wrong;
}
