// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-pool=32M -o - %s | grep -v '^ *//' | FileCheck --check-prefix=SIZE %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-pool=off -o - %s | grep -v '^ *//' | FileCheck --check-prefixes=OFF,HEAP %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-no-alloc-aggregation -o - %s | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// RUN: flcc --fl-emit --fl-target=cpu --fl-strategy=t1 -o - %s | grep -v '^ *//' | FileCheck --check-prefix=OFF %s
// RUN: flcc --fl-emit --fl-target=cpu --fl-strategy=t1 --fl-pool=64k -o - %s | grep -v '^ *//' | FileCheck --check-prefix=CPU %s
// What device code allocates comes from a pool: the calls say so, and launches see to it that there is one.
// CHECK: #define FL_POOL 0
// CHECK-NEXT: #define FL_ENGINES (FL_ENGINE_SPLIT)
// CHECK-NEXT: #define FL_NO_GROUPS
// CHECK-NEXT: #include <freelaunch/freelaunch.h>
// SIZE: #define FL_POOL 33554432
// OFF-NOT: FL_POOL
// OFF-NOT: __fl::heap
// HEAP: later<<<__fl::with_heap((2 + 1) / 2), 1>>>(out);
// CPU: #define FL_POOL 65536
// CPU-NOT: with_heap
#include <cstdlib>
#define RELEASE(p) free(p)
struct Node {
  int v;
  __device__ Node(int n) : v(n) {}
  __device__ ~Node() {}
};
// CHECK: __device__ void helper(Node *n, int *p) { using __fl::heap::free;
__device__ void helper(Node *n, int *p) {
  // CHECK-NEXT: RELEASE(p);
  RELEASE(p);
  // CHECK-NEXT: __fl::heap::destroy(n);
  delete n;
}
// CHECK: __global__ void child(Node *n, int *p)
__global__ void child(Node *n, int *p) { helper(n, p); }
// The symbol, which has no context; then the copy, where the device runtime's calls are objects that have one.
// CHECK: __global__ void parent(int **out) { __fl::native_ctx fl_ctx;{{.*}}__fl::api::cudaMalloc<__fl::native_ctx> cudaMalloc{fl_ctx};
// CHECK: parent__fl_body(FlCtx &fl_ctx, int **out)
// CHECK: const __fl::api::cudaMalloc<FlCtx> cudaMalloc{fl_ctx};
// CHECK: int *p = (int *)__fl::heap::malloc(4), *q = nullptr;
// CHECK-NEXT: __fl::heap::free(q);
// CHECK-NEXT: cudaMalloc(out, 8);
// CHECK-NEXT: int *a = new (__fl::heap::tag{}) int[3];
// CHECK-NEXT: __fl::heap::destroy_array(a);
// CHECK-NEXT: child__fl_launch(__fl::record(fl_ctx), __fl::config(1, 1), new (__fl::heap::tag{}) Node(3), p);
__global__ void parent(int **out) {
  int *p = (int *)malloc(4), *q = nullptr;
  std::free(q);
  cudaMalloc(out, 8);
  int *a = new int[3];
  delete[] a;
  child<<<1, 1>>>(new Node(3), p);
}
// CHECK: inline void parent__fl_host(const __fl::host_config &fl_cfg, int **out) {
// CHECK-NEXT: const __fl::on_its_device fl_there(fl_cfg);
// CHECK-NEXT: __fl::ready_pool();
// CHECK: __global__ void later(int **out) {
// CHECK-NEXT: out[1] = (int *)__fl::heap::malloc(8);
__global__ void later(int **out) {
  out[1] = (int *)malloc(8);
}
// CHECK: __global__ void last(int **out) { __fl::heap::free(out[1]); }
__global__ void last(int **out) { free(out[1]); }
// CHECK: int **out = (int **)malloc(16);
// CHECK-NEXT: parent__fl_host(__fl::config(1, 1).at("parent pool.cu:{{[0-9]+}}"), out);
// CHECK-NEXT: later<<<__fl::with_heap((2 + 1) / 2), 1>>>(out);
// CHECK-NEXT: last<<<1, 1>>>(out);
// CHECK-NEXT: free(out);
int main() {
  int **out = (int **)malloc(16);
  parent<<<1, 1>>>(out);
  later<<<(2 + 1) / 2, 1>>>(out);
  last<<<1, 1>>>(out);
  free(out);
}
