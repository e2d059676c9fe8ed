// Children of any block size that allocate, in relocatable code: the pool's functions must do with the registers that a block of 1,024 threads has.
// FLAGS: -rdc=true --fl-pool=8M
// REMARK-t1: launch of 'child': t1;
#include "include/test.h"
static const int parents = 60;
__device__ int *made[parents][8];
__global__ void child(int *sums, int me, int n) {
  const int i = threadIdx.x;
  if (i % 32 == 0 && i / 32 < 8) {
    int *p = (int *)malloc((i / 32 + 1) * 100 * sizeof(int));
    for (int k = 0; p && k < (i / 32 + 1) * 100; k++)
      p[k] = me + k;
    made[me][i / 32] = p;
  }
  atomicAdd(&sums[me], n + i);
}
__global__ void parent(int *sums, const int *sizes) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < parents)
    child<<<1, sizes[i]>>>(sums, i, i);
}
__global__ void collect(int *bad, const int *sizes) {
  const int i = threadIdx.x;
  for (int w = 0; w < 8 && w * 32 < sizes[i]; w++) {
    int *p = made[i][w];
    for (int k = 0; p && k < (w + 1) * 100; k++)
      if (p[k] != i + k)
        atomicAdd(bad, 1);
    if (!p)
      atomicAdd(bad, 1);
    free(p);
  }
}
int main() {
  std::vector<int> sizes(parents);
  for (int i = 0; i < parents; i++)
    sizes[i] = i % 3 == 0 ? 1024 : 1 + i * 37 % 700;
  int *d_sizes = to_device(sizes), *sums = device_zeros<int>(parents), *bad = device_zeros<int>(1);
  for (int round = 0; round < 2; round++) {
    parent<<<2, 32>>>(sums, d_sizes);
    collect<<<1, parents>>>(bad, d_sizes);
  }
  std::vector<int> got = to_host(sums, parents);
  bool ok = to_host(bad, 1)[0] == 0;
  for (int i = 0; i < parents; i++)
    ok &= got[i] == 2 * (i * sizes[i] + sizes[i] * (sizes[i] - 1) / 2);
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
