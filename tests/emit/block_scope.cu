// What is promised to threads of a block alone: in a child, a parent, a function, by atomic operations, fences, assembly and libcu++'s types.
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - | grep -v "^ *//" | FileCheck %s
// RUN: flcc --fl-emit -dc --fl-strategy=t1 %s -o - | FileCheck --check-prefix=TOLD %s
#include <cuda_runtime.h>
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block };
template <class T, thread_scope scope> struct atomic_ref {
  T &it;
  __device__ void raise() { it++; }
};
// TOLD: tell{{.*}}"depends on its block"
__device__ void tell(int *p) { atomicMax_block(p, 1); }

// CHECK-LABEL: struct of_device__fl {
// CHECK-NOT: block_scope =
__global__ void of_device(int *p) {
  atomicAdd(p, 1);
  __threadfence();
}
// CHECK-LABEL: struct of_block__fl {
// CHECK: block_scope = true
__global__ void of_block(int *p) { atomicAdd_block(p, 1); }
// CHECK-LABEL: struct fences__fl {
// CHECK: block_scope = true
__global__ void fences(int *p) {
  *p = 1;
  __threadfence_block();
}
// CHECK-LABEL: struct through__fl {
// CHECK: block_scope = true
__global__ void through(int *p) { tell(p); }
// CHECK-LABEL: struct assembly__fl {
// CHECK: block_scope = true
__global__ void assembly(int *p) { asm volatile("red.global.cta.add.s32 [%0], 1;" ::"l"(p)); }
// CHECK-LABEL: struct by_type__fl {
// CHECK: block_scope = true
__global__ void by_type(int *p) {
  atomic_ref<int, thread_scope_block> r{*p};
  r.raise();
}
// What an instance alone tells, and a constant.
// CHECK-LABEL: struct by_argument__fl {
// CHECK: block_scope = true
template <thread_scope scope> __global__ void by_argument(int *p) {
  atomic_ref<int, scope> r{*p};
  r.raise();
}
constexpr thread_scope narrow = thread_scope_block;
__device__ void fence(thread_scope) {}
// CHECK-LABEL: struct by_constant__fl {
// CHECK: block_scope = true
__global__ void by_constant(int *p) { fence(narrow); }
// CHECK-LABEL: struct by_object__fl {
// CHECK: block_scope = true
template <class R> __global__ void by_object(R *p) { p->raise(); }
// CHECK-LABEL: struct parent__fl {
// CHECK: block_scope = true
__global__ void parent(int *p, atomic_ref<int, narrow> *r) {
  atomicAdd_block(p, 1);
  of_device<<<1, 32>>>(p);
  of_block<<<1, 32>>>(p);
  fences<<<1, 32>>>(p);
  through<<<1, 32>>>(p);
  assembly<<<1, 32>>>(p);
  by_type<<<1, 32>>>(p);
  by_argument<narrow><<<1, 32>>>(p);
  by_constant<<<1, 32>>>(p);
  by_object<<<1, 32>>>(r);
}
int main() { parent<<<1, 32>>>(nullptr, nullptr); }
