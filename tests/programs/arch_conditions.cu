// Conditions on the architecture in device code come out as for a device, on the CPU target, too.
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__device__ int architecture() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}
__global__ void child(int *p) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 350
  *p = -1;
#else
  const bool quotes = '"' == 34 && __CUDA_ARCH__ >= 350 && '\"' == 34 && __CUDA_ARCH__ >= 350;
  if (quotes && architecture() >= 350 && sizeof("__CUDA_ARCH__") == 14)
    atomicAdd(p, 1);
#endif
}
__global__ void parent(int *p) {
#if __CUDA_ARCH__ >= 350
  child<<<1, 2>>>(p); /* __CUDA_ARCH__ */
#else
  *p = -1;
#endif
}

int main() {
#ifdef __CUDA_ARCH__
  const int host = 1;
#else
  const int host = 0;
#endif
  int *p = device_zeros<int>(1);
  parent<<<1, 3>>>(p);
  const bool ok = to_host(p, 1)[0] == 6 && host == 0;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
