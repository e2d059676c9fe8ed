// Parameters declared `auto`: functions and kernels with such are templates like others.
// FLAGS: -std=c++20
// STRATEGIES: keep auto t1 t4 grid
// REMARK-t1: launch of 'leaf': t1
// REMARK-t1: launch of 'added': t1
// REMARK-t1: launch of 'half<int>': t1
#include "include/test.h"

template <class T> concept Whole = T(1) / 2 == 0;

__device__ int place(auto k) { return k + threadIdx.x; }
__global__ void leaf(int *out, int k) { atomicAdd(out + place(k) % 4, place(2.5f) + place('a')); }
__global__ void added(auto *out, Whole auto v) { atomicAdd(out + threadIdx.x % 4, v); }
template <class T> __global__ void half(T *out, auto v) { atomicAdd(out + threadIdx.x % 4, T(v / 2)); }
__device__ void several(auto *out, Whole auto k, auto... more) {
  if (k + threadIdx.x < 5)
    leaf<<<1, 3>>>(out, (k + ... + more));
}
struct Held {
  int v;
  __device__ void go(auto *out) const { leaf<<<1, v>>>(out, v + threadIdx.x); }
};

__global__ void launches(int *out) {
  several(out, 3, 'a');
  Held{3}.go(out + 4);
}
template <class T> __global__ void launches_of(T *out, int n) {
  if (threadIdx.x < n) {
    several(out + 8, n, 1, 2L);
    Held{n}.go(out + 12);
  }
}
__global__ void native(int *out) {
  added<<<1, 6>>>(out + 16, 5);
  half<<<1, 4>>>(out + 20, 2.5);
  half<int><<<1, 4>>>(out + 24, 7);
}
__global__ void launching(auto *out, int n) {
  if (threadIdx.x < n)
    leaf<<<1, 2>>>(out + 28, n);
}

int main() {
  allow_launches(100);
  int *out = device_zeros<int>(32);
  launches<<<2, 4>>>(out);
  launches_of<<<2, 4>>>(out, 3);
  native<<<2, 4>>>(out);
  launching<<<1, 4>>>(out, 3);
  added<<<1, 4>>>(out, 1);
  std::vector<int> want(32, 0);
  const auto leaves = [&](int at, int threads, int k) {
    for (int t = 0; t < threads; t++)
      want[at + (k + t) % 4] += int(2.5f + t) + 'a' + t;
  };
  for (int block = 0; block < 2; block++)
    for (int t = 0; t < 4; t++) {
      if (t < 2)
        leaves(0, 3, 100);
      leaves(4, 3, 3 + t);
      if (t < 2)
        leaves(8, 3, 6);
      if (t < 3)
        leaves(12, 3, 3 + t);
      for (int i = 0; i < 6; i++)
        want[16 + i % 4] += 5;
      for (int i = 0; i < 4; i++)
        want[20 + i]++, want[24 + i] += 3;
      if (t < 3 && block)
        leaves(28, 2, 3);
    }
  for (int i = 0; i < 4; i++)
    want[i]++;
  return verdict(to_host(out, 32) == want, "sums differ");
}
