// Binary recursion ten levels deep, where every kernel waits for the two that it has launched: each
// node has the height and the sum of its subtree.
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'visit', which is a child itself, wait for its children
#include "include/test.h"

constexpr int depth = 10;

__global__ void visit(int node, int *height, int *sum) {
  if (node >= 1 << depth) {
    height[node] = 0;
    sum[node] = node;
    return;
  }
  visit<<<1, 1>>>(2 * node, height, sum);
  visit<<<1, 1>>>(2 * node + 1, height, sum);
  cudaDeviceSynchronize();
  height[node] =
      1 + (height[2 * node] < height[2 * node + 1] ? height[2 * node] : height[2 * node + 1]);
  sum[node] = node + sum[2 * node] + sum[2 * node + 1];
}

int main() {
  const int n = 2 << depth;
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, depth + 1);
  cudaGetLastError();
  allow_launches(n);
  int *height = device_zeros<int>(2 * n);
  std::vector<int> want(2 * n);
  for (int node = n - 1; node > 0; node--) {
    bool leaf = node >= 1 << depth;
    want[node] = leaf ? 0 : 1 + want[2 * node];
    want[n + node] = node + (leaf ? 0 : want[n + 2 * node] + want[n + 2 * node + 1]);
  }
  visit<<<1, 1>>>(1, height, height + n);
  return compare(to_host(height, 2 * n), want);
}
