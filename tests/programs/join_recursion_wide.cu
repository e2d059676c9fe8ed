// Recursion by every thread of a block, five levels deep, each thread joining: the nodes of a tree
// count those below them.
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'count', which is a child itself, wait for its children
#include "include/test.h"

__global__ void count(int depth, int *room, int *result) {
  int below = 0;
  if (depth > 0) {
    int size = 0; // numbers that a subtree needs
    for (int d = 0; d < depth; d++)
      size = 4 * size + 4;
    int *mine = room + threadIdx.x * size;
    count<<<1, 4>>>(depth - 1, mine + 4, mine);
    cudaDeviceSynchronize();
    for (int k = 0; k < 4; k++)
      below += mine[k];
  }
  result[threadIdx.x] = below + 1;
}

int main() {
  const int depth = 5;
  int size = 4, nodes = 1;
  for (int d = 0; d < depth; d++) {
    size = 4 * size + 4;
    nodes = 4 * nodes + 1;
  }
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, depth + 1);
  cudaGetLastError();
  allow_launches(4 * nodes);
  int *room = device_zeros<int>(size);
  count<<<1, 4>>>(depth, room + 4, room);
  return compare(to_host(room, 4), std::vector<int>(4, nodes));
}
