// Threads that wait for children which launch nothing, but put copies and fills into streams: those are over, too.
// STRATEGIES: auto t1 t2 t3 mega t4
// TARGET-keep: cpu: CUDA 13 knows no joins
// TARGET-t3: cpu: it leaves one native
// ENV: FL_CHOICE=t4
// ENV: FL_WORKLIST=2
#include "include/test.h"

static const int ones = 0x01010101, twos = 0x02020202;

__global__ void fill(int *p, int n) {
  if (threadIdx.x == 0)
    cudaMemsetAsync(p + blockIdx.x * n, 1, n * sizeof(int), 0);
}
__global__ void waits(int *p, int blocks, int n, int *bad) {
  int *mine = p + blockIdx.x * blocks * n, wrong = 0;
  fill<<<blocks, 32>>>(mine, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < blocks * n; i++)
    wrong += mine[i] != ones;
  if (wrong)
    atomicAdd(bad, 1);
}

__global__ void leaf(int *p, int n) {
  if (threadIdx.x == 0) {
    cudaMemsetAsync(p, 1, n * sizeof(int), 0);
    cudaMemcpyAsync(p + n, p, n * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  }
}
__global__ void middle(int *p, int n, int *bad) {
  leaf<<<1, 4>>>(p, n);
  cudaMemsetAsync(p + 2 * n, 2, n * sizeof(int), 0);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 3 * n; i++)
    wrong += p[i] != (i < 2 * n ? ones : twos);
  if (wrong)
    atomicAdd(bad, 1);
}
__global__ void waits_below(int *p, int n, int *bad) {
  middle<<<1, 1>>>(p + blockIdx.x * 3 * n, n, bad);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3 * n; i++)
    if (!p[blockIdx.x * 3 * n + i])
      atomicAdd(bad, 1);
}

int main() {
  allow_launches(4000);
  const int blocks = 16, n = 20000;
  int *p = device_zeros<int>(blocks * 4 * n), *bad = device_zeros<int>(1);
  bool ok = true;
  for (int m = 1; m <= 4; m += 3) {
    waits<<<blocks, 1>>>(p, m, n, bad);
    ok &= to_host(bad, 1)[0] == 0;
    CHECK(cudaMemset(p, 0, blocks * 4 * n * sizeof(int)));
  }
  waits_below<<<blocks, 1>>>(p, n, bad);
  ok &= to_host(bad, 1)[0] == 0;
  return verdict(ok, "something is read before it is filled");
}
