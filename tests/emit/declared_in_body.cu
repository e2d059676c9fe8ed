// RUN: flcc --fl-emit -dc --fl-strategy=t1 %s -o - 2>&1 | grep -v "^ *//" | FileCheck %s
// A kernel of another file that only a body declares: it is declared in front of the function, once, and no more in the copy of the body.
// CHECK: {{^}}__global__ void child(int *, int);
// CHECK: parent__fl_body(FlCtx &fl_ctx, int *p)
// CHECK-NEXT: threadIdx
// CHECK-NEXT: #line
// CHECK-NEXT: {
// CHECK-NEXT: {{^}}  ;
// CHECK-NEXT: {{^}}  child__fl_launch(
__global__ void parent(int *p) {
  __global__ void child(int *, int);
  child<<<1, 4, 0, cudaStreamFireAndForget>>>(p, threadIdx.x);
}
