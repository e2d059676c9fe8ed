// What nvcc knows without a header is known with the toolkit's headers, too, and a header of the C library's does not make flcc read those.
// RUN: flcc --fl-emit --fl-strategy=t1 -DHEADER="<cuComplex.h>" %s -o - | FileCheck %s --check-prefixes=CHECK,TOOLKIT
// RUN: flcc --fl-emit --fl-strategy=t1 -DHEADER="<malloc.h>" %s -o - | FileCheck %s --check-prefixes=CHECK,OWN
#include <cstdio>
#include HEADER
__device__ int acquired(const int *p) { return __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE); }
#ifdef CUDA_VERSION // out of cuda.h, which none of our headers includes
// TOOLKIT: from_toolkit__fl_launch
__global__ void from_toolkit(int *p) { __nv_atomic_fetch_add(p, acquired(p + 1), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
#define child from_toolkit
#else
// OWN: own__fl_launch
__global__ void own(int *p) { __nv_atomic_fetch_add(p, acquired(p + 1), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
#define child own
#endif
// CHECK: parent__fl_body
__global__ void parent(int *p) { child<<<2, 32>>>(p); }
int main() {
#ifndef CUDA_VERSION
  free(valloc(32));
  free(reallocarray(nullptr, 4, 8));
#endif
  parent<<<1, 32>>>(nullptr);
}
