// Launches of a scope become one.
// RUN: flcc --fl-emit --fl-strategy=block %s -o - | grep -v '^ *//' | FileCheck %s --check-prefixes=CHECK,BLOCK
// RUN: flcc --fl-emit --fl-strategy=warp %s -o - | grep -v '^ *//' | FileCheck %s --check-prefixes=CHECK,WARP
// RUN: flcc --fl-emit --fl-strategy=multiblock --fl-group=3 %s -o - | grep -v '^ *//' | FileCheck %s --check-prefixes=CHECK,MULTI
// RUN: flcc --fl-emit --fl-strategy=grid --fl-coarsen=4 %s -o - | grep -v '^ *//' | FileCheck %s --check-prefixes=CHECK,GRID
// RUN: flcc --fl-emit --fl-strategy=grid --fl-no-sparse-scan --fl-no-scalarize-args --fl-no-scalarize-config %s -o - | grep -v '^ *//' | FileCheck %s --check-prefix=OFF
// RUN: flcc --fl-emit --fl-strategy=block --fl-remarks %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: flcc --fl-emit --fl-strategy=warp --fl-streams=strict %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=STRICT
__global__ void child(int from, int to, int *a) {
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < to)
    a[i] = i;
}
// CHECK: struct child__fl {
// CHECK: fixed_block = 32;
// OFF: fixed_block = 0;
// OFF: flat_grid = false;

__global__ void parent(int n, const int *row, int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<(row[i + 1] - row[i] + 31) / 32, 32>>>(row[i], row[i + 1], a);
}
// CHECK: child__fl_launch(__fl::record(fl_ctx), __fl::config((row[i + 1] - row[i] + 31) / 32, 32), row[i], row[i + 1], a);
// CHECK: constexpr int of_child_1[] = {-1, -1, 2};
// BLOCK: static constexpr __fl::scope gathered = __fl::scope_block;
// WARP: static constexpr __fl::scope gathered = __fl::scope_warp;
// MULTI: static constexpr __fl::scope gathered = __fl::scope_blocks;
// MULTI: static constexpr int group = 3;
// GRID: static constexpr __fl::scope gathered = __fl::scope_grid;
// GRID: static constexpr unsigned coarsen = 4;
// CHECK: __global__ void parent__fl_parent(FL_GRID_CONSTANT const __fl::gather fl_g, int n, const int *row, int *a) {
// CHECK: const parent__fl::args fl_args{n, row, a};
// CHECK: __fl::gather_ctx<parent__fl> fl_ctx(fl_g, fl_args);
// CHECK: fl_ctx.end();
// CHECK: __fl::launch_gathering<parent__fl>(fl_cfg, parent__fl_parent, n, row, a);
// OFF-NOT: passes
// OFF: static constexpr bool dense = true;
// REMARK: [[@LINE-17]]:5: remark: launch of 'child': block; order: at most one launch a thread
// STRICT: [[@LINE-18]]:5: warning: launch of 'child': kept: the order of launches goes beyond a warp [-fl-kept]

int main() {
  parent<<<1, 32>>>(0, nullptr, nullptr);
}
