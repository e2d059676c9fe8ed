// Statements in front of the condition of a switch and of the range of a loop, which libclang does not show: of kernels, of a function that launches, one within the other, launches themselves.
// FLAGS: -std=c++20
// REMARK-t1: launch of 'others': t1
// REMARK-t1: launch of 'by_name': t1
// REMARK-t1: launch of 'by_barrier': t1
// REMARK-auto: launch of 'add': t1
#include "include/test.h"

__device__ int thread() { return threadIdx.x; }

__global__ void by_name(int *p) {
  switch (const int i = threadIdx.x; i) {
  default:
    p[i] = i + 1;
  }
}
__global__ void by_call(int *p) {
  for (const int i = thread(); const int k : {10, 20})
    p[i] += k;
}
__global__ void by_barrier(int *p) {
  __shared__ int s[4];
  s[threadIdx.x] = threadIdx.x;
  switch (__syncthreads(); threadIdx.x) {
  default:
    p[threadIdx.x] = s[3 - threadIdx.x];
  }
}
__global__ void by_change(int *p, int n) {
  switch (p += n; n) {
  default:
    p[threadIdx.x] = n;
  }
}
// These are shown.
__global__ void others(int *p) {
  if (const int i = threadIdx.x; i >= 0)
    p[i] = 2 * i;
  for (int i = 0; i < 1; i++)
    switch (i) {
    default:
      for (const int k : {1, 2})
        p[threadIdx.x] += k;
    }
}

__global__ void add(int *p, int v) { atomicAdd(p + threadIdx.x, v); }
template <class T> __device__ void launch_some(int *p, T n) {
  if (n > 0)
    switch (T k = n % 3; k) {
    case 0:
      for (T m = n + 1; const T v : {m, T(2)})
        for (int again = 0; again < 2; again++)
          add<<<1, 2>>>(p, v);
      break;
    case 1:
      for (int *q = p + 1; const int threads : {1, 2})
        switch (add<<<1, threads>>>(q, 100); threads) {
        case 2:
          switch (int k = threads; k) default: add<<<1, 1>>>(p, 1000 * k);
        }
      break;
    default: {
      auto once = [p](int v) {
        switch (const int w = 2 * v; w) {
        default:
          add<<<1, 4>>>(p, w);
        }
      };
      once(7);
    }
    }
  else
    add<<<1, 1>>>(p + 3, -1);
}
__global__ void parent_of_some(int *p) { launch_some<int>(p + 4 * threadIdx.x, threadIdx.x); }

__global__ void parent(int *p) {
  p += 20 * threadIdx.x;
  by_name<<<1, 4>>>(p);
  by_call<<<1, 4>>>(p + 4);
  by_barrier<<<1, 4>>>(p + 8);
  by_change<<<1, 4>>>(p + 8, 4);
}
__global__ void parent_of_others(int *p) { others<<<1, 4>>>(p + 20 * threadIdx.x + 16); }

int main() {
  int *p = device_zeros<int>(60);
  parent<<<1, 3>>>(p);
  parent_of_others<<<1, 3>>>(p);
  std::vector<int> want;
  for (int t = 0; t < 3; t++)
    for (int v : {1, 2, 3, 4, 30, 30, 30, 30, 3, 2, 1, 0, 4, 4, 4, 4, 3, 5, 7, 9})
      want.push_back(v);
  int *some = device_zeros<int>(16);
  parent_of_some<<<1, 4>>>(some);
  CHECK(cudaDeviceSynchronize());
  if (to_host(some, 16) != std::vector<int>{0, 0, 0, -1, 2000, 200, 100, 0, 14, 14, 14, 14, 12, 12, 0, 0})
    return verdict(false, "launches behind first statements");
  return compare(to_host(p, 60), want);
}
