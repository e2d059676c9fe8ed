// RUN: flcc --fl-emit -o /dev/null %s 2>&1 | FileCheck %s
// A launch that another pass of nvcc may compile is kept, and said to be; one behind another condition is not there at all.
__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) {
#if defined(NEVER)
  child<<<1, 2>>>(p);
#endif
#if __CUDA_ARCH__ >= 200
  child<<<1, 1>>>(p);
#else
  child<<<2, 1>>>(p);
  // CHECK: hidden.cu:[[@LINE-1]]:{{[0-9]+}}: warning: a launch in code for other architectures, or for the host alone, is kept [-fl-kept]
#endif
}
// Nor is one there within other text that is skipped, whatever is asked for there, or next to a condition on the architecture.
#ifdef NEVER
__global__ void no_parent(int *p) {
#if __CUDA_ARCH__ < 500
  child<<<1, 1>>>(p);
#else
  child<<<1, 1>>>(p);
#endif
}
#endif
__global__ void grand_parent(int *p) {
#if __CUDA_ARCH__ >= 200
#ifdef NEVER
  child<<<1, 1>>>(p);
#endif
  parent<<<1, 1>>>(p);
#endif
// CHECK-NOT: warning
#if __CUDA_ARCH__ < 200
#ifndef NEVER
  child<<<1, 1>>>(p);
  // CHECK: hidden.cu:[[@LINE-1]]:{{[0-9]+}}: warning: a launch in code for other architectures, or for the host alone, is kept [-fl-kept]
#endif
#endif
}
// CHECK-NOT: warning
