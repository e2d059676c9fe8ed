// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// A parent that records, its child, and the host launch; the user's text stays.
// CHECK: #include <freelaunch/freelaunch.h>
// CHECK-NEXT: #line 1 "{{.*}}t1.cu"
__global__ void child(int s, int e, int *out) {
  int j = s + blockIdx.x * blockDim.x + threadIdx.x; // index
  if (j < e)
    out[j] = 1;
}
// CHECK: __global__ void child(int s, int e, int *out) {
// CHECK-NEXT: int j = s + blockIdx.x * blockDim.x + threadIdx.x; // index
// CHECK: template <class FlCtx> __device__ __forceinline__ void child__fl_body(FlCtx &fl_ctx, int s, int e, int *out) {
// CHECK-DAG: const auto blockIdx = fl_ctx.block_idx();
// CHECK-DAG: const auto threadIdx = fl_ctx.thread_idx();
// CHECK: #line 5 "{{.*}}t1.cu"
// CHECK: struct child__fl {
// CHECK-NEXT: number = 1;
// CHECK-NEXT: using args = __fl::pack<int, int, int *>;
// CHECK-NEXT: using kids = __fl::list<>;
// CHECK-NEXT: using shared = __fl::none;
// CHECK-NEXT: max_threads = 32, fixed_block = 32;
// CHECK-NEXT: flat_grid = true;
// CHECK-NEXT: barrier = false, early_exit = false, warp_sync = false, ordered = false;
// CHECK-NEXT: dynamic_shared = 0;
// CHECK: void child__fl_launch(const FlHow &fl_how, const __fl::config &fl_cfg, int s, int e, int *out) {
// CHECK-NEXT: fl_how.template launch<child__fl>(fl_cfg, child__fl::args{s, e, out});
__global__ void parent(const int *row, int *out) {
  int i = threadIdx.x;
  child<<<(row[i + 1] - row[i] + 31) / 32, 32>>>(row[i], row[i + 1], out);
}
// The symbol runs children serially; the copy records.
// CHECK: child__fl_launch(__fl::serial(fl_ctx), __fl::config((row[i + 1] - row[i] + 31) / 32, 32), row[i], row[i + 1], out);
// CHECK: parent__fl_body(FlCtx &fl_ctx, const int *row, int *out)
// CHECK: child__fl_launch(__fl::record(fl_ctx), __fl::config((row[i + 1] - row[i] + 31) / 32, 32), row[i], row[i + 1], out);
// CHECK: using kids = __fl::list<::child__fl>;
// The parent's own parameter is not recorded with each launch.
// CHECK: of_child_1[] = {-1, -1, 1};
// CHECK: fl_kernel == 1 ? of_child_1[fl_arg] : -1;
// CHECK: __global__ void parent__fl_parent(__fl::worklist fl_wl, const int *row, int *out) {
// CHECK: inline void parent__fl_host(const __fl::host_config &fl_cfg, const int *row, int *out) {
int main() {
  // CHECK: parent__fl_host(__fl::config(1, 32).at("parent t1.cu:43"), nullptr, nullptr);
  parent<<<1, 32>>>(nullptr, nullptr);
}
// CHECK-NOT: <<<1, 32>>>
