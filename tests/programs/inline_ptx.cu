// Inline PTX: registers that tell a thread's place have their values on the CPU target, too, and what has no meaning there does no harm until it runs.
// REMARK-t1: launch of 'child': t1;
// REMARK-t4: launch of 'child': kept
#include "include/test.h"
static const int parents = 40, n = 100;
__device__ __forceinline__ unsigned lane() {
  unsigned l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  return l;
}
__device__ unsigned below() {
  unsigned mask;
  asm volatile("mov.u32 %0, "
               "%lanemask_lt;" // one is enough for nvcc
               : "=r"(mask));
  return mask;
}
__device__ unsigned add_carried(unsigned a, unsigned b) {
  unsigned r;
  asm("add.cc.u32 %0, %1, %2;\n\t"
      "addc.u32 %0, %0, 0;"
      : "=r"(r)
      : "r"(a), "r"(b));
  return r;
}
__global__ void child(unsigned *out, int count, bool adds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("" ::: "memory"); // no instruction
  if (i < count)
    out[i] = lane() * 1000 + __popc(below()) + (adds ? add_carried(i, 5) : 0);
}
__global__ void parent(unsigned *out, bool adds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("" : "+r"(i));
  if (i < parents)
    child<<<(n + 63) / 64, 64>>>(out + i * n, n, adds);
}
int main() {
  unsigned *out;
  CHECK(cudaMalloc(&out, parents * n * sizeof *out));
  parent<<<2, 32>>>(out, false);
  CHECK(cudaDeviceSynchronize());
  static unsigned host[parents * n];
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDefault));
  for (int i = 0; i < parents * n; i++)
    if (host[i] != unsigned(i % n % 64 % 32) * 1001)
      return printf("FAIL %d: %u\n", i, host[i]), 1;
  puts("PASS");
}
