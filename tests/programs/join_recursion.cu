// A recursive sum: every kernel waits for its two children and adds what they found.
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'sum', which is a child itself, wait for its children
#include "include/test.h"

__global__ void sum(int node, int depth, const int *in, int *result) {
  if (depth == 0) {
    result[node] = in[node - (1 << 7)];
    return;
  }
  sum<<<1, 1>>>(2 * node, depth - 1, in, result);
  sum<<<1, 1>>>(2 * node + 1, depth - 1, in, result);
  cudaDeviceSynchronize();
  result[node] = result[2 * node] + result[2 * node + 1];
}

int main() {
  std::vector<int> in(128);
  int want = 0;
  for (int k = 0; k < 128; k++)
    want += in[k] = k * k;
  int *result = device_zeros<int>(256);
  sum<<<1, 1>>>(1, 7, to_device(in), result);
  return compare(std::vector<int>(1, to_host(result, 256)[1]), std::vector<int>(1, want));
}
