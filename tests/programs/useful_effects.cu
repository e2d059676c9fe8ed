// Children with something in front of the test against their bound that has an effect, which is not left out for the threads past it: structured bindings,
// objects that are made and destroyed, by name or for a reference to them, and whatever is called.
// FLAGS: -std=c++17
// REMARK-t4: launch of 'plain': t4.*bound: RETURN_PAST_BOUND
// REMARK-t4: launch of 'referring': t4.*bound: RETURN_PAST_BOUND
// REMARK-t4: launch of 'binding': t4.*bound: none
// REMARK-t4: launch of 'converted': t4.*bound: none
// REMARK-t4: launch of 'for_reference': t4.*bound: none
// REMARK-t4: launch of 'thrown_away': t4.*bound: none
// REMARK-t4: launch of 'object': t4.*bound: none
// REMARK-t4: launch of 'lambda': t4.*bound: none
// REMARK-t4: launch of 'element': t4.*bound: none
#include "include/test.h"

struct Pair {
  int a, b;
};
__device__ Pair note(int *p) {
  atomicAdd(p, 1);
  return {1, 2};
}
struct Coming {
  __device__ Coming(int *p) { note(p); }
};
struct Leaving {
  int *p;
  __device__ ~Leaving() { note(p); }
};
template <class T> struct Noting {
  __device__ Noting(T p) { note(p); }
};

#define RETURN_PAST_BOUND                                                                          \
  const int i = threadIdx.x;                                                                       \
  if (i >= n)                                                                                      \
  return

__global__ void plain(int *p, int n) {
  RETURN_PAST_BOUND;
  note(p);
}
__global__ void referring(int *p, const int *q, int n) {
  const int &first = q[0], &same = n;
  const float &zero = 0;
  RETURN_PAST_BOUND;
  p[0] += same + first + int(zero) == n;
}
__global__ void binding(int *p, int n) {
  auto [a, b] = note(p);
  RETURN_PAST_BOUND;
  p[i + 1] = a + b;
}
__global__ void converted(int *p, int n) {
  const Coming &c = p;
  RETURN_PAST_BOUND;
  p[i + 1] = sizeof(c);
}
__global__ void for_reference(int *p, int n) {
  const Leaving &l = {p};
  RETURN_PAST_BOUND;
  p[i + 1] = l.p == p;
}
__global__ void thrown_away(int *p, int n) {
  (Noting<int *>)p;
  RETURN_PAST_BOUND;
  p[i + 1] = 1;
}
__global__ void object(int *p, int n) {
  Leaving l{p};
  RETURN_PAST_BOUND;
  p[i + 1] = l.p == p;
}
__global__ void lambda(int *p, int n) {
  [p] { note(p); }();
  RETURN_PAST_BOUND;
  p[i + 1] = 1;
}
template <class T> __global__ void element(T *v, int *p, int n) {
  auto first = v[0];
  RETURN_PAST_BOUND;
  p[i + 1] = first.p == p;
}
__global__ void make(Leaving *v, int *p) { v[threadIdx.x].p = p + 64 * threadIdx.x; }

__global__ void launch_plain(int *p) { plain<<<1, 32>>>(p + 64 * threadIdx.x, threadIdx.x); }
__global__ void launch_referring(int *p, int *zero) {
  referring<<<1, 32>>>(p + 64 * threadIdx.x, zero, threadIdx.x);
}
__global__ void launch_binding(int *p) { binding<<<1, 32>>>(p + 64 * threadIdx.x, threadIdx.x); }
__global__ void launch_converted(int *p) { converted<<<1, 32>>>(p + 64 * threadIdx.x, threadIdx.x); }
__global__ void launch_for_reference(int *p) {
  for_reference<<<1, 32>>>(p + 64 * threadIdx.x, threadIdx.x);
}
__global__ void launch_thrown_away(int *p) {
  thrown_away<<<1, 32>>>(p + 64 * threadIdx.x, threadIdx.x);
}
__global__ void launch_object(int *p) { object<<<1, 32>>>(p + 64 * threadIdx.x, threadIdx.x); }
__global__ void launch_lambda(int *p) { lambda<<<1, 32>>>(p + 64 * threadIdx.x, threadIdx.x); }
__global__ void launch_element(Leaving *v, int *p) {
  element<<<1, 32>>>(v + threadIdx.x, p + 64 * threadIdx.x, threadIdx.x);
}

// The first of every 64 is how often something was done.
static bool done(const int *p, int n, int times) {
  const std::vector<int> got = to_host(p, 64 * n);
  for (int i = 0; i < n; i++)
    if (got[64 * i] != (times ? times : i))
      return printf("%d instead of %d times\n", got[64 * i], times ? times : i), false;
  return true;
}

int main() {
  const int n = 4;
  bool ok = true;
  int *p = device_zeros<int>(64 * n * 9);
  launch_binding<<<1, n>>>(p);
  launch_converted<<<1, n>>>(p + 1 * 64 * n);
  launch_for_reference<<<1, n>>>(p + 2 * 64 * n);
  launch_thrown_away<<<1, n>>>(p + 3 * 64 * n);
  launch_object<<<1, n>>>(p + 4 * 64 * n);
  launch_lambda<<<1, n>>>(p + 5 * 64 * n);
  Leaving *v = (Leaving *)device_zeros<int *>(n);
  make<<<1, n>>>(v, p + 6 * 64 * n);
  launch_element<<<1, n>>>(v, p + 6 * 64 * n);
  for (int i = 0; i < 7; i++)
    ok &= done(p + i * 64 * n, n, 32);
  launch_plain<<<1, n>>>(p + 7 * 64 * n);
  ok &= done(p + 7 * 64 * n, n, 0);
  return verdict(ok, "effects");
}
