// RUN: flcc --fl-emit --fl-strategy=t4 -o - %s | grep -v CHECK | FileCheck %s
// t4 of a child with barriers: cut into regions at the barriers, the uniform loop hoisted, what lives across them in slots.
__global__ void reduce(const int *in, int n, int *out) {
  __shared__ int part[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (i == 0 || threadIdx.x != 0)
    return;
  atomicAdd(out, part[0]);
}
// CHECK: void reduce__fl_block(FlCtx &fl_ctx, const int *in, int n, int *out) {
// CHECK-NEXT: struct fl_slot { __fl::mutable_type<int> i_0; };
// CHECK-NEXT: __fl::threads<fl_slot, true, typename FlCtx::kernel> fl_all(fl_ctx);
// CHECK: fl_all.run(fl_ctx, [&](fl_slot &fl_s) -> bool {
// CHECK: auto &i = fl_s.i_0;
// CHECK: i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK: for (int s = blockDim.x / 2; s > 0; s /= 2) {
// CHECK-NEXT: fl_all.run(
// CHECK: return true;
// CHECK: static __device__ void run_block(
// What keeps nothing, and from which nobody returns, needs no slots.
__global__ void turn(const int *in, int *out) {
  __shared__ int part[128];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = part[127 - threadIdx.x];
}
// CHECK: void turn__fl_block(
// CHECK-NEXT: struct fl_slot { };
// CHECK-NEXT: __fl::threads<fl_slot, false, typename FlCtx::kernel> fl_all(fl_ctx);
// The error of a launch is that of the thread that tries it.
__global__ void nothing() {}
__device__ bool failed() { return cudaGetLastError() != cudaSuccess; }
__global__ void asks(int *out) {
  nothing<<<1, threadIdx.x>>>();
  __syncthreads();
  out[threadIdx.x] = failed();
}
// CHECK: void asks__fl_block(
// CHECK-NEXT: struct fl_slot { };
// CHECK-NEXT: __fl::threads<fl_slot, false, typename FlCtx::kernel, true> fl_all(fl_ctx);
__global__ void parent(const int *in, int n, int *out) {
  // CHECK: reduce__fl_launch(__fl::serial(fl_ctx), __fl::config((n + 127) / 128, 128), in, n, out);
  reduce<<<(n + 127) / 128, 128>>>(in, n, out);
  turn<<<1, 128>>>(in, out);
  asks<<<1, 128>>>(out);
}
int main() {
  // CHECK: parent<<<1, 1>>>(nullptr, 0, nullptr);
  parent<<<1, 1>>>(nullptr, 0, nullptr);
}
