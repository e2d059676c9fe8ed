// Barriers put launches of a block's threads into an order where some wait for them, too.
// STRATEGIES: keep t1 t2 t3 t4 mega auto
// TARGET-keep: cpu
// REMARK-t1: launch of 'init': t1; order: a thread may launch behind a barrier what comes behind others' launches
// REMARK-t1: launch of 'mark': t1; order: a thread may launch more than once, kept in program order
// ENV: FL_CHOICE=t3
#include "include/test.h"
const int blocks = 4, n = 32;

__global__ void init(int *p, int v) {
  for (volatile int k = 0; k < 5000; k++) {
  }
  p[threadIdx.x] = v;
}
__global__ void scale(int *p) { p[threadIdx.x] *= 3; }
__global__ void plus(int *p, int v) { p[threadIdx.x] += v; }
__global__ void mark(int *p, int v) { p[threadIdx.x] += v; }

__global__ void two(int *p) {
  p += blockIdx.x * n;
  if (threadIdx.x == 0)
    init<<<1, n>>>(p, 5);
  __syncthreads();
  if (threadIdx.x == 1) {
    scale<<<1, n>>>(p);
    cudaDeviceSynchronize();
    p[0]++;
  }
}
__global__ void loop(int *p) {
  p += blockIdx.x * n;
  for (int i = 0; i < 3; i++) {
    if (threadIdx.x == i)
      plus<<<1, n>>>(p, i);
    __syncthreads();
    if (threadIdx.x == 5 - i)
      scale<<<1, n>>>(p);
    __syncthreads();
    if (threadIdx.x == 0 && i != 1)
      cudaDeviceSynchronize();
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    cudaDeviceSynchronize();
    p[0] += p[1];
  }
}
// What the block has waited for in between is in no order with what comes behind it.
__device__ void block_waits() {
  __syncthreads();
  if (threadIdx.x == 0)
    cudaDeviceSynchronize();
  __syncthreads();
}
__global__ void waits(int *p) {
  p += blockIdx.x * n;
  for (int i = 0; i < 3; i++) {
    if (threadIdx.x == i)
      mark<<<1, n>>>(p, p[threadIdx.x] + 1);
    block_waits();
  }
}

// Who may wait, but need not, leaves the order to the barriers.
__device__ int never;
__device__ void wait_if(int yes) {
  if (!yes)
    return;
  cudaDeviceSynchronize();
}
#define FIRST (threadIdx.x == 0)
#define UNWAITED(name, ...)                                                                        \
  __global__ void name(int *p) {                                                                   \
    const int x = never;                                                                           \
    p += blockIdx.x * n;                                                                           \
    if (FIRST)                                                                                     \
      init<<<1, n>>>(p, 5);                                                                        \
    __syncthreads();                                                                               \
    __VA_ARGS__;                                                                                   \
    __syncthreads();                                                                               \
    if (threadIdx.x == 1)                                                                          \
      scale<<<1, n>>>(p);                                                                          \
  }
UNWAITED(waits_if, if (FIRST && x) cudaDeviceSynchronize())
UNWAITED(waits_behind, if (FIRST) x && cudaDeviceSynchronize())
UNWAITED(waits_in_call, if (FIRST) wait_if(x))
UNWAITED(nobody_waits, if (threadIdx.x == x + 77) cudaDeviceSynchronize())
UNWAITED(breaks, do { if (!x) break; if (FIRST) cudaDeviceSynchronize(); } while (0))
UNWAITED(switches, switch (x) { case 1: cudaDeviceSynchronize(); })
// Waited for before the loop, but not in it.
__global__ void rounds(int *p) {
  p += blockIdx.x * n;
  if (FIRST)
    plus<<<1, n>>>(p, 5);
  __syncthreads();
  if (FIRST)
    cudaDeviceSynchronize();
  for (int i = 0; i < 2; i++) {
    __syncthreads();
    if (threadIdx.x == i) {
      if (i)
        scale<<<1, n>>>(p);
      else
        init<<<1, n>>>(p, 7);
    }
    __syncthreads();
  }
}

static bool is(const char *what, void (*kernel)(int *), int first, int other) {
  bool right = true;
  std::vector<int> want(blocks * n, other);
  for (int b = 0; b < blocks; b++)
    want[b * n] = first;
  int *p = device_zeros<int>(blocks * n);
  for (int round = 0; round < 3; round++) {
    CHECK(cudaMemset(p, 0, blocks * n * sizeof(int)));
    kernel<<<blocks, 64>>>(p);
    right &= to_host(p, blocks * n) == want;
  }
  if (!right)
    printf("%s\n", what);
  return right;
}
int main() {
  const bool right = is("two", two, 16, 15) & is("loop", loop, 2 * ((1 * 3) + 2) * 3, ((1 * 3) + 2) * 3) & is("waits", waits, 7, 7) &
                     is("waits_if", waits_if, 15, 15) & is("waits_behind", waits_behind, 15, 15) & is("waits_in_call", waits_in_call, 15, 15) &
                     is("nobody_waits", nobody_waits, 15, 15) & is("breaks", breaks, 15, 15) & is("switches", switches, 15, 15) & is("rounds", rounds, 21, 21);
  return verdict(right, "see above");
}
