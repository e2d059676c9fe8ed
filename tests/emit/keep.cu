// RUN: flcc --fl-emit --fl-strategy=keep -o - %s | FileCheck %s
// Everything stays: the text is the user's own.
// CHECK-NOT: freelaunch.h
__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) {
  // CHECK: {{^}}  child<<<1, 1>>>(p);
  child<<<1, 1>>>(p);
}
int main() {
  // CHECK: {{^}}  parent<<<1, 1>>>(nullptr);
  parent<<<1, 1>>>(nullptr);
}
