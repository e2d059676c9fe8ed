// A parent of which some launches are recorded and others stay native says so: it is not launched as a graph.
// RUN: flcc --fl-strategy=t1 --fl-emit -o - %s 2>/dev/null | grep -v '//' | FileCheck %s
// RUN: flcc --fl-emit -o - %s 2>/dev/null | grep -v '//' | FileCheck %s
// RUN: flcc --fl-strategy=t1 --fl-emit -DNONE -o - %s 2>/dev/null | grep -v '//\|"' | FileCheck --check-prefix=NONE --implicit-check-not=keeps %s
__global__ void child(int *p) { atomicAdd(p, 1); }
extern __device__ int elsewhere(int *p);
__global__ void unknown(int *p) { atomicAdd(p, elsewhere(p)); }
#ifndef NONE
__device__ void hand_on(int *p) { unknown<<<1, 32>>>(p); }
#else
__device__ void hand_on(int *p) { child<<<1, 32>>>(p); }
#endif
// CHECK-LABEL: struct child__fl {
// CHECK-NOT: keeps =
// CHECK-LABEL: struct parent__fl {
// CHECK: static constexpr bool keeps = true;
// CHECK-LABEL: struct other__fl {
// CHECK-NOT: keeps =
// CHECK-LABEL: int main
// NONE: struct parent__fl {
__global__ void parent(int *p) {
  if (threadIdx.x)
    child<<<1, 64>>>(p);
  else
    hand_on(p);
}
__global__ void other(int *p) { child<<<1, 64>>>(p); }
int main() {
  parent<<<1, 32>>>(nullptr);
  other<<<1, 32>>>(nullptr);
}
