// What one thread launches behind a barrier comes behind what others have launched in front of it: a block has one NULL stream, and its barriers say in which
// order launches get there.
// REMARK-t1: launch of 'init': t1; order: a thread may launch behind a barrier what comes behind others' launches
// REMARK-grid: launch of 'scale': grid
// REMARK-t4: launch of 'init': t4
// REMARK-warp: launch of 'scale': kept
// ENV: FL_WORKLIST=2
// ENV: FL_CHOICE=t4
// TARGET-keep: cpu: native fills with anything but zero fill with zeros (CUDA 13.0)
// TARGET-warp: cpu: it leaves them native
#include "include/test.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
const int blocks = 4, n = 32;

// They take their time, lest those in front be done by chance.
__device__ void idle(int rounds) {
  for (volatile int k = 0; k < rounds; k++) {
  }
}
__global__ void init(int *p, int v) {
  idle(5000);
  p[threadIdx.x] = v;
}
__global__ void scale(int *p) {
  idle(1000);
  p[threadIdx.x] *= 3;
}
__global__ void plus(int *p, int v) {
  idle(1000);
  p[threadIdx.x] += v;
}

__global__ void two(int *p) {
  p += blockIdx.x * n;
  if (threadIdx.x == 0)
    init<<<1, n>>>(p, 5);
  __syncthreads();
  if (threadIdx.x == 1)
    scale<<<1, n>>>(p);
}
__device__ void meet() { __syncthreads(); }
__global__ void loop(int *p) {
  p += blockIdx.x * n;
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x == i)
      plus<<<1, n>>>(p, i + 1);
    __syncthreads();
    if (threadIdx.x == 7 - i)
      scale<<<1, n>>>(p);
    meet();
  }
}
__device__ void first(int *p, int v) {
  if (threadIdx.x == 2)
    init<<<1, n>>>(p, v);
}
__device__ int any_thread(int x) { return __syncthreads_or(x); }
__global__ void functions(int *p) {
  p += blockIdx.x * n;
  first(p, 9);
  if (any_thread(threadIdx.x == 0) && threadIdx.x == 9)
    scale<<<1, n>>>(p);
}
__global__ void below(int *p, int v) {
  if (threadIdx.x == 3)
    init<<<1, n>>>(p, v);
  __syncthreads();
  if (threadIdx.x == 1)
    scale<<<1, n>>>(p);
}
__global__ void leaves(int *p) { // a thread that has launched, and left, is in front of the barrier
  p += blockIdx.x * n;
  if (threadIdx.x == 5) {
    below<<<1, n>>>(p, 4);
    return;
  }
  __syncthreads();
  if (threadIdx.x == 6)
    plus<<<1, n>>>(p, 1);
}
__global__ void fills(int *p) {
  p += blockIdx.x * n;
  if (threadIdx.x == 5)
    cudaMemsetAsync(p, 1, n * sizeof(int), 0);
  __syncthreads();
  if (threadIdx.x == 6)
    plus<<<1, n>>>(p, 1);
}
__global__ void child(int *p) {
  if (threadIdx.x == 1)
    below<<<1, n>>>(p + blockIdx.x * n, 6);
}
template <class T> __global__ void lambda(T *p) {
  p += blockIdx.x * n;
  auto sync = [] { __syncthreads(); };
  if (threadIdx.x == 1)
    init<<<1, n>>>(p, 6);
  sync();
  if (threadIdx.x == 40)
    scale<<<1, n>>>(p);
}
__global__ void group(int *p) {
  p += blockIdx.x * n;
  cg::thread_block all = cg::this_thread_block();
  if (threadIdx.x == 0)
    init<<<1, n>>>(p, 5);
  all.sync();
  if (threadIdx.x == 1)
    scale<<<1, n>>>(p);
  cg::sync(all);
  if (threadIdx.x == 40)
    plus<<<1, n>>>(p, 2);
}

static bool is(const char *what, void (*kernel)(int *), int want) {
  bool right = true;
  int *p = device_zeros<int>(blocks * n);
  for (int round = 0; round < 3; round++) {
    CHECK(cudaMemset(p, 0, blocks * n * sizeof(int)));
    kernel<<<blocks, 64>>>(p);
    right &= to_host(p, blocks * n) == std::vector<int>(blocks * n, want);
  }
  if (!right)
    printf("%s\n", what);
  return right;
}
int main() {
  allow_launches(20000);
  const bool right = is("two", two, 15) & is("loop", loop, (((1 * 3 + 2) * 3 + 3) * 3 + 4) * 3) & is("functions", functions, 27) & is("leaves", leaves, 13) &
                     is("fills", fills, 0x1010102) & is("child", child, 18) & is("lambda", lambda<int>, 18) & is("group", group, 17);
  return verdict(right, "see above");
}
