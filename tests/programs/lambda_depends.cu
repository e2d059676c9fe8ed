// Lambdas of the host's that depend on their block: they mean that of the kernel which calls them, so that children that may do so are launched natively, and no others.
// FLAGS: --extended-lambda
// STRATEGIES: keep t1 t4 grid auto
// REMARK-t1: launch of 'each': kept: a lambda that depends on its block may be called
// REMARK-t1: launch of 'wrapped': kept: a lambda that depends on its block may be called
// REMARK-t1: launch of 'held': kept: a lambda that depends on its block may be called
// REMARK-t1: launch of 'plain': t1
#include "include/test.h"
#define ON_DEVICE [=] __device__

__device__ int place() { return (int)(threadIdx.x + blockIdx.x * blockDim.x); }
template <class F> __global__ void each(F f, int n) {
  if ((int)threadIdx.x < n)
    f((int)threadIdx.x);
}
template <class F> __device__ void apply(F &f, int i) { f(i); }
template <class F> struct Twice {
  F f;
  __device__ void both(int i) {
    apply(f, i);
    f(i + 1);
  }
};
template <class F> __global__ void wrapped(Twice<F> t, int n) {
  if ((int)threadIdx.x < n)
    t.both((int)threadIdx.x);
}
template <class T> struct Holds {
  T t;
};
template <class T> __global__ void held(Holds<T> h) { h.t((int)threadIdx.x); }
__global__ void plain(int *p, int n) { atomicAdd(p, n); }

template <class F> __global__ void parent(F f) { each<<<1, 8>>>(f, 6); }
__global__ void parent_plain(int *p) { plain<<<1, 2>>>(p, 1); }
template <class F> __global__ void parent_wrapped(F f) { wrapped<<<1, 8>>>(Twice<F>{f}, 6); }
template <class F> __global__ void parent_held(F f) { held<<<1, 8>>>(Holds<F>{f}); }

int main() {
  const int n = 8, ways = 6;
  int *p = device_zeros<int>(ways * n + 1), *sum = p + ways * n;
  parent<<<1, 3>>>([=] __device__(int i) { atomicAdd(p + threadIdx.x, i); });
  parent<<<1, 3>>>([=] __device__(int i) { atomicAdd(p + n + place(), i); });
  parent<<<1, 3>>>(ON_DEVICE(int i) { atomicAdd(p + 2 * n + i, (int)blockDim.x + (int)threadIdx.x); });
  parent<<<1, 3>>>([=] __device__(int i) {
    int all = __reduce_add_sync(__activemask(), 1);
    atomicAdd(p + 3 * n + i, all);
  });
  parent_plain<<<1, 3>>>(sum);
  parent_wrapped<<<1, 3>>>([=] __device__(int i) { atomicAdd(p + 4 * n + threadIdx.x, i); });
  parent_held<<<1, 3>>>([=] __device__(int i) { atomicAdd(p + 5 * n + threadIdx.x, i); });
  std::vector<int> want(ways * n + 1);
  for (int i = 0; i < 6; i++) {
    want[i] = want[n + i] = 3 * i;
    want[2 * n + i] = 3 * (8 + i);
    want[3 * n + i] = 3 * 6;
    want[4 * n + i] = 3 * (2 * i + 1);
  }
  for (int i = 0; i < n; i++)
    want[5 * n + i] = 3 * i;
  want[ways * n] = 3 * 2;
  return compare(to_host(p, want.size()), want);
}
