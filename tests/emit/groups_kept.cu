// RUN: flcc --fl-emit --fl-target=cuda -o /dev/null %s 2>&1 | FileCheck %s
// What of cooperative groups a virtual block cannot give is kept, and says so.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void grid(int *p) { cg::this_grid().sync(); }
__global__ void parent1(int *p) { grid<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'grid': kept: 'grid' uses 'sync' of a cooperative group [-fl-kept]
__global__ void splits(int *p) {
  auto cta = cg::this_thread_block();
  auto token = cta.barrier_arrive();
  cta.barrier_wait(static_cast<decltype(token) &&>(token));
}
__global__ void parent2(int *p) { splits<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'splits': kept: 'splits' uses 'barrier_arrive' of a cooperative group [-fl-kept]
using block_type = cg::thread_block;
__global__ void hides(int *p) {
  block_type cta = cg::this_thread_block();
  cta.sync();
}
__global__ void parent3(int *p) { hides<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'hides': kept: the type of 'cta' hides a cooperative group [-fl-kept]
struct holder {
  cg::thread_block block;
};
__global__ void holds(int *p) {
  holder h = {cg::this_thread_block()};
  h.block.sync();
}
__global__ void parent4(int *p) { holds<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'holds': kept: {{.*}}cooperative group{{.*}} [-fl-kept]
#define BLOCK cg::this_thread_block()
__global__ void in_macro(int *p) { BLOCK.sync(); }
__global__ void parent5(int *p) { in_macro<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'in_macro': kept: {{.*}} [-fl-kept]
template <class G> __device__ void waits(const G &g) { g.sync(); }
__global__ void hands_on(int *p) { auto g = cg::this_grid(); waits(g); }
__global__ void parent6(int *p) { hands_on<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'hands_on': kept: 'hands_on' does more with the cooperative group 'g' than can be written out anew [-fl-kept]
__global__ void any_group(int *p) { auto g = cg::this_grid(); cg::sync(g); }
__global__ void parent8(int *p) { any_group<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'any_group': kept: 'any_group' does more with the cooperative group 'g' than can be written out anew [-fl-kept]
__global__ void is_valid(int *p) { *p = cg::this_grid().is_valid(); }
__global__ void parent9(int *p) { is_valid<<<1, 32>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'is_valid': kept: 'is_valid' uses 'is_valid' of a cooperative group [-fl-kept]
__global__ void large(int *p) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  tile.sync();
}
__global__ void parent7(int *p) { large<<<1, 128>>>(p); }
// CHECK-DAG: groups_kept.cu:[[@LINE-1]]:35: warning: launch of 'large': kept: 'large' uses a tile of more than 32 threads [-fl-kept]
