// Launches, and calls of functions that depend on their block, inside lambdas that capture references or copies, nested ones too.
// REMARK-t1: launch of 'child': t1; order: a thread may launch more than once
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t1: launch of 'adds': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void child(int v, int *out) { atomicAdd(out + threadIdx.x, v); }
template <class T> __global__ void adds(T v, T *out) {
  __shared__ int seen[64];
  auto mark = [&] { seen[threadIdx.x] = place(); };
  mark();
  __syncthreads();
  auto other = [=](T x) { return x + (T)(place() * 0 + (int)blockDim.x); };
  out[threadIdx.x] = other(v) + seen[blockDim.x - 1 - threadIdx.x];
}

__global__ void parent(int *out) {
  int n = threadIdx.x % 3;
  auto launch = [&](int v) {
    n++;
    child<<<1, 8>>>(v, out + place() * 8);
  };
  for (int i = 0; i < 3; i++)
    launch(i);
  launch(100 * n);
  [=] { child<<<1, 8>>>(1000, out + place() * 8); }();
  auto outer = [=](bool go) {
    auto inner = [&] {
      if (go)
        child<<<1, 4>>>(5, out + place() * 8);
    };
    inner();
  };
  outer(threadIdx.x % 2);
  outer(true);
}
__global__ void parent_adds(int *out) {
  auto launch = [&](int v) { adds<<<1, 40>>>(v, out + place() * 40); };
  launch(place() + 1);
}

int main() {
  const int parents = 30;
  std::vector<int> want(parents * 48);
  int *adds_want = want.data() + parents * 8;
  for (int i = 0; i < parents; i++) {
    for (int t = 0; t < 8; t++)
      want[i * 8 + t] = 3 + 100 * (i % 10 % 3 + 3) + 1000 + (t < 4 ? 5 * (i % 10 % 2 + 1) : 0);
    for (int t = 0; t < 40; t++)
      adds_want[i * 40 + t] = i + 1 + 40 + 39 - t;
  }
  int *out = device_zeros<int>(want.size());
  parent<<<3, 10>>>(out);
  parent_adds<<<3, 10>>>(out + parents * 8);
  return compare(to_host(out, want.size()), want);
}
