// What a thread launches behind a join has no order with what it launched before.
// RUN: flcc --fl-emit --fl-strategy=t1 %s -o - | grep -v '^ *//' | FileCheck %s
__global__ void child(int *p) { p[threadIdx.x]++; }
// CHECK-LABEL: struct driver__fl {
// CHECK: ordered = false
__global__ void driver(int *p, int n) {
  for (int i = 0; i < n; i++) {
    child<<<1, 32>>>(p);
    if (cudaDeviceSynchronize() != cudaSuccess)
      return;
  }
  do {
    child<<<1, 32>>>(p);
  } while (0);
}
// CHECK-LABEL: struct at_times__fl {
// CHECK: ordered = true
__global__ void at_times(int *p, int n) {
  for (int i = 0; i < n; i++) {
    child<<<1, 32>>>(p);
    if (i % 2)
      cudaDeviceSynchronize();
  }
}
// CHECK-LABEL: struct perhaps__fl {
// CHECK: ordered = true
__global__ void perhaps(int *p, int n) {
  child<<<1, 32>>>(p);
  if (n > 3 && cudaDeviceSynchronize() == cudaSuccess)
    p[0]++;
  child<<<1, 32>>>(p);
}
// CHECK-LABEL: struct goes_on__fl {
// CHECK: ordered = true
__global__ void goes_on(int *p, int n) {
  while (n-- > 0) {
    child<<<1, 32>>>(p);
    if (p[n])
      continue;
    cudaDeviceSynchronize();
  }
}
// CHECK-LABEL: struct both__fl {
// CHECK: ordered = true
__global__ void both(int *p) {
  child<<<1, 32>>>(p);
  child<<<1, 32>>>(p);
  cudaDeviceSynchronize();
}
int main() {
  driver<<<1, 1>>>(nullptr, 3);
  at_times<<<1, 1>>>(nullptr, 3);
  perhaps<<<1, 1>>>(nullptr, 3);
  goes_on<<<1, 1>>>(nullptr, 3);
  both<<<1, 1>>>(nullptr);
}
