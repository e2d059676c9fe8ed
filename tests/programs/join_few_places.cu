// Joining kernels above one another, with far fewer places for tasks than launches of the upper ones: those must leave some to the lower ones, for
// which they wait. And rings whose tickets begin anew after each launch of the parent.
// FLAGS: -DFL_TASKS=256 -DFL_TICKETS=600u
// STRATEGIES: keep t1 auto
// TARGET-keep: cpu
// REMARK-t1: launch of 'leaf': t1
#include "include/test.h"

__global__ void leaf(int x, int *at) { at[threadIdx.x] = x + threadIdx.x; }
__global__ void lower(int *room, int *sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  leaf<<<1, 2>>>(i, room + 2 * i);
  cudaDeviceSynchronize();
  sums[i] = room[2 * i] + room[2 * i + 1];
}
__global__ void middle(int *room, int *sums, int *totals) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  lower<<<1, 3>>>(room + 6 * i, sums + 3 * i);
  cudaDeviceSynchronize();
  totals[i] = sums[3 * i] + sums[3 * i + 1] + sums[3 * i + 2];
}
__global__ void parent(int *room, int *sums, int *totals, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  middle<<<1, 2>>>(room + 12 * i, sums + 6 * i, totals + 2 * i);
  cudaDeviceSynchronize();
  out[i] = totals[2 * i] + totals[2 * i + 1];
}

int main() {
  const int blocks = 4, threads = 500, n = blocks * threads;
  allow_launches(9 * n);
  int *room = device_zeros<int>(n * 12), *sums = device_zeros<int>(n * 6);
  int *totals = device_zeros<int>(n * 2), *out = device_zeros<int>(n);
  for (int round = 0; round < 3; round++) {
    parent<<<blocks, threads>>>(room, sums, totals, out);
    if (compare(to_host(out, n), std::vector<int>(n, 2 * (1 + 3 + 5))))
      return 1;
    cudaMemset(room, 0, sizeof(int) * n * 12);
    cudaMemset(out, 0, sizeof(int) * n);
  }
  return 0;
}
