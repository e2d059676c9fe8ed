// The host launches the parent in a loop and reads a flag in between: all children of a launch are
// complete by then.
// REMARK-t1: launch of 'relax': t1
// REMARK-block: launch of 'relax': block
// REMARK-grid: launch of 'relax': grid
// REMARK-t4: launch of 'relax': t4
#include "include/test.h"

__global__ void relax(int i, int n, int *distance, int *changed) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, step = 1 << j;
  if (i + step < n && distance[i + step] > distance[i] + 1 + j) {
    atomicMin(&distance[i + step], distance[i] + 1 + j);
    *changed = 1;
  }
}
__global__ void parent(int n, int *distance, int *changed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && distance[i] < 1 << 20)
    relax<<<2, 5>>>(i, n, distance, changed);
}

int main() {
  const int n = 700;
  std::vector<int> distance(n, 1 << 20);
  distance[0] = 0;
  int *dev = to_device(distance), *changed = device_zeros<int>(1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      if (i + (1 << j) < n && distance[i + (1 << j)] > distance[i] + 1 + j)
        distance[i + (1 << j)] = distance[i] + 1 + j;
  for (int rounds = 0, more = 1; more; rounds++) {
    CHECK(cudaMemset(changed, 0, sizeof(int)));
    parent<<<(n + 255) / 256, 256>>>(n, dev, changed);
    CHECK(cudaMemcpy(&more, changed, sizeof(int), cudaMemcpyDeviceToHost));
    if (rounds > n)
      return verdict(false, "no end");
  }
  return compare(to_host(dev, n), distance);
}
