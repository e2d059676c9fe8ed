// What is true of a kernel below, or of an explicit specialization alone: locks, atomics on shared memory, polling for a fill.
// RUN: flcc --fl-strategy=t4 --fl-emit %s -o - 2>&1 >%t | FileCheck %s --check-prefix=T4
// RUN: flcc --fl-strategy=t1 --fl-emit %s -o - 2>&1 >%t | FileCheck %s --check-prefix=T1
__device__ void take(int *s) {
  while (atomicCAS(s, 0, 1) != 0)
    __nanosleep(8);
  __threadfence();
}
__device__ void leave(int *s) {
  __threadfence();
  atomicExch(s, 0);
}
__global__ void locks(int *s) {
  take(s);
  s[1] += s[2];
  leave(s);
}
__global__ void between(int *s) { locks<<<1, 1>>>(s); }
__global__ void two_up(int *s) {
  take(s);
  between<<<1, 1>>>(s);
  // T4: [[@LINE-1]]:3: warning: launch of 'between': kept: 'two_up' may hold a lock that threads of 'between' take
  leave(s);
}

template <int N> __global__ void either(int *s) { s[3] = N; }
template <> __global__ void either<2>(int *s) {
  take(s);
  s[1] += s[2];
  leave(s);
}
__global__ void of_specialization(int *s) {
  take(s);
  either<2><<<1, 1>>>(s);
  // T4: [[@LINE-1]]:3: warning: launch of 'either<2>': kept: 'of_specialization' may hold a lock that threads of 'either' take
  leave(s);
}

template <int N> __global__ void shares(int *p) { p[0] = N; }
template <> __global__ void shares<2>(int *p) {
  __shared__ int s[4];
  s[threadIdx.x & 3] = 0;
  atomicAdd(&s[1], 2);
  p[0] = s[1];
}
__global__ void atomics(int *p) {
  shares<2><<<1, 1>>>(p);
  // T4: [[@LINE-1]]:3: warning: launch of 'shares<2>': kept: 'shares' may have atomics on its shared memory
}

__global__ void child(int *s) { s[1] = 5; }
__global__ void polls(int *s) {
  cudaMemsetAsync(s, 1, 4, 0);
  while (*(volatile int *)s == 0)
    __nanosleep(8);
  child<<<1, 1>>>(s);
  // T1: [[@LINE-1]]:3: warning: launch of 'child': kept: threads wait in a loop behind the launch
}
