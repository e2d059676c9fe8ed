// Shared variables whose types have constructors that do something: nvcc warns that it calls none, and nobody else does, either.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'plain': t1
// REMARK-t1: launch of 'of_type<int>': kept: the shared variable 'all' has a constructor
// STRATEGIES: keep t1 t4 auto
#include "include/test.h"

struct Meeting {
  int expected = 3, come = 4;
  __device__ void init(int n) {
    expected = n;
    come = 0;
  }
  __device__ void arrive() { atomicAdd(&come, 1); }
};
struct Slots {
  Meeting of[2];
  __device__ Slots() {
    of[0].come = 17;
    of[1].come = 18;
  }
};
template <class T> struct Of {
  T first = 5;
};

__global__ void child(int n, int *out) {
  __shared__ Meeting a, b;
  __shared__ Slots slots[3];
  if (threadIdx.x == 0) {
    a.init(n);
    b.init(1);
    slots[2].of[1].init(3);
  }
  __syncthreads();
  a.arrive();
  if (threadIdx.x % 2)
    slots[2].of[1].arrive();
  __syncthreads();
  out[threadIdx.x] = a.expected + a.come + b.come + slots[2].of[1].come;
}
__global__ void plain(int *out) { out[threadIdx.x] = 7; }
template <class T> __global__ void of_type(int n, int *out) {
  __shared__ Of<T> all;
  if (threadIdx.x == 0)
    all.first = n;
  __syncthreads();
  out[threadIdx.x] = all.first;
}
__global__ void parent(int *out) {
  const int i = threadIdx.x;
  if (i % 2)
    child<<<1, 32>>>(i, out + i * 32);
  else
    plain<<<1, 32>>>(out + i * 32);
}
__global__ void parent_of_type(int *out) { of_type<int><<<1, 32>>>(2, out); }
// A kernel that launches nothing.
__global__ void alone(int *out) {
  __shared__ Meeting a;
  if (threadIdx.x == 0)
    a.init(5);
  __syncthreads();
  out[threadIdx.x] = a.expected;
}

int main() {
  const int parents = 20;
  std::vector<int> want((parents + 2) * 32);
  for (int i = 0; i < parents; i++)
    for (int t = 0; t < 32; t++)
      want[i * 32 + t] = i % 2 ? i + 32 + 16 : 7;
  for (int t = 0; t < 32; t++) {
    want[parents * 32 + t] = 2;
    want[parents * 32 + 32 + t] = 5;
  }
  int *out = device_zeros<int>(want.size());
  parent<<<1, parents>>>(out);
  parent_of_type<<<1, 1>>>(out + parents * 32);
  alone<<<1, 32>>>(out + parents * 32 + 32);
  return compare(to_host(out, want.size()), want);
}
