// Functors that are handed on by std::forward and std::move and called: those that launch, that ask for their block, by the kind of value that they are, and
// that depend on nothing.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'run': t1
#include "include/test.h"
#include <utility>

__global__ void child(int *p, int i) { p[4 * i + threadIdx.x] += i + (int)threadIdx.x; }
struct launches {
  int *p;
  __device__ void operator()(int i) const { child<<<1, 4>>>(p, i); }
};
struct adds {
  int *p;
  __device__ void operator()(int i) && { p[4 * i + threadIdx.x] += 100 * (int)blockIdx.x; }
  __device__ void operator()(int i) & { p[4 * i + threadIdx.x] += 1000 * (int)(blockIdx.x + 1); }
};
struct sets {
  int *p;
  __device__ void operator()(int i) const { p[4 * i] += 5; }
};
template <class F> __device__ void visit(int i, F &&f) { std::forward<F>(f)(i); }
template <class F, class... A> __device__ void invoke(F &&f, A &&...a) { std::forward<F>(f)(std::forward<A>(a)...); }
template <class F> __global__ void run(int i, F f) {
  if (blockIdx.x == 1) {
    visit(i, f);
    invoke(std::move(f), i);
  }
}
__global__ void parent(int *p) {
  const int i = threadIdx.x;
  const launches l{p};
  visit(i, launches{p});
  visit(i, l);
  invoke(l, i);
  visit(i, sets{p});
  run<<<2, 4>>>(i, adds{p});
}

int main() {
  const int n = 32;
  allow_launches(8 * n);
  int *p = device_zeros<int>(4 * n);
  parent<<<1, n>>>(p);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 4; t++)
      want.push_back(3 * (i + t) + (t ? 0 : 5) + 2000 + 100);
  return compare(to_host(p, 4 * n), want);
}
