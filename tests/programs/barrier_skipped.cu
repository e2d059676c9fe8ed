// Threads that go past a barrier to the end of their kernel, where the others of the block do not wait for them: in an arm, in loops of different length,
// by break and continue, in conditions. Parents and children.
// CUDA promises nothing for such kernels (of goes_on nvcc 13.0 makes a warp whose lanes wait for each other at two places), so what is left native is not for a GPU.
// TARGET-keep: cpu
// TARGET-warp: cpu
#include "include/test.h"

__global__ void count(int *p) { atomicAdd(p, 1); }

// The first n threads reverse what they have, twice over.
__global__ void reverse(int *p, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  if (t < n) {
    s[t] = t;
    __syncthreads();
    const int other = s[n - 1 - t];
    __syncthreads();
    s[t] = other * 2;
    __syncthreads();
    atomicAdd(&p[t], s[n - 1 - t]);
  }
}
// Half of the threads go on, each time.
__global__ void halve(int *p, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  for (int left = n; left > 0; left /= 2) {
    __syncthreads();
    if (t >= left)
      break;
    atomicAdd(&p[t], s[left - 1 - t]);
  }
}
__global__ void children(int *p, int n) {
  reverse<<<3, 64>>>(p, n - threadIdx.x);
  halve<<<2, 64>>>(p + 64, 64 - threadIdx.x);
}

__global__ void in_arm(int *p, int n) {
  __shared__ int x;
  if (threadIdx.x < n) {
    if (threadIdx.x == 0)
      x = n;
    __syncthreads();
    if (x == n)
      count<<<2, 3>>>(p);
    __syncthreads();
    if (threadIdx.x == 1)
      x = n + 1;
    __syncthreads();
    if (x == n + 1)
      count<<<1, 3>>>(p);
  }
}
__global__ void in_loop(int *p) {
  for (int i = 0; i < threadIdx.x; i++) {
    __syncthreads();
    count<<<1, 2>>>(p);
  }
}
__device__ int meets(int i) {
  __syncthreads();
  return i + 1;
}
__global__ void in_condition(int *p, int n) {
  for (int i = 0; threadIdx.x < n && meets(i) < 8; i++)
    count<<<1, 1>>>(p);
}
__global__ void goes_on(int *p, int n) {
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x >= n)
      continue;
    __syncthreads();
    count<<<1, 1>>>(p);
  }
}

int main() {
  allow_launches(40000);
  int *p = device_zeros<int>(128);
  children<<<2, 8>>>(p, 40);
  std::vector<int> want(128), sums(4);
  for (int k = 0; k < 8; k++)
    for (int t = 0; t < 64; t++) {
      const int n = 40 - k, m = 64 - k;
      want[t] += t < n ? 2 * 3 * 2 * t : 0;
      for (int left = m; left > 0 && t < left; left /= 2)
        want[64 + t] += 2 * 2 * (left - 1 - t);
    }
  bool ok = to_host(p, 128) == want;

  int *q = device_zeros<int>(4);
  in_arm<<<4, 64>>>(q, 40);
  in_loop<<<4, 64>>>(q + 1);
  in_condition<<<4, 64>>>(q + 2, 50);
  goes_on<<<4, 64>>>(q + 3, 50);
  ok &= to_host(q, 4) == std::vector<int>{4 * 40 * 9, 4 * 2016 * 2, 4 * 50 * 7, 4 * 50 * 4};
  return verdict(ok, "some results are wrong");
}
