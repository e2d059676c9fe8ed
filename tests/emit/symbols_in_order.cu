// RUN: flcc --fl-strategy=t1 -dc --fl-emit %s -o - 2>/dev/null | grep -v CHECK | FileCheck %s
// RUN: flcc --fl-strategy=t4 -dc --fl-emit %s -o - 2>&1 | grep -v SERIAL: | FileCheck --check-prefix=SERIAL %s
// Launches of one thread that are in an order become the same in all symbols that make them: native ones where some cannot be run serially, or where
// kernels of another file may have launched before they call a function.
#include <cuda_runtime.h>
// clang-format off
__global__ void joined(int *v, int n) {
  v[threadIdx.x] = __shfl_down_sync(~0u, n, 1);
}
__global__ void plain(int *v, int *sum) { atomicAdd(sum, v[threadIdx.x]); }

static __device__ void first(int *v) {
  joined<<<1, 32>>>(v, 40);
}
__global__ void by_function(int *v, int *sum) {
  first(v);
  plain<<<1, 32>>>(v, sum);
}
// CHECK: {{^}}static __device__ void first(
// CHECK-NEXT: joined<<<1, 32>>>(v, 40);
// CHECK: {{^}}__global__ void by_function(
// CHECK-NEXT: first(v);
// CHECK-NEXT: plain<<<1, 32>>>(v, sum);

static __device__ void then(int *v, int *sum) {
  plain<<<1, 32>>>(v, sum);
}
static __device__ void either(int *v, int *sum) {
  if (*v)
    then(v, sum);
}
__global__ void to_function(int *v, int *sum) {
  joined<<<1, 32>>>(v, 40);
  either(v, sum);
}
// CHECK: {{^}}static __device__ void then(
// CHECK-NEXT: plain<<<1, 32>>>(v, sum);

static __device__ void alone(int *v, int *sum) {
  plain<<<1, 32>>>(v, sum);
}
__global__ void one_of_them(int *v, int *sum) {
  if (*v)
    alone(v, sum);
  else
    first(v);
}
// CHECK: {{^}}static __device__ void alone(
// CHECK-NEXT: plain__fl_launch(__fl::serial(fl_ctx), __fl::config(1, 32), v, sum);

__device__ void shared_with_others(int *v, int *sum) {
  plain<<<1, 32>>>(v, sum);
}
__global__ void calls(int *v, int *sum) {
  shared_with_others(v, sum);
}
// CHECK: {{^}}__device__ void shared_with_others(
// CHECK-NEXT: plain<<<1, 32>>>(v, sum);
// CHECK: shared_with_others__fl_ctx(
// CHECK: plain__fl_launch(__fl::record(fl_ctx), __fl::config(1, 32), v, sum);
// SERIAL: symbols_in_order.cu:[[@LINE-9]]:3: warning: launch of 'plain': kept: 'shared_with_others' may be called behind native launches of another file
// SERIAL: plain__fl_launch(__fl::serial(fl_ctx), __fl::config(2, 32), v, sum);
__global__ void by_itself(int *v, int *sum) { plain<<<2, 32>>>(v, sum); }

// Nothing calls it here.
static __device__ void uncalled(int *v, int *sum) {
  joined<<<1, 32>>>(v, 40);
  plain<<<3, 32>>>(v, sum);
}
// SERIAL: joined<<<1, 32>>>(v, 40);
// SERIAL: plain<<<3, 32>>>(v, sum);

// Copies and fills are in that order, too: in what runs without a visible call, and where kernels that launch natively call the same function.
struct Clears {
  int *p;
  __device__ ~Clears() {
    cudaMemsetAsync(p, 0, 128);
  }
};
__global__ void by_object(int *v, int *sum) {
  plain<<<4, 32>>>(v, sum);
  Clears c{v};
}
// SERIAL: __device__ ~Clears() {
// SERIAL-NEXT: cudaMemsetAsync(p, 0, 128);
// SERIAL: plain<<<4, 32>>>(v, sum);

static __device__ void clear(int *v) {
  cudaMemsetAsync(v, 0, 128);
}
__global__ void in_one_way(int *v, int *sum) {
  plain<<<5, 32>>>(v, sum);
  clear(v);
}
__global__ void in_another(int *v) {
  joined<<<1, 32>>>(v, 40);
  clear(v);
}
// SERIAL: {{^}}static __device__ void clear(
// SERIAL-NEXT: cudaMemsetAsync(v, 0, 128);
// SERIAL: plain<<<5, 32>>>(v, sum);
static __device__ void clear_in_place(int *v) {
  cudaMemsetAsync(v, 0, 128);
}
__global__ void serially(int *v, int *sum) {
  clear_in_place(v);
  plain<<<6, 32>>>(v, sum);
}
// SERIAL: {{^}}static __device__ void clear_in_place(
// SERIAL-SAME: const __fl::api::cudaMemsetAsync<
// SERIAL: plain__fl_launch(__fl::serial(fl_ctx), __fl::config(6, 32), v, sum);
