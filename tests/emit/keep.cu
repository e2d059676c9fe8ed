// RUN: flcc --fl-emit --fl-strategy=keep -o - %s | grep -v CHECK | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=keep -o - %s | not grep '^#include <freelaunch'
// Everything stays: the text is the user's own.

__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) {
  // CHECK: {{^}}  child<<<1, 1>>>(p);
  child<<<1, 1>>>(p);
}
int main() {
  // CHECK: {{^}}  parent<<<1, 1>>>(nullptr);
  parent<<<1, 1>>>(nullptr);
}
