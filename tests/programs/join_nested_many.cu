// Joining children of joining parents in such numbers that neither level fits on a machine.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'middle', which is a child itself, wait for its children
#include "include/test.h"

__global__ void leaf(int x, int *at) { at[threadIdx.x] = x + threadIdx.x; }
__global__ void middle(int *room, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  leaf<<<1, 2>>>(i, room + 2 * i);
  cudaDeviceSynchronize();
  sums[i] = room[2 * i] + room[2 * i + 1];
}
__global__ void parent(int *room, int *sums, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  middle<<<2, 2>>>(room + 8 * i, sums + 4 * i);
  cudaDeviceSynchronize();
  for (int k = 0; k < 4; k++)
    out[i] += sums[4 * i + k];
}

int main() {
  const int blocks = 500, threads = 32, n = blocks * threads;
  allow_launches(5 * n);
  int *room = device_zeros<int>(n * 8), *sums = device_zeros<int>(n * 4);
  int *out = device_zeros<int>(n);
  parent<<<blocks, threads>>>(room, sums, out);
  return compare(to_host(out, n), std::vector<int>(n, 2 * (0 + 1 + 2 + 3) + 4));
}
