// Which parents under auto have a form besides whose blocks launch their own children: those that the host selects for, in relocatable code that is to be linked.
// RUN: flcc --fl-emit -rdc=true -c %s -o - | grep -v '^ *//' | FileCheck %s
// RUN: flcc --fl-emit -dc --fl-remarks %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: flcc --fl-emit %s -o - | grep -v '^ *//' | FileCheck %s --check-prefix=WHOLE
// RUN: flcc --fl-emit -rdc=true -c --fl-strategy=t1 %s -o - | grep -v '^ *//' | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: by_block
// WHOLE-NOT: select_or_launch
// CHECK: #define FL_ENGINES (FL_ENGINE_SPLIT | FL_ENGINE_GATHERING)
__global__ void child(int *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x] += n;
}
__global__ void parent(int *p, int n) {
  if (threadIdx.x < n)
    child<<<1, 32>>>(p, n);
}
// CHECK: __global__ void parent__fl_by_blocks(FL_GRID_CONSTANT const __fl::gather fl_g, int *p, int n) {
// CHECK-NEXT: __fl::run_by_blocks<parent__fl>(fl_g, parent__fl::args{p, n});
// CHECK: __fl::select_or_launch<parent__fl>(fl_cfg, parent__fl_parent, parent__fl_in_place, parent__fl_by_blocks, p, n);
template <class T> __global__ void generic(T *p, int n) {
  if (threadIdx.x < n)
    child<<<1, 32>>>(p, n);
}
// CHECK: void generic__fl_by_blocks(FL_GRID_CONSTANT const __fl::gather fl_g, T *p, int n) {
// CHECK-NEXT: __fl::run_by_blocks<generic__fl<T>>(fl_g, typename generic__fl<T>::args{p, n});
// Nothing to select: an order among launches of the grid, one behind the whole grid, children that launch.
__global__ void behind(int *p, int n) {
  child<<<1, 32, 0, cudaStreamTailLaunch>>>(p, n);
}
// CHECK-NOT: behind__fl_by_blocks
__global__ void nested(int *p, int n) {
  if (n)
    parent<<<1, 32>>>(p, n - 1);
}
// CHECK-NOT: nested__fl_by_blocks
int main() {
  parent<<<1, 32>>>(nullptr, 0);
  // REMARK: or_launch.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'parent': what it launches is recorded (t1 or t2), run in place (t4), or either by its size, or each block launches its own (block), chosen at run time
  generic<<<1, 32>>>((int *)nullptr, 0);
  behind<<<1, 32>>>(nullptr, 0);
  nested<<<1, 32>>>(nullptr, 0);
}
