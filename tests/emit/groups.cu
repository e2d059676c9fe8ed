// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// Cooperative groups become those of the virtual block; the kernel's own symbol keeps its text.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int sum(cg::thread_block b, const cg::thread_block_tile<32> &tile, int v) {
  cg::sync(b);
  return tile.shfl_xor(v, 1);
}
// CHECK-NOT: FL_NO_GROUPS
// CHECK: __device__ int sum__fl_ctx(FlCtx &fl_ctx, __fl::groups::thread_block b, const __fl::groups::thread_block_tile<32> &tile, int v) {
// CHECK: __fl::groups::sync(b);
__global__ void child(int *p) {
  cg::thread_block cta = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(cta);
  p[cta.thread_rank()] = sum(cta, tile, 1);
}
// CHECK: cg::thread_block cta = cg::this_thread_block();
// CHECK: void child__fl_body(FlCtx &fl_ctx, int *p) {
// CHECK-NEXT: const __fl::api::this_thread_block<FlCtx> this_thread_block{fl_ctx};
// CHECK: __fl::groups::thread_block cta = this_thread_block();
// CHECK-NEXT: auto tile = __fl::groups::tiled_partition<32>(cta);
// CHECK-NEXT: p[cta.thread_rank()] = sum__fl_ctx(fl_ctx, cta, tile, 1);
// CHECK: barrier = true, early_exit = false, warp_sync = true
__global__ void parent(int *p) { child<<<1, 64>>>(p); }
int main() { parent<<<1, 1>>>(nullptr); }
