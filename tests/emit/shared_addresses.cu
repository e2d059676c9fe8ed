// RUN: flcc --fl-emit --fl-strategy=t4 --fl-remarks -isystem %S/Inputs/system -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-threshold=64 --fl-remarks -isystem %S/Inputs/system -o /dev/null %s 2>&1 | FileCheck --check-prefix=BELOW %s
// Shared memory that becomes a thread's own is nothing to those who ask for addresses in shared memory.
#include "cuda_awbarrier_primitives.h"
#include "cuda_pipeline.h"

__global__ void copies(const int4 *from, int *to) {
  __shared__ int4 s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], from + threadIdx.x, 16);
  __syncthreads();
  to[threadIdx.x] = s[63 - threadIdx.x].x;
}
__global__ void a1(const int4 *from, int *to) { copies<<<1, 64>>>(from, to); }
// CHECK: shared_addresses.cu:[[@LINE-1]]:{{.*}}: warning: launch of 'copies': kept: 'copies' needs addresses in shared memory
// CHECK: shared_addresses.cu:[[@LINE-6]]:3: note: because of this
// BELOW: launch of 'copies': t1; {{.*}}bound: none [-fl-remarks]
__device__ int load(const int *q) { return __isShared(q) ? *q : -1; }
__global__ void asks(int *to) {
  extern __shared__ int d[];
  d[threadIdx.x] = threadIdx.x;
  __syncthreads();
  to[threadIdx.x] = load(d + 63 - threadIdx.x);
}
__global__ void a2(int *to) { asks<<<1, 64, 256>>>(to); }
// CHECK: warning: launch of 'asks': kept: 'asks' needs addresses in shared memory
__global__ void assumes(int *to) {
  __shared__ int s[64];
  __builtin_assume(__isShared(s));
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  to[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void a3(int *to) { assumes<<<1, 64>>>(to); }
// CHECK: warning: launch of 'assumes': kept: 'assumes' needs addresses in shared memory
__global__ void by_pointer(int *to) {
  __shared__ unsigned long long s;
  unsigned long long *where = &s;
  __mbarrier_init(where, 32);
  to[threadIdx.x] = s;
}
__global__ void a4(int *to) { by_pointer<<<1, 64>>>(to); }
// CHECK: warning: launch of 'by_pointer': kept: 'by_pointer' needs addresses in shared memory
__device__ int *memory() {
  extern __shared__ int of_functions[];
  return of_functions;
}
__global__ void by_table(int *to) {
  int *table[2];
  table[1] = memory();
  atomicAdd(table[1], 1);
  to[threadIdx.x] = *table[1];
}
__global__ void a5(int *to) { by_table<<<1, 64, 4>>>(to); }
// CHECK: warning: launch of 'by_table': kept: 'by_table' may have atomics on its shared memory
struct Memory {
  __device__ operator int *() {
    extern __shared__ int of_objects[];
    return of_objects;
  }
};
template <class T> __global__ void by_object(T *to) {
  T *table[2];
  table[1] = Memory();
  atomicAdd(table[1], 1);
  to[threadIdx.x] = *table[1];
}
__global__ void a6(int *to) { by_object<<<1, 64, 4>>>(to); }
// CHECK: warning: launch of 'by_object': kept: 'by_object' may have atomics on its shared memory
__global__ void with_none(int *to) { to[threadIdx.x] = load(to); }
__global__ void b1(int *to) { with_none<<<1, 64>>>(to); }
// CHECK: remark: launch of 'with_none': t4;
__global__ void of_globals(const int4 *from, int *to) {
  __shared__ int s[64];
  float fraction, whole;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  fraction = modff(0.5f, &whole);
  memcpy(&to[threadIdx.x], &s[63 - threadIdx.x], sizeof(int));
}
__global__ void b2(const int4 *from, int *to) { of_globals<<<1, 64>>>(from, to); }
// CHECK: remark: launch of 'of_globals': t4;
// BELOW: launch of 'of_globals': t1; {{.*}}fewer than 64 threads: t4

int main() {
  a1<<<1, 1>>>(nullptr, nullptr);
  b2<<<1, 1>>>(nullptr, nullptr);
}
