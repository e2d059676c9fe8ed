// Objects that are called, functors whose operator() depends on its block, in kernels and functions that know their class and in templates that do not; beside functors
// that depend on nothing, lambdas and pointers to functions.
// FLAGS: --extended-lambda
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'each': t1
// REMARK-t1: launch of 'known': t1
// REMARK-t1: launch of 'held': t1
#include "include/test.h"

__global__ void child(int *p, int n) { atomicAdd(p, n + (int)threadIdx.x); }

struct Places {
  int *p;
  __device__ void operator()(int i) const { atomicAdd(p + threadIdx.x, i); }
  template <class T> __device__ T operator()(T a, int b) const { return a * (T)b + (T)blockDim.x; }
};
struct Launches {
  int *p;
  __device__ void operator()(int i) const;
  __device__ int operator()(int a, int b) const { return a + b; }
};
__device__ void Launches::operator()(int i) const { child<<<1, 2>>>(p, i); }
struct Adds {
  int *p;
  __device__ void operator()(int i) const { atomicAdd(p, i); }
  __device__ int operator()(int a, int b) const { return a * b; }
};
struct Nearer : Places { // hides both of the base's
  __device__ void operator()(int i) const { atomicAdd(p, 2 * i); }
  __device__ int operator()(int, int) const { return 1; }
};
struct Same : Places {};

// For the host, too.
struct Both {
  int *p;
  __host__ __device__ void operator()(int i) const {
    p[threadIdx.x] += i;
  }
  __host__ __device__ int beyond() const { return blockDim.x == 4; }
};
template <class F> __host__ __device__ void apply_both(const F &f, int i) { f(i + f.beyond()); }
template <class F> __global__ void both(F f) { apply_both(f, (int)threadIdx.x); }
template <class F> __global__ void parent_both(F f) { both<<<1, 4>>>(f); }

template <class F> struct Holds {
  F f;
  F more[2];
  __device__ void go(int i) {
    f(i);
    this->f(i + 1);
    more[1](i + 2);
  }
};
template <class F> __device__ int apply(const F &f, int i) {
  switch (i) {
  case 0:f(i); break;
  default:f(f(i, 2));
  }
  return f(i, f(1, 3));
}
template <class F> __global__ void each(F f, int n, int *p) {
  const int i = (int)threadIdx.x;
  if (i >= n)
    return;
  f(i);
  F *q = &f;
  (*q)(i + 1), (i & 1 ? f : q[0])(i + 2);
  auto later = [&](int by) { f(i + by); };
  later(3);
  atomicAdd(p, apply(f, i) + (f) (i, 1));
}
template <class F> __global__ void held(F f) {
  Holds<F> h{f, {f, f}};
  h.go((int)threadIdx.x);
}
template <class F> __global__ void others(F f, int *p) {
  if (threadIdx.x < 2)
    f(p + threadIdx.x);
  child<<<1, 1>>>(p + 2, 3);
}
__global__ void known(int *p) {
  Places a{p};
  const Launches b{p};
  a((int)threadIdx.x);
  b(1);
  Places{p}(2);
  Nearer c;
  c.p = p;
  c(a(3, 2));
}
template <class F> __global__ void parent(F f, int *p) {
  each<<<1, 8>>>(f, 5, p);
  held<<<1, 3>>>(f);
}
__global__ void parent_known(int *p) { known<<<1, 4>>>(p + 4 * threadIdx.x); }

// The same on the host: what a functor adds for the thread t of n.
enum Kind { PLACES, LAUNCHES, ADDS, NEARER };
static void want_call(Kind k, int *p, int t, int i) {
  if (k == PLACES)
    p[t] += i;
  else
    p[0] += k == LAUNCHES ? 2 * i + 1 : k == ADDS ? i : 2 * i;
}
static int want_of(Kind k, int a, int b, int n) { return k == PLACES ? a * b + n : k == LAUNCHES ? a + b : k == ADDS ? a * b : 1; }
static void want_parent(Kind k, int *p, int *sum) {
  for (int i = 0; i < 5; i++) {
    for (int by = 0; by < 4; by++)
      want_call(k, p, i, i + by);
    want_call(k, p, i, i ? want_of(k, i, 2, 8) : 0);
    *sum += want_of(k, i, want_of(k, 1, 3, 8), 8) + want_of(k, i, 1, 8);
  }
  for (int t = 0; t < 3; t++)
    for (int by = 0; by < 3; by++)
      want_call(k, p, t, t + by);
}

int main() {
  allow_launches(10000);
  const int n = 8;
  int *p = device_zeros<int>(5 * n + 20), *sums = device_zeros<int>(6 + 6);
  std::vector<int> want(5 * n + 20), want_sums(6 + 6);
  parent<<<1, 1>>>(Places{p}, sums);
  parent<<<1, 1>>>(Launches{p + n}, sums + 1);
  parent<<<1, 1>>>(Adds{p + 2 * n}, sums + 2);
  parent<<<1, 1>>>(Nearer{{p + 3 * n}}, sums + 3);
  parent<<<1, 1>>>(Same{{p + 4 * n}}, sums + 4);
  const Kind kinds[] = {PLACES, LAUNCHES, ADDS, NEARER, PLACES};
  for (int k = 0; k < 5; k++)
    want_parent(kinds[k], &want[k * n], &want_sums[k]);
  others<<<1, 4>>>([=] __device__(int *at) { atomicAdd(at, 4); }, sums + 6);
  void (*at)(int *) = nullptr;
  others<<<1, 0>>>(at, sums + 6); // refused
  (void)cudaGetLastError();
  want_sums[6] = want_sums[7] = 4, want_sums[8] = 4 * 3;
  parent_both<<<1, 1>>>(Both{p + 5 * n + 16});
  for (int t = 0; t < 4; t++)
    want[5 * n + 16 + t] = t + 1;
  parent_known<<<1, 4>>>(p + 5 * n);
  for (int k = 0; k < 4; k++)
    for (int t = 0; t < 4; t++) {
      int *w = &want[5 * n + 4 * k];
      w[t] += t + 2;
      w[0] += 3 + 2 * (3 * 2 + 4);
    }
  return compare(to_host(p, want.size()), want) | compare(to_host(sums, want_sums.size()), want_sums);
}
