// Classes that are defined where a variable or a member is declared: their members launch, and ask for their block, as those of others do.
// REMARK-t1: launch of 'work': t1
// REMARK-t1: launch of 'uses': t1
#include "include/test.h"

__global__ void work(int *p, int n) { atomicAdd(p, n + threadIdx.x); }

struct Outer {
  struct Inner {
    int n;
    __device__ void go(int *p) const { work<<<1, n>>>(p, n); }
  } in[2];
  struct {
    int n;
    __device__ void go(int *p) { work<<<1, 2>>>(p, n); }
  } unnamed;
  union {
    int a;
    struct {
      int b;
    } c;
  };
};
__device__ struct Global {
  int n;
  __device__ void go(int *p) { work<<<1, 3>>>(p, n); }
  __device__ int place() { return threadIdx.x; }
} global = {4}, *to_global;
template <class T> struct Generic {
  struct In {
    T v;
    __device__ void go(int *p) { work<<<1, 1>>>(p, (int)v); }
  } in;
};
__global__ void uses(int *p) { atomicAdd(p, global.place() + 1); }

__global__ void parent(int *p) {
  const int t = threadIdx.x;
  Outer o = {{{1}, {t + 1}}, {t}, {3}};
  for (const auto &in : o.in)
    in.go(p);
  o.unnamed.go(p + 1);
  work<<<1, 1>>>(p + 2, o.a + o.c.b);
  global.go(p + 3);
  Generic<float> g{{2.5f}};
  g.in.go(p + 4);
  uses<<<1, 4>>>(p + 5);
}

int main() {
  int *p = device_zeros<int>(6);
  const int threads = 5;
  std::vector<int> want(6);
  parent<<<1, threads>>>(p);
  for (int t = 0; t < threads; t++) {
    const int all[] = {1 + (t + 1) * (t + 1) + t * (t + 1) / 2, 2 * t + 1, 6, 15, 2, 10};
    for (int i = 0; i < 6; i++)
      want[i] += all[i];
  }
  return compare(to_host(p, 6), want);
}
