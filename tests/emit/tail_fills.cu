// A fill that waits for its whole grid stays a call of the device runtime in the kernel's own symbol, beside symbols that run copies and launches themselves.
// RUN: flcc --fl-strategy=t4 --fl-emit %s -o - 2>/dev/null | FileCheck %s
__global__ void filled_at_last(int *a, int n) {
  if (threadIdx.x == 0)
    cudaMemsetAsync(a, 0, n * sizeof(int), cudaStreamTailLaunch);
  a[threadIdx.x] = 7;
}
__global__ void launches_it(int *a, int n) { filled_at_last<<<1, 32>>>(a, n); }
__global__ void leaf(int *p, int *q, int n) { q[0] = p[n - 1]; }
__global__ void moves(int *p, int *q, int n) {
  cudaMemsetAsync(p, 0, n * sizeof(int), 0);
  leaf<<<1, 1>>>(p, q, n);
}
int main() {
  launches_it<<<1, 1>>>(nullptr, 0);
  moves<<<1, 1>>>(nullptr, nullptr, 0);
}
// CHECK: __global__ void filled_at_last(int *a, int n) {
// CHECK-NEXT: if (threadIdx.x == 0)
// CHECK: filled_at_last<<<1, 32>>>(a, n);
// CHECK: __global__ void moves(int *p, int *q, int n) { __fl::native_ctx fl_ctx; const __fl::api::cudaMemsetAsync<__fl::native_ctx> cudaMemsetAsync{fl_ctx};
