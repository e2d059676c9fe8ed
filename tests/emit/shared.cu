// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// Shared variables of a child move into a struct, of which every virtual block has its own.
const int B = 64;
__global__ void child(int *p) {
  __shared__ int a[B], sum;
  extern __shared__ float dyn[];
  a[threadIdx.x] = p[threadIdx.x];
  dyn[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    sum = a[0];
  __syncthreads();
  p[threadIdx.x] = sum;
}
// CHECK: struct child__fl_shared {
// CHECK-NEXT: alignas(16) __fl::type<int[64]> a;
// CHECK-NEXT: alignas(16) __fl::type<int> sum;
// CHECK: const __fl::api::syncthreads<FlCtx> __syncthreads{fl_ctx};
// CHECK: auto &fl_sh = fl_ctx.template shared<child__fl_shared>();
// CHECK: auto &a = fl_sh.a; auto &sum = fl_sh.sum;
// CHECK: auto *dyn = fl_ctx.template dynamic_shared<float>();
// CHECK: using shared = child__fl_shared;
// CHECK: barrier = true, early_exit = false
// CHECK: dynamic_shared = 256;
__global__ void parent(int *p) { child<<<1, 64, 256>>>(p); }
int main() { parent<<<1, 1>>>(nullptr); }
