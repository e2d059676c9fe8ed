// RUN: flcc --fl-emit --fl-strategy=t1 -o %t %s 2>&1 | FileCheck %s --allow-empty --check-prefix=SAID
// RUN: FileCheck %s <%t
// A dim3 among the arguments of a file that includes nothing: its members are in the saved prelude, and are not looked at.
// SAID-NOT: {{.}}
__device__ unsigned sum;
// CHECK: using args = __fl::arguments<child__fl, unsigned, dim3>
__global__ void child(unsigned a, dim3 shape) { atomicAdd(&sum, a + shape.x); }
__global__ void parent(unsigned a) { child<<<1, 32>>>(a, dim3(a)); }
int main() { parent<<<1, 32>>>(3u); }
