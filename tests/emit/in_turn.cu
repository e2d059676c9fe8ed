// Which kernels launch on both sides of a barrier.
// RUN: flcc --fl-target=cpu --fl-strategy=t1 --fl-emit %s -o - 2>/dev/null | grep -v CHECK | FileCheck %s
#include <cooperative_groups.h>

__global__ void child(int *p) { p[threadIdx.x]++; }

// CHECK: struct both__fl {
// CHECK: in_turn = true;
// CHECK: struct either__fl {
__global__ void both(int *p) {
  if (threadIdx.x == 0)
    child<<<1, 32>>>(p);
  __syncthreads();
  if (threadIdx.x == 1)
    child<<<1, 32>>>(p);
}
// Threads of a block take one arm, or the other.
// CHECK-NOT: in_turn =
// CHECK: struct waits__fl {
__global__ void either(int *p, int n) {
  if (n < 10) {
    child<<<1, 32>>>(p);
    return;
  }
  __syncthreads();
  child<<<1, 32>>>(p + n);
}
// All of a block wait for what it has launched.
// CHECK-NOT: in_turn =
// CHECK: struct asks__fl {
__device__ void wait() {
  __syncthreads();
  if (threadIdx.x == 0)
    cudaDeviceSynchronize();
  __syncthreads();
}
__global__ void waits(int *p) {
  for (int i = 0; i < 3; i++) {
    child<<<1, 32>>>(p + 32 * threadIdx.x);
    wait();
  }
}
// It may be that nobody waits.
// CHECK: in_turn = true;
// CHECK: struct loose__fl {
__global__ void asks(int *p, bool wait) {
  for (int i = 0; i < 3; i++) {
    child<<<1, 32>>>(p + 32 * threadIdx.x);
    __syncthreads();
    if (wait)
      cudaDeviceSynchronize();
    __syncthreads();
  }
}
// Fire-and-forget launches have no order, nor have streams that hold one thing.
// CHECK-NOT: in_turn =
__global__ void loose(int *p) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(p);
  __syncthreads();
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  child<<<1, 32, 0, s>>>(p + 32);
  cudaStreamDestroy(s);
}
// The same within a warp.
// CHECK: struct warp__fl {
// CHECK: in_turn = true;
// CHECK: struct shuffles__fl {
// CHECK-NOT: in_turn =
__device__ void near() { __syncwarp(); }
__global__ void warp(int *p) {
  if (threadIdx.x == 0)
    child<<<1, 32>>>(p);
  near();
  if (threadIdx.x == 1)
    child<<<1, 32>>>(p);
}
__global__ void shuffles(int *p, int n) {
  if (n == 0)
    child<<<1, 32>>>(p);
  n = __shfl_sync(~0u, n, 3);
  if (n == 1)
    child<<<1, 32>>>(p);
}
// By a group, by objects that are called, and where lambdas launch that are called on both sides.
// CHECK: struct tile__fl {
// CHECK: in_turn = true;
// CHECK: struct functor__fl {
// CHECK: in_turn = true;
// CHECK: struct repeats__fl {
// CHECK: in_turn = true;
// CHECK: struct behind__fl {
// CHECK: in_turn = true;
// CHECK: struct around__fl {
// CHECK: in_turn = true;
// CHECK: struct before__fl {
// CHECK-NOT: in_turn =
__global__ void tile(int *p) {
  auto w = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  if (threadIdx.x == 0)
    child<<<1, 32>>>(p);
  w.sync();
  if (threadIdx.x == 1)
    child<<<1, 32>>>(p);
}
struct Meets {
  __device__ void operator()() const { __syncthreads(); }
};
template <class F> __device__ void apply(F f) { f(); }
__global__ void functor(int *p) {
  if (threadIdx.x == 0)
    child<<<1, 32>>>(p);
  apply(Meets());
  if (threadIdx.x == 1)
    child<<<1, 32>>>(p);
}
__global__ void repeats(int *p) {
  auto start = [&](int i) {
    if (threadIdx.x == i)
      child<<<1, 32>>>(p);
  };
  start(0);
  __syncthreads();
  start(1);
}
__global__ void behind(int *p) {
  auto start = [&] { child<<<1, 32>>>(p); };
  if (threadIdx.x == 0)
    child<<<1, 32>>>(p);
  __syncthreads();
  if (threadIdx.x == 1)
    start();
}
template <class F> __device__ void twice(F f) {
  f(0);
  __syncthreads();
  f(1);
}
__global__ void around(int *p) {
  twice([&](int i) {
    if (threadIdx.x == i)
      child<<<1, 32>>>(p);
  });
}
__global__ void before(int *p) {
  auto start = [&] { child<<<1, 32>>>(p); };
  __syncthreads();
  start();
  __syncthreads();
}
void run(int *p) {
  tile<<<1, 32>>>(p);
  functor<<<1, 32>>>(p);
  repeats<<<1, 32>>>(p);
  behind<<<1, 32>>>(p);
  around<<<1, 32>>>(p);
  before<<<1, 32>>>(p);
  warp<<<1, 32>>>(p);
  shuffles<<<1, 32>>>(p, 0);
  both<<<1, 32>>>(p);
  either<<<1, 32>>>(p, 3);
  waits<<<1, 32>>>(p);
  asks<<<1, 32>>>(p, true);
  loose<<<1, 32>>>(p);
}
