// Who waits for launches that stay native does so by the program's own call: a stand-in, which waits for nothing, is right only where launches run in place.
// RUN: flcc --fl-emit -dc %s -o - 2>/dev/null | grep -v '^ *//' | FileCheck %s --implicit-check-not="api::cudaDeviceSynchronize<__fl::native_ctx>"
// RUN: flcc --fl-emit --fl-strategy=t4 %s -o - 2>/dev/null | grep -v '^ *//' | FileCheck %s --check-prefix=SERIAL
__global__ void child(int *p) { atomicAdd(p, 1); }
__shared__ int kept;

// Of a launch that is kept, in another function.
static __device__ void wait_for_kept() { cudaDeviceSynchronize(); }
__global__ void with_kept(int *p) {
  kept = 1;
  child<<<1, 1>>>(p);
  wait_for_kept();
}
// CHECK: void wait_for_kept() { cudaDeviceSynchronize(); }
// SERIAL: void wait_for_kept() { cudaDeviceSynchronize(); }

// In a destructor.
struct Guard {
  __device__ ~Guard() { cudaDeviceSynchronize(); }
};
__global__ void with_guard(int *p) {
  Guard g;
  kept = 1;
  child<<<1, 1>>>(p);
}
// CHECK: ~Guard() { cudaDeviceSynchronize(); }

// In a symbol that a kept launch comes to.
__global__ void recursive(int *p, int n) {
  if (n)
    recursive<<<1, 1>>>(p, n - 1);
  cudaDeviceSynchronize();
}
__global__ void launches_recursive(int *p) {
  kept = 1;
  recursive<<<1, 1>>>(p, 2);
}
// CHECK: __global__ void recursive(int *p, int n) {
// CHECK-NEXT: if (n)
// CHECK-NEXT: recursive<<<1, 1>>>(p, n - 1);

// In a symbol that is native because another file may call what it calls, and that nothing here comes to.
__device__ void start(int *p) { child<<<1, 1>>>(p); }
__global__ void starts(int *p) {
  start(p);
  cudaDeviceSynchronize();
}
// CHECK: __global__ void starts(int *p) {{.*}}__fl::api::unseen_join<__fl::native_ctx> cudaDeviceSynchronize{fl_ctx};
// SERIAL: __global__ void starts(int *p) {{.*}}__fl::api::cudaDeviceSynchronize<__fl::native_ctx> cudaDeviceSynchronize{fl_ctx};
// Of another file's launches: nobody waits for these, and the host says so.
__device__ void waits_for_others() { cudaDeviceSynchronize(); }
// CHECK: void waits_for_others() {{.*}}__fl::api::unseen_join<__fl::native_ctx> cudaDeviceSynchronize{fl_ctx};
// So it does where kernels of this file wait by it, too, for launches that ran in place: these call a copy. In what it calls it is the same.
static __device__ void waits_inside() { cudaDeviceSynchronize(); }
__device__ void waits_for_all() { waits_inside(); }
__global__ void waits_in_place(int *p) {
  child<<<1, 1>>>(p);
  waits_for_all();
  waits_inside();
}
// CHECK: void waits_inside() {{.*}}__fl::api::unseen_join<__fl::native_ctx> cudaDeviceSynchronize{fl_ctx};
// CHECK: __global__ void waits_in_place(int *p) { __fl::native_ctx fl_ctx;
// CHECK-NEXT: child__fl_launch(__fl::serial(fl_ctx), __fl::config(1, 1), p);
// CHECK-NEXT: waits_for_all__fl_ctx(fl_ctx);
// CHECK-NEXT: waits_inside__fl_ctx(fl_ctx);
// One that waits for nothing.
__global__ void waits_in_vain() { waits_inside(); }
// CHECK: __global__ void waits_in_vain() { __fl::native_ctx fl_ctx; waits_inside__fl_ctx(fl_ctx); }
// SERIAL: __global__ void waits_in_vain() { waits_inside(); }
// CHECK-DAG: {"_Z5startPi", "depends on its block", "", 0},
// CHECK-DAG: {"_Z16waits_for_othersv", "waits for what is launched elsewhere", "", 0, true},
int main() {
  int *p = nullptr;
  with_kept<<<1, 1>>>(p);
  with_guard<<<1, 1>>>(p);
  recursive<<<1, 1>>>(p, 1);
  launches_recursive<<<1, 1>>>(p);
  starts<<<1, 1>>>(p);
  waits_in_place<<<1, 1>>>(p);
  waits_in_vain<<<1, 1>>>();
}
