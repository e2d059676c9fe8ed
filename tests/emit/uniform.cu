// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// Returns that not all threads take, though nothing is assigned to what they depend on.
struct pair {
  int a;
  __device__ void set(int v) { a = v; }
};
__device__ void index(int &x) { x = threadIdx.x; }
__global__ void by_asm(int *p) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  if (lane > 3)
    return;
  __syncthreads();
}
// CHECK: struct by_asm__fl {
// CHECK: barrier = true, early_exit = true
__global__ void by_member(int *p) {
  pair s = {0};
  index(s.a);
  if (s.a > 3)
    return;
  __syncthreads();
}
// CHECK: struct by_member__fl {
// CHECK: barrier = true, early_exit = true
__global__ void by_method(int *p) {
  pair s = {0};
  s.set(threadIdx.x);
  if (s.a > 3)
    return;
  __syncthreads();
}
// CHECK: struct by_method__fl {
// CHECK: barrier = true, early_exit = true
__global__ void by_reference(int *p) {
  int v = 0, &other = v;
  other = threadIdx.x;
  if (v > 3)
    return;
  __syncthreads();
}
// CHECK: struct by_reference__fl {
// CHECK: barrier = true, early_exit = true
__global__ void parent(int *p) {
  by_asm<<<1, 64>>>(p);
  by_member<<<1, 64>>>(p);
  by_method<<<1, 64>>>(p);
  by_reference<<<1, 64>>>(p);
}
int main() { parent<<<1, 1>>>(nullptr); }
