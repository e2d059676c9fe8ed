// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o - 2>%t.err | grep -v "^ *//" | FileCheck %s
// RUN: FileCheck --check-prefix=REMARKS %s < %t.err
// RUN: flcc --fl-emit --fl-no-silent-stores %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// RUN: flcc --fl-emit --fl-strategy=keep %s -o - | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// Atomics of CUDA's own that may find what they would write, in kernels that are no longer launched and in what these call.
// OFF-NOT: __fl::{{silent|reducing}}
#define LEAST(p, v) atomicMin(p, v)
#define ID(x) x
__device__ float atomicMin(float *p, float v) { return v; }
namespace mine {
__device__ int atomicMax(int *p, int v) { return v; }
struct Box {
  __device__ int atomicOr(int *p, int v) { return v; }
};
} // namespace mine
// CHECK: __fl::silent::atomicMin(p, 3);
__device__ void helper(int *p) {
  atomicMin(p, 3);
}
template <class T>
__global__ void child(int *p, unsigned *u, long long *l, unsigned long long *m, float *f, T *t) {
  // CHECK: atomicMin(p, 1); ::atomicMax(u, 2u);
  // CHECK: child__fl_body
  // CHECK: __fl::silent::atomicMin(p, 1); __fl::silent::atomicMax(u, 2u);
  atomicMin(p, 1); ::atomicMax(u, 2u);
  // CHECK: __fl::silent::atomicMax(l, 3ll); __fl::silent::atomicAnd(m, 4ull); if (__fl::silent::atomicOr(u, 1u) & 1)
  atomicMax(l, 3ll); atomicAnd(m, 4ull); if (atomicOr(u, 1u) & 1)
    // CHECK: while (__fl::silent::atomicCAS(p, 0, 1) != 0);
    while (atomicCAS(p, 0, 1) != 0);
  // CHECK: atomicAdd(p, 1); atomicExch(p, 2); atomicMin(f, 1.f); mine::atomicMax(p, 5); mine::Box().atomicOr(p, 1);
  atomicAdd(p, 1); atomicExch(p, 2); atomicMin(f, 1.f); mine::atomicMax(p, 5); mine::Box().atomicOr(p, 1);
  // CHECK: LEAST(p, 7); ID(__fl::silent::atomicMin(p, 8)); atomicMin(t, T(9)); atomicMax_block(p, 1);
  LEAST(p, 7); ID(atomicMin(p, 8)); atomicMin(t, T(9)); atomicMax_block(p, 1);
  // CHECK: int (*other)(int *, int) = atomicMin; other(p, __fl::silent::atomicMin(p + 1, 2));
  int (*other)(int *, int) = atomicMin; other(p, atomicMin(p + 1, 2));
  // CHECK: for (int i = 0; i < 9; i++) { __fl::reducing::atomicMin(p + i, 4); if (__fl::silent::atomicMax(p + i, 5) < 5) __fl::reducing::atomicOr(p, 1); }
  for (int i = 0; i < 9; i++) { atomicMin(p + i, 4); if (atomicMax(p + i, 5) < 5) atomicOr(p, 1); }
  helper(p);
}
__global__ void parent(int *p, unsigned *u, long long *l, unsigned long long *m, float *f) {
  child<<<1, 32>>>(p, u, l, m, f, p);
}
int main() { parent<<<1, 1>>>(0, 0, 0, 0, 0); }
// REMARKS-DAG: silent_atomics.cu:18:3: remark: atomicMin: a load where it would change nothing
// REMARKS-DAG: silent_atomics.cu:29:12: remark: atomicCAS: a load where it would change nothing
