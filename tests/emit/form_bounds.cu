// RUN: flcc --fl-strategy=t1 --fl-emit %s | grep -v "^ *//" | FileCheck %s
// RUN: flcc --fl-strategy=t1 --fl-emit -c %s | grep -v "^ *//" | FileCheck --check-prefix=PART %s
// What records takes more registers than the kernel itself: it is compiled for the blocks that the host launches, or, where these are not known, the kernel
// itself is launched if they do not fit.
#include <cuda_runtime.h>
// clang-format off
__global__ void child(int *p) { atomicAdd(p, 1); }
// CHECK: {{^}}__global__ void small__fl_parent(
// CHECK-NOT: launched_itself
__global__ void small(int *p) { child<<<1, 32>>>(p); }
// CHECK: {{^}}__global__ void __launch_bounds__(1024) large__fl_parent(
// CHECK-NOT: launched_itself
__global__ void large(int *p) { child<<<1, 32>>>(p); }
// CHECK: {{^}}__global__ void any__fl_parent(
// CHECK: __fl::launched_itself<any__fl>(fl_cfg, any__fl_parent, any, p)
__global__ void any(int *p) { child<<<1, 32>>>(p); }
// CHECK: {{^}}__global__ void __launch_bounds__(512, 2) said__fl_parent(
// CHECK: __fl::refuses_threads<said__fl>(fl_cfg, 512, 2)
// CHECK-NOT: launched_itself
__global__ void __launch_bounds__(512, 2) said(int *p);
__global__ void said(int *p) { child<<<1, 32>>>(p); }
// CHECK: {{^}}__global__ void __maxnreg__(64) registers__fl_parent(
__global__ void __maxnreg__(64) registers(int *p) { child<<<1, 32>>>(p); }
// Another file may launch it as it likes.
// PART: {{^}}__global__ void large__fl_parent(
// PART: __fl::launched_itself<large__fl>(
void host(int *p, int n) {
  small<<<9, 256>>>(p);
  small<<<9, dim3(8, 8)>>>(p);
  large<<<9, 32>>>(p);
  large<<<9, dim3(32, 32)>>>(p);
  any<<<9, n>>>(p);
  said<<<9, n>>>(p);
  registers<<<9, 1024>>>(p);
}
