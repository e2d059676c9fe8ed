// A launch that stays native (a tail launch under t3) comes to the symbol of a kernel whose own launches are removed where others launch it:
// what that symbol launches, by a function or not, and what this launches, stays native there.
// STRATEGIES: keep t1 t3 block t4 auto
// REMARK-t3: launch of 'middle': kept: a tail launch must wait for the whole parent grid
// REMARK-t3: launch of 'leaf': t3
#include "include/test.h"

__global__ void leaf(int *sums, int i, int n) {
  int sum = threadIdx.x < n;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x == 0)
    atomicAdd(&sums[i], sum);
}
__global__ void twig(int *sums, int i, int n) {
  if (n > 0)
    leaf<<<1, 32>>>(sums, i, n);
}
__device__ void more(int *sums, int i, int n) { twig<<<1, 1>>>(sums, i, n); }
__global__ void middle(int *sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  leaf<<<1, 32>>>(sums, i, 1 + i % 7);
  more(sums, i, i % 5);
}
__global__ void top(int *sums, int n) {
  if (threadIdx.x == 0)
    middle<<<(n + 31) / 32, 32, 0, cudaStreamTailLaunch>>>(sums, n);
}

int main() {
  const int n = 300;
  allow_launches(4 * n);
  int *sums = device_zeros<int>(n);
  top<<<1, 32>>>(sums, n);
  middle<<<3, 100>>>(sums, n);
  const std::vector<int> got = to_host(sums, n);
  bool ok = cudaGetLastError() == cudaSuccess;
  for (int i = 0; i < n; i++)
    ok &= got[i] == 2 * (1 + i % 7 + i % 5);
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
