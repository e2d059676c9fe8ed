// RUN: flcc --fl-emit --fl-strategy=t1 %s -o %t 2>&1 | FileCheck %s
// The text of inline assembly is that of its literals, joined; where there is anything else, what it does is not known.
#define REGISTER "%%ctaid.x"
#define ASM asm volatile
__global__ void by_macro(int *p) {
  unsigned b;
  asm volatile("mov.u32 %0, " REGISTER ";" : "=r"(b));
  p[b] = 1;
}
__global__ void by_keyword(int *p) {
  unsigned b;
  ASM("mov.u32 %0, %%laneid;" : "=r"(b));
  p[b] = 1;
}
__global__ void by_number(int *p) {
  unsigned b;
  asm volatile("mov.u32 %0, %%\x74id.x;" : "=r"(b));
  p[b] = 1;
}
__global__ void in_parts(int *p) {
  unsigned b;
  asm volatile("mov.u32 %0, %%ct" /* and */
               "aid.x;"
               : "=r"(b));
  p[b] = 1;
}
__global__ void spliced(int *p) {
  unsigned b;
  asm volatile("mov.u32 %0, %%ct\
aid.x;" : "=r"(b));
  p[b] = 1;
}
__global__ void raw(int *p) {
  asm volatile(R"x(
    mbarrier.inval.shared.b64 [0]; // not "nothing"
  )x");
  p[0] = 1;
}
__global__ void plain(int *p) {
  unsigned b;
  asm /* in parts */ volatile("{ .reg .u32 t; // a comment\n\t" // another
                              R"(mov.u32 t, %%laneid;)"
                              "add.u32 %0, t, 1;"
                              "}"
                              : "=r"(b)
                              : "r"(p[0])
                              : "memory");
  p[threadIdx.x] = b;
}
__global__ void parent(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'by_macro': kept: 'by_macro' holds inline assembly whose text is not made of literals alone
  by_macro<<<4, 32>>>(p);
}
__global__ void parent2(int *p) {
  // CHECK-NOT: launch of 'by_keyword': kept
  by_keyword<<<4, 32>>>(p);
}
__global__ void parent3(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'by_number': kept: 'by_number' holds inline assembly whose text is not made of literals alone
  by_number<<<4, 32>>>(p);
}
__global__ void parent4(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'in_parts': kept: 'in_parts' holds inline assembly that may read an index
  in_parts<<<4, 32>>>(p);
}
__global__ void parent5(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'spliced': kept: 'spliced' holds inline assembly that may read an index
  spliced<<<4, 32>>>(p);
}
__global__ void parent6(int *p) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: launch of 'raw': kept: 'raw' holds inline assembly that may be a barrier
  raw<<<4, 32>>>(p);
}
__global__ void parent7(int *p) {
  // CHECK-NOT: launch of 'plain': kept
  plain<<<4, 32>>>(p);
}
int main() {
  parent<<<1, 1>>>(nullptr);
  parent2<<<1, 1>>>(nullptr);
  parent3<<<1, 1>>>(nullptr);
  parent4<<<1, 1>>>(nullptr);
  parent5<<<1, 1>>>(nullptr);
  parent6<<<1, 1>>>(nullptr);
  parent7<<<1, 1>>>(nullptr);
}
