// A function that depends on its block is called by its name, and besides in a way that does not name it alone: by an overload that is chosen in a generic
// lambda or a template, through a pointer, which may be one to a member, what another call gives, or what an object is converted to. All but the first cannot be given a context.
// STRATEGIES: keep t1 t3 t4 auto
// REMARK-t1: launch of 'by_lambda': t1
// REMARK-t1: launch of 'by_pointer': kept: 'helper', which depends on its block, may be called here by a name that is not resolved
// REMARK-t1: launch of 'by_template': t1
// REMARK-t1: launch of 'by_member': kept: '[a-z]*', which depends on its block, may be called here by a name that is not resolved
// REMARK-t1: launch of 'by_result': kept: 'helper', which depends on its block, may be called here by a name that is not resolved
// REMARK-t1: launch of 'by_conversion': kept: 'helper', which depends on its block, may be called here by a name that is not resolved
// REMARK-t1: launch of 'by_name': t1
#include "include/test.h"

__device__ int overloaded(int a) { return a + (int)threadIdx.x; }
__device__ int overloaded(double a) { return (int)a * 2 + (int)blockDim.x; }
__device__ int helper(int a) { return a + (int)threadIdx.x; }
__device__ int other(int a) { return a; }

__global__ void by_lambda(int a, int *out) {
  auto both = [&](auto k) { return (int)k + overloaded(k); };
  atomicAdd(out, overloaded(a) + overloaded(1.5) + both(1) + both(2.5));
}
__global__ void by_pointer(int a, int *out) {
  int (*p)(int) = a & 1 ? helper : other;
  atomicAdd(out, helper(a) + p(a));
}
template <class T> __global__ void by_template(T a, int *out) { atomicAdd(out, overloaded(2) + overloaded(0.5) + overloaded(a)); }
struct Member {
  int v;
  __device__ int f(int a) const { return v + a + (int)threadIdx.x; }
  __device__ int g(int a) const { return v * a; }
};
__global__ void by_member(int a, int *out) {
  Member m{a}, *q = &m;
  int (Member::*p)(int) const = a & 1 ? &Member::f : &Member::g;
  atomicAdd(out, (m.*p)(2) + (q->*p)(3) + m.f(1));
}
__device__ int (*chosen(int k))(int) { return k & 1 ? helper : other; }
__global__ void by_result(int a, int *out) {
  auto pick = [](int k) { return k & 1 ? helper : other; };
  atomicAdd(out, chosen(a)(a) + (*chosen(a))(a) + pick(a)(a));
}
using Pointer = int (*)(int);
struct Converts {
  __device__ operator Pointer() const { return helper; }
};
__global__ void by_conversion(int a, int *out) {
  Converts c;
  atomicAdd(out, c(a));
}
__global__ void by_name(int a, int *out) { atomicAdd(out, overloaded(a) + overloaded(2.5)); }

__global__ void first(int *out) { by_lambda<<<2, 5>>>((int)threadIdx.x, &out[threadIdx.x]); }
__global__ void second(int *out) { by_pointer<<<2, 5>>>((int)threadIdx.x, &out[threadIdx.x]); }
__global__ void third(int *out) { by_template<<<2, 5>>>(threadIdx.x + .5, &out[threadIdx.x]); }
__global__ void fifth(int *out) { by_member<<<2, 5>>>((int)threadIdx.x, &out[threadIdx.x]); }
__global__ void sixth(int *out) { by_result<<<2, 5>>>((int)threadIdx.x, &out[threadIdx.x]); }
__global__ void seventh(int *out) { by_conversion<<<2, 5>>>((int)threadIdx.x, &out[threadIdx.x]); }
__global__ void fourth(int *out) { by_name<<<2, 5>>>((int)threadIdx.x, &out[threadIdx.x]); }

int main() {
  const int n = 6;
  int *out = device_zeros<int>(7 * n);
  std::vector<int> want(7 * n);
  for (int a = 0; a < n; a++)
    for (int t = 0; t < 5; t++) {
      want[a] += 2 * (a + t + 2 + 5 + 1 + 1 + t + 2 + 4 + 5);
      want[n + a] += 2 * (a + t + (a & 1 ? a + t : a));
      want[2 * n + a] += 2 * (2 + t + 5 + 2 * a + 5);
      want[4 * n + a] += 2 * ((a & 1 ? 2 * a + 5 + 2 * t : 5 * a) + a + 1 + t);
      want[5 * n + a] += 2 * 3 * (a & 1 ? a + t : a);
      want[6 * n + a] += 2 * (a + t);
      want[3 * n + a] += 2 * (a + t + 4 + 5);
    }
  first<<<1, n>>>(out);
  second<<<1, n>>>(out + n);
  third<<<1, n>>>(out + 2 * n);
  fourth<<<1, n>>>(out + 3 * n);
  fifth<<<1, n>>>(out + 4 * n);
  sixth<<<1, n>>>(out + 5 * n);
  seventh<<<1, n>>>(out + 6 * n);
  return compare(to_host(out, want.size()), want);
}
