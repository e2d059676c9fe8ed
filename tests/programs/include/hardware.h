// What asks the hardware in assembly, past any context: who a thread is, and a barrier of all its block. (The CPU target has no assembly.)
#ifndef TESTS_HARDWARE_H
#define TESTS_HARDWARE_H
#ifdef FLCPU
__device__ int own_thread() { return threadIdx.x; }
__device__ void meet() { __syncthreads(); }
#else
__device__ int own_thread() {
  int t;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(t));
  return t;
}
__device__ void meet() { asm volatile("bar.sync 0;" ::: "memory"); }
#endif
#endif
