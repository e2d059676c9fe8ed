// RUN: flcc --fl-strategy=t3 --fl-emit %s 2>&1 >%t | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s <%t
// A launch that stays native comes to its kernel's own symbol: what this launches stays native in it, and so on below, by functions, too.
// Where no native launch comes, a symbol says that nobody was to launch it.
#include <cuda_runtime.h>
// clang-format off
__global__ void leaf(int *sum) {
  int one = 1;
  for (int d = 16; d > 0; d /= 2)
    one += __shfl_down_sync(~0u, one, d);
  if (threadIdx.x == 0)
    atomicAdd(sum, one);
}
__global__ void twig(int *sum) {
  leaf<<<1, 32>>>(sum + 1);
}
__device__ void more(int *sum) {
  twig<<<1, 1>>>(sum + 2);
}
__global__ void middle(int *sum) {
  leaf<<<1, 32>>>(sum + 3);
  more(sum);
}
__global__ void top(int *sum) {
  middle<<<1, 1, 0, cudaStreamTailLaunch>>>(sum + 4);
}
__global__ void aside(int *sum) {
  leaf<<<1, 32>>>(sum + 5);
}
void host(int *sum) {
  top<<<1, 1>>>(sum);
  middle<<<1, 1>>>(sum);
  aside<<<1, 1>>>(sum);
}
// WARN: symbols.cu:[[@LINE-10]]:3: warning: launch of 'middle': kept: a tail launch must wait for the whole parent grid
// WARN-NOT: warning
// CHECK: {{^}}__global__ void twig(
// CHECK-NEXT: leaf<<<1, 32>>>(sum + 1);
// CHECK: {{^}}__device__ void more(
// CHECK-NEXT: twig<<<1, 1>>>(sum + 2);
// CHECK: {{^}}__global__ void middle(
// CHECK-NEXT: leaf<<<1, 32>>>(sum + 3);
// CHECK: {{^}}__global__ void aside(
// CHECK-NEXT: leaf__fl_launch(__fl::unseen(fl_ctx), __fl::config(1, 32), sum + 5);
