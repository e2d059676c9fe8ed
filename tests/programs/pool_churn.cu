// The pool for allocations on the device under many threads: children and parents allocate, exchange what they have, check that nobody else has written to
// it, and free it.
// TARGET-keep: cpu: native launches from lanes that an exhausted pool held up can hang (docs/allocation.md)
// FLAGS: --fl-pool=8M
// ENV: FL_POOL=256K
#include "include/test.h"

constexpr int slots = 512;
__device__ unsigned mix(unsigned x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  return (x ^ x >> 15) * 0x846ca68bu;
}
__device__ void rounds(int n, unsigned me, int **shared, int *bad) {
  for (int r = 0; r < n; r++) {
    unsigned x = mix(me * 64 + r);
    int words = 2 + x % (r % 8 == 7 ? 3000 : 60);
    int *p = x & 256 ? (int *)malloc(words * sizeof(int)) : new int[words];
    if (p) {
      p[0] = words | (x & 256 ? 1 << 20 : 0);
      for (int j = 1; j < words; j++)
        p[j] = words * 1000 + j;
    }
    __threadfence();
    p = (int *)atomicExch((unsigned long long *)shared + x / 512 % slots, (unsigned long long)p);
    __threadfence();
    if (!p)
      continue;
    words = p[0] & 0xfffff;
    for (int j = 1; j < words; j++)
      if (p[j] != words * 1000 + j) {
        atomicAdd(bad, 1);
        break;
      }
    if (p[0] >> 20)
      free(p);
    else
      delete[] p;
  }
}
__global__ void child(unsigned seed, int **shared, int *bad) {
  rounds(4, seed * 4096 + blockIdx.x * blockDim.x + threadIdx.x, shared, bad);
}
__global__ void parent(unsigned seed, int **shared, int *bad) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rounds(2, seed + i, shared, bad);
  if (i % 4 == 0)
    child<<<1 + i % 3, 48>>>(seed + i, shared, bad);
}
__global__ void rest(int **shared) {
  int *p = shared[blockIdx.x * blockDim.x + threadIdx.x];
  if (p && p[0] >> 20)
    free(p);
  else
    delete[] p;
}

int main() {
  int **shared = device_zeros<int *>(slots), *bad = device_zeros<int>(1);
  for (unsigned r = 0; r < 3; r++)
    parent<<<4, 64>>>(r * 1000, shared, bad);
  rest<<<slots / 64, 64>>>(shared);
  return compare(to_host(bad, 1), std::vector<int>(1));
}
