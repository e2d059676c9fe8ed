// RUN: flcc --fl-emit --fl-strategy=keep --fl-threshold=64 %s -o - | grep -v "^ *//" | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=keep --fl-threshold=64 --fl-target=cpu %s -o - | grep -v "^ *//" | FileCheck --check-prefix=CPU %s
// RUN: flcc --fl-emit --fl-strategy=keep %s -o %t 2>&1 | count 0
// RUN: not grep -q "^#include <freelaunch" %t
// Launches that stay native, with a threshold: its own form for small ones, and the launch itself for the others.
template <class T> __global__ void leaf(T *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x] = n;
}
__global__ void inner(int *p) { leaf<<<1, 32>>>(p, 1); }

// CHECK: struct leaf__fl {
// CHECK: static __device__ __forceinline__ void start(const __fl::config &fl_c, const args &fl_a) {
// CHECK-NEXT: leaf<T><<<fl_c.grid, fl_c.block, fl_c.shared, fl_c.stream>>>(fl_a.template get<0>(), fl_a.template get<1>());
// CHECK-NOT: inner__fl
// CHECK: __global__ void inner(int *p) { __fl::native_ctx fl_ctx; leaf__fl_launch(__fl::below(64, __fl::serial(fl_ctx), __fl::native()), __fl::config(1, 32), p, 1); }
// CPU: leaf__fl_native<T>(fl_c, fl_a.template get<0>(), fl_a.template get<1>());
__global__ void parent(int *p, int n) {
  // CHECK: {{^}}  leaf__fl_launch(__fl::below(64, __fl::serial(fl_ctx), __fl::native()), __fl::config(1, n, 0, cudaStreamFireAndForget), p, n);
  leaf<<<1, n, 0, cudaStreamFireAndForget>>>(p, n);
}
__global__ void nests(int *p) {
  // CHECK: {{^}}  inner<<<1, 1>>>(p);
  inner<<<1, 1>>>(p);
}
__global__ void twice(int *p) {
  // CHECK: {{^}}  leaf<<<1, 32>>>(p, 1);
  leaf<<<1, 32>>>(p, 1);
  // CHECK: {{^}}  leaf<<<1, 32>>>(p, 2);
  leaf<<<1, 32>>>(p, 2);
}
