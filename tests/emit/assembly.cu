// RUN: flcc --fl-emit --fl-strategy=t1 %s -o %t 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t4 %s -o %t 2>&1 | FileCheck --check-prefix=SERIAL %s
// Inline assembly that a virtual block would give another meaning keeps a launch; what is the same there does not.
#define BLOCK(x) asm("mov.u32 %0, %%ctaid.x;" : "=r"(x))
__global__ void reads_block(int *p) {
  unsigned b;
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(b));
  p[b] = 1;
}
__global__ void reads_block_by_macro(int *p) {
  unsigned b;
  BLOCK(b);
  p[b] = 1;
}
__global__ void leaves(int *p) {
  if (p[0])
    asm volatile("exit;");
  p[threadIdx.x] = 1;
}
__global__ void exchanges(int *p) {
  int v;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(v) : "r"(p[threadIdx.x]));
  p[threadIdx.x] = v;
}
__global__ void reads_lane(int *p) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  p[threadIdx.x] = lane;
}
__global__ void computes(int *p) {
  int ret, tid = 1;
  asm volatile("{\n\tadd.u32 %0, %1, 1; \n\t"
               "membar.gl;\n}"
               : "=r"(ret)
               : "r"(p[threadIdx.x]), "r"(tid));
  p[threadIdx.x] = ret;
}
__device__ unsigned block() {
  unsigned b;
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(b));
  return b;
}
__device__ unsigned lane() {
  unsigned b;
  asm("mov.u32 %0, %%laneid;" : "=r"(b));
  return b;
}
__global__ void calls_block(int *p) { p[block()] = 1; }
__global__ void calls_lane(int *p) { p[lane()] = 1; }
__global__ void parent(int *p) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: warning: launch of 'reads_block': kept: {{.*}}'{{[a-z_]+}}' holds inline assembly that may read an index
  // SERIAL: warning: launch of 'reads_block': kept: {{.*}}'{{[a-z_]+}}' holds inline assembly that may read an index
  reads_block<<<4, 1>>>(p);
}
__global__ void parent2(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'reads_block_by_macro': kept: {{.*}}'{{[a-z_]+}}' holds inline assembly that may read an index
  reads_block_by_macro<<<4, 1>>>(p);
}
__global__ void parent3(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'leaves': kept: {{.*}}'{{[a-z_]+}}' holds inline assembly that may end the thread
  leaves<<<4, 1>>>(p);
}
__global__ void parent4(int *p) {
  // CHECK-NOT: launch of 'exchanges': kept
  // SERIAL: warning: launch of 'exchanges': kept: 'exchanges' exchanges values within a warp
  exchanges<<<4, 32>>>(p);
}
__global__ void parent5(int *p) {
  // CHECK-NOT: launch of 'reads_lane': kept
  // SERIAL: warning: launch of 'reads_lane': kept
  reads_lane<<<4, 32>>>(p);
}
__global__ void parent6(int *p) {
  // CHECK-NOT: launch of 'computes': kept
  // SERIAL-NOT: launch of 'computes': kept
  computes<<<4, 32>>>(p);
}
__global__ void parent7(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'calls_block': kept: {{.*}}'block' holds inline assembly that may read an index
  calls_block<<<4, 32>>>(p);
}
__global__ void parent8(int *p) {
  // CHECK-NOT: launch of 'calls_lane': kept
  // SERIAL: warning: launch of 'calls_lane': kept
  calls_lane<<<4, 32>>>(p);
}
int main() {
  parent7<<<1, 1>>>(nullptr);
  parent8<<<1, 1>>>(nullptr);
  parent<<<1, 1>>>(nullptr);
  parent2<<<1, 1>>>(nullptr);
  parent3<<<1, 1>>>(nullptr);
  parent4<<<1, 1>>>(nullptr);
  parent5<<<1, 1>>>(nullptr);
  parent6<<<1, 1>>>(nullptr);
}
