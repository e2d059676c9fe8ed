// A child that joins its own children, below a parent that joins.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'middle', which is a child itself, wait for its children
#include "include/test.h"

__global__ void leaf(int x, int *at) { at[threadIdx.x] = x * (threadIdx.x + 1); }
__global__ void middle(int x, int *room, int *sum) {
  int *mine = room + threadIdx.x * 16;
  leaf<<<1, 16>>>(x + threadIdx.x, mine);
  cudaDeviceSynchronize();
  for (int j = 0; j < 16; j++)
    atomicAdd(sum, mine[j]);
}
__global__ void parent(int *room, int *sums, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  middle<<<1, 5>>>(i, room + i * 80, sums + i);
  cudaDeviceSynchronize();
  out[i] = sums[i] + 1;
}

int main() {
  const int parents = 100;
  int *room = device_zeros<int>(parents * 80), *sums = device_zeros<int>(parents * 2);
  std::vector<int> want;
  for (int i = 0; i < parents; i++)
    want.push_back((5 * i + 10) * 136 + 1);
  parent<<<5, parents / 5>>>(room, sums, sums + parents);
  return compare(to_host(sums + parents, parents), want);
}
