// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 -o /dev/null %s 2>&1 | grep -E 'warning|error' | FileCheck --check-prefix=KEPT %s
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
// What a reference means is changed, not the reference: in a warp it is as a load from that place.
__device__ void count(int &x) { x++; }
__global__ void by_reference_warp(int *p) {
  int v = 0, &other = v;
  other = threadIdx.x;
  if (other > 3)
    return;
  *p = __ballot_sync(~0u, 1);
}
// CHECK: void by_reference_warp__fl_body(
// CHECK: if (fl_ctx.leave((other > 3)))
__global__ void by_range_warp(int *p) {
  int v[2] = {0, (int)threadIdx.x};
  for (int &x : v)
    if (x > 3)
      return;
  *p = __ballot_sync(~0u, 1);
}
// KEPT: launch of 'by_range_warp': kept: threads of 'by_range_warp' may leave early
// Host code that casts const away, or says mutable, is no matter.
int *host_cast(const int *p) { return const_cast<int *>(p); }
struct range {
  int begin, end;
  __device__ int size() const { return end - begin; }
};
__global__ void of_block_warp(range *ranges, int *p) {
  range &r = ranges[blockIdx.x];
  const int n = r.size();
  if (n > 3)
    return;
  *p = __ballot_sync(~0u, 1);
  if (threadIdx.x == 0) {
    r.begin++;
    count(r.end);
  }
}
// CHECK: void of_block_warp__fl_body(
// CHECK-NOT: leave
// CHECK: struct of_block_warp__fl {
__global__ void parent_warps_told(int *p) { by_reference_warp<<<1, 64>>>(p); }
__global__ void parent_warps(int *p, range *ranges) {
  by_range_warp<<<1, 64>>>(p);
}
__global__ void parent_warps_of_block(int *p, range *ranges) {
  of_block_warp<<<1, 64>>>(ranges, p);
}
__global__ void parent(int *p) {
  by_asm<<<1, 64>>>(p);
  by_member<<<1, 64>>>(p);
  by_method<<<1, 64>>>(p);
  by_reference<<<1, 64>>>(p);
}
int main() { parent<<<1, 1>>>(nullptr); }
