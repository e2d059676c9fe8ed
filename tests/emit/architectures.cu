// What is generated is one text for all architectures: functions that the preprocessor makes different there stay as they are.
// RUN: flcc --fl-strategy=t1 --fl-emit -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: flcc --fl-strategy=t1 --fl-emit -arch=all %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: flcc --fl-strategy=t1 --fl-emit -arch=sm_90 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE --allow-empty
// RUN: flcc --fl-strategy=t1 --fl-emit -arch=sm_90a %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE --allow-empty
// RUN: flcc --fl-strategy=t1 --fl-emit -arch=sm_90a -DLETTER %s -o - | FileCheck %s --check-prefix=LETTER
// RUN: flcc --fl-strategy=t1 --fl-emit %s -o - | FileCheck %s --check-prefix=DEFAULT
// ONE-NOT: warning:
// DEFAULT: __fl::config(1, 32)
// DEFAULT: __fl::config(1, THREADS)
// LETTER: fixed_block = 96

#if __CUDA_ARCH__ >= 900
#define THREADS 64
#define SUM(p) (*(p))
#else
#define THREADS 32
#define SUM(p) (__syncthreads(), *(p))
#endif
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
const int tensor = 1;
#else
const int tensor = 0;
#endif

__global__ void same(int *p) { p[threadIdx.x] = 1; }
// A macro, and what it stands for.
__global__ void reads(int *p) { p[threadIdx.x] = SUM(p); }
// Text of its own.
__device__ int find(int *p) {
#if __CUDA_ARCH__ < 900
  return p[threadIdx.x];
#else
  return p[0];
#endif
}
__global__ void calls(int *p) { p[threadIdx.x] = find(p); }
__global__ void asks(int *p) { p[threadIdx.x] = __CUDA_ARCH__ >= 900 ? 1 : p[1]; }

__global__ void parent0(int *p) { same<<<1, 32>>>(p); }
__global__ void parent(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'reads': kept: 'reads' is not the same on all architectures that it is compiled for
  reads<<<1, 32>>>(p);
}
__global__ void parent2(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'calls': kept: {{.*}}'find' is not the same on all architectures that it is compiled for
  calls<<<1, 32>>>(p);
}
__global__ void parent3(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'asks': kept: 'asks' is not the same
  asks<<<1, 32>>>(p);
}
// The launch itself.
__global__ void parent4(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'same': kept: {{.*}}'parent4' is not the same
  same<<<1, THREADS>>>(p);
}
#ifdef LETTER
__global__ void other(int *p) { p[threadIdx.x] = 1; }
__global__ void parent5(int *p) { other<<<1, tensor ? 96 : 48>>>(p); }
#endif
