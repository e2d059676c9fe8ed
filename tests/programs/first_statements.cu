// Statements in front of the condition of a switch and of the range of a loop, which libclang does not show.
// FLAGS: -std=c++20
// REMARK-t1: launch of 'others': t1
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
  return compare(to_host(p, 60), want);
}
