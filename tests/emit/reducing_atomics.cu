// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o - 2>%t.err | grep -v "^ *//" | FileCheck %s
// RUN: FileCheck --check-prefix=REMARKS %s < %t.err
// RUN: flcc --fl-emit --fl-no-silent-stores %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// Atomic operations of CUDA's own in loops that do not use their results are reductions, in kernels that are no longer launched and in what these call.
// OFF-NOT: __fl::reducing
#include <cuda_fp16.h>
struct Box {
  __device__ int atomicAdd(int *p, int v) { return *p += v; }
};
template <class T> struct Mine {
  T x;
};
__device__ int atomicAdd(Mine<int> *p, int v) { return p->x += v; }
// CHECK: do __fl::reducing::atomicAdd(p, v); while (v--);
__device__ void count(unsigned *p, unsigned v) { do atomicAdd(p, v); while (v--); }
// CHECK: return atomicAdd(p, 1);
__device__ int next(int *p) { while (true) return atomicAdd(p, 1); }
__global__ void child(int *p, unsigned *u, float *f, double *d, unsigned long long *l, __half *h, Mine<int> *m) {
  // CHECK: child__fl_body
  // CHECK: {{^ *}}atomicAdd(p, 1); atomicAdd(u, 1);
  atomicAdd(p, 1); atomicAdd(u, 1);
  for (int i = 0; i < 3; i++) {
    // CHECK: __fl::reducing::atomicAdd(p, 1); __fl::reducing::atomicAdd(f, 2.f); __fl::reducing::atomicAdd(d, 3.); __fl::reducing::atomicAdd(l, 4);
    atomicAdd(p, 1); atomicAdd(f, 2.f); atomicAdd(d, 3.); atomicAdd(l, 4);
    // CHECK: __fl::reducing::atomicSub(u, 1), __fl::reducing::atomicInc(u, 7); __fl::reducing::atomicDec(u, 9); __fl::reducing::atomicXor(l, 5ull);
    atomicSub(u, 1), atomicInc(u, 7); atomicDec(u, 9); atomicXor(l, 5ull);
    // CHECK: if (*u) __fl::reducing::atomicAdd(u, 2u); else __fl::reducing::atomicAdd(u + 1, 3u);
    if (*u) atomicAdd(u, 2u); else atomicAdd(u + 1, 3u);
    // CHECK: int k = atomicAdd(p, 1); k += atomicSub(p, 2); bool any = *p && atomicAdd(p, 3); *p ? atomicAdd(p, 1) : 0;
    int k = atomicAdd(p, 1); k += atomicSub(p, 2); bool any = *p && atomicAdd(p, 3); *p ? atomicAdd(p, 1) : 0; *p = k + any;
    // CHECK: atomicExch(p, 1); atomicCAS_block(p, 1, 2); atomicAdd_system(p, 1); atomicAdd_block(p, 4); atomicAdd(h, __float2half(1)); atomicAdd(m, 1); Box().atomicAdd(p, 1);
    atomicExch(p, 1); atomicCAS_block(p, 1, 2); atomicAdd_system(p, 1); atomicAdd_block(p, 4); atomicAdd(h, __float2half(1)); atomicAdd(m, 1); Box().atomicAdd(p, 1);
  }
  count(u, 3);
  next(p);
}
__global__ void parent(int *p, unsigned *u, float *f, double *d, unsigned long long *l, __half *h, Mine<int> *m) {
  child<<<1, 32>>>(p, u, f, d, l, h, m);
}
int main() { parent<<<1, 1>>>(0, 0, 0, 0, 0, 0, 0); }
// REMARKS-DAG: reducing_atomics.cu:{{[0-9]+}}:{{[0-9]+}}: remark: atomicAdd: a reduction [-fl-remarks]
