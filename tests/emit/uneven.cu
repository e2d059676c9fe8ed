// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - | grep -v '^ *//' | FileCheck %s
// Kernels with loops of unknown ends, in them or in what they call: their blocks are claimed by the drain's as these have time.

__device__ int collatz(int n) {
  int steps = 0;
  while (n != 1)
    n = n % 2 ? 3 * n + 1 : n / 2, ++steps;
  return steps;
}
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

// CHECK-LABEL: struct even__fl {
// CHECK-NOT: bool uneven
__global__ void even(int *out) {
  for (int i = 0; i < 4; i++)
    out[4 * threadIdx.x + i] = i;
}
// CHECK-LABEL: struct calls__fl {
// CHECK: static constexpr bool uneven = true;
__global__ void calls(int *out) { out[threadIdx.x] = collatz(threadIdx.x + 1); }
// CHECK-LABEL: struct recursive__fl {
// CHECK: static constexpr bool uneven = true;
__global__ void recursive(int *out) { out[threadIdx.x] = factorial(threadIdx.x); }
// CHECK-LABEL: struct bounded__fl {
// CHECK: static constexpr bool uneven = true;
__global__ void bounded(int *out, int n) {
  for (int i = 0; i < n; i++)
    out[threadIdx.x] += i;
}
// CHECK-LABEL: struct parent__fl {
// CHECK-NOT: bool uneven
__global__ void parent(int *out) {
  if (threadIdx.x == 0)
    even<<<1, 32>>>(out);
  if (threadIdx.x == 1)
    calls<<<1, 32>>>(out);
  if (threadIdx.x == 2)
    recursive<<<1, 32>>>(out);
  if (threadIdx.x == 3)
    bounded<<<1, 32>>>(out, threadIdx.x);
}
void host(int *out) { parent<<<1, 32>>>(out); }
