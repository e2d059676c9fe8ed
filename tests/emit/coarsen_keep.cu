// RUN: flcc --fl-emit --fl-strategy=keep --fl-coarsen=4 %s -o - 2>%t | grep -v "^ *//" | FileCheck %s
// RUN: FileCheck --check-prefix=WARN %s < %t
// RUN: flcc --fl-emit --fl-strategy=keep --fl-coarsen=4 --fl-threshold=64 %s -o - 2>/dev/null | grep -v "^ *//" | FileCheck --check-prefix=BOTH %s
// RUN: flcc --fl-emit --fl-strategy=keep --fl-coarsen=off %s -o %t 2>&1 | count 0
// RUN: not grep -q "^#define.*FL_ENGINE_NATIVE" %t
// Launches that stay native with fewer blocks, and those that do not.
// CHECK: {{^}}#define FL_ENGINES (FL_ENGINE_NATIVE)
__global__ void leaf(int *p) { p[threadIdx.x] = 1; }
// CHECK: struct leaf__fl {
// CHECK: static __device__ __forceinline__ void start(
__global__ void inner(int *p) { leaf<<<8, 32>>>(p); }
// CHECK: {{^}}__global__ void inner(int *p) { leaf__fl_launch(__fl::coarsened<4>(), __fl::config(8, 32), p); }
// BOTH: { __fl::native_ctx fl_ctx; leaf__fl_launch(__fl::below(64, __fl::serial(fl_ctx), __fl::coarsened<4>()), __fl::config(8, 32), p); }
__global__ void leaves(int *p) {
  p[threadIdx.x] = threadIdx.x > 7 ? 0 : __shfl_xor_sync(~0u, 1, 1);
}
__global__ void parent(int *p) {
  // CHECK: {{^}}  inner<<<8, 1>>>(p);
  // WARN: coarsen_keep.cu:[[#@LINE+1]]:3: warning: coarsening has no effect here: 'inner' launches kernels itself [-fl-coarsen]
  inner<<<8, 1>>>(p);
  // CHECK: {{^}}  leaves<<<8, 32>>>(p);
  // WARN: coarsen_keep.cu:[[#@LINE+1]]:3: warning: coarsening has no effect here: threads of 'leaves' may leave early
  leaves<<<8, 32>>>(p);
}
__global__ void in_place(int *p) {
#pragma freelaunch strategy(t4)
  // WARN: coarsen_keep.cu:[[#@LINE+1]]:3: warning: coarsening has no effect here: under t4
  leaf<<<1, 1>>>(p);
}
__global__ void lists(int *p) {
  // CHECK: {{^}}  auto start = [p](int blocks) { leaf__fl_launch(__fl::coarsened<4>(), __fl::config(blocks, 32), p); };
  auto start = [p](int blocks) { leaf<<<blocks, 32>>>(p); };
  start(8);
}
// Called what descriptors call a member of theirs, where the name would be that.
template <int N> __global__ void number(int *p) { p[blockIdx.x] = N; }
// CHECK: struct number__fl_user {
// CHECK: fl_start(
// CHECK-NEXT: number<N><<<
// CHECK: struct number__fl {
// CHECK: static constexpr int number =
__global__ void of_number(int *p) { number<2><<<8, 32>>>(p); }
// CHECK: {{^}}__global__ void of_number(int *p) { number__fl_launch<2>(__fl::coarsened<4>(), __fl::config(8, 32), p); }
