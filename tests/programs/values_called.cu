// In a template it may be open what is called: a member that is no function but holds one, or an object with operator(). What depends on its block and may be
// meant by such a call cannot be given a context. Nor can what is called by an address that is taken there, or in a declaration outside of functions.
// FLAGS: -std=c++17
// STRATEGIES: keep t1 t3 t4 auto
// REMARK-t1: launch of 'by_member': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_operator': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_pointer': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_object': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_alias': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_type': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_functor': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_address': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_member_pointer': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_held': kept: '[a-z_]*', which depends on its block, may be called here by a name that is not resolved
// REMARK-t1: launch of 'by_static': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_argument': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_named_type': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_default': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_base': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_variable': kept: '[a-z_()]*'.* depends on its block
// REMARK-t1: launch of 'by_two': t1
// REMARK-t1: launch of 'by_name': t1
#include "include/test.h"

__device__ int thread() { return (int)threadIdx.x; }
struct Place {
  int *p;
};
template <class F> struct Box {
  F f;
  __device__ void operator()(int i) const { f.p[thread()] += i; }
};
template <class T> struct Holds {
  T t;
  using type = T;
};
struct Adds {
  int *p;
  __device__ void operator()(int i) const { p[threadIdx.x] += i; }
};
template <class F> struct Applies {
  F f;
  __device__ void operator()(int i) const { f(i); }
};

template <class F> __global__ void by_member(F f, int i) {
  Holds<Box<F>> h{Box<F>{f}};
  h.t(i);
}
template <class F> __global__ void by_operator(F f, int i) {
  Box<F> b{f};
  b.operator()(i);
}
template <class F> __global__ void by_pointer(F f, int i) {
  Box<F> b{f};
  (&b)->operator()(i);
}
template <class F> __global__ void by_object(F f, int i) { Box<F>{f}(i); }
template <class F> __global__ void by_alias(F f, int i) {
  using B = Box<F>;
  B{f}(i);
}
template <class F> __global__ void by_type(F f, int i) { typename Holds<Box<F>>::type{f}(i); }
template <class F> __global__ void by_functor(F f, int i) { Applies<Adds>{{f.p}}(i); }

template <class F> struct Puts {
  F f;
  __device__ void put(int i) { f.p[thread()] += i; }
  __device__ static void put_at(F f, int i) { f.p[thread()] += i; }
  __device__ static void put_else(F f, int i) { f.p[thread()] += i; }
  __device__ static void put_two(F f, int i, int k) { f.p[0] = i + k; }
};
template <class F> __device__ void put_by(F f, int i) { f.p[thread()] += i; }
template <class F> __device__ void put_for(F f, int i) { f.p[thread()] += i; }
template <void (*Function)(Place, int)> struct Calls {
  __device__ void go(Place f, int i) const { Function(f, i); }
};
using Named = Calls<put_for<Place>>;
template <class F, void (*Function)(Place, int) = put_for> struct ByDefault {
  __device__ void go(F f, int i) const { Function(f, i); }
};
template <class F> struct Derived : Calls<Puts<F>::put_else> {};
template <class F> constexpr void (*variable)(F, int) = &Puts<F>::put_else;

template <class F> __global__ void by_address(F f, int i) {
  Holds<Puts<F>> h{Puts<F>{f}};
  (h.t.*&Puts<F>::put)(i);
}
template <class F> __global__ void by_member_pointer(F f, int i) {
  void (Puts<F>::*p)(int) = &Puts<F>::put;
  Puts<F> at{f};
  (at.*p)(i);
}
template <class F> __global__ void by_held(F f, int i) {
  Holds<void (*)(F, int)> h{put_by<F>};
  h.t(f, i);
}
template <class F> __global__ void by_static(F f, int i) {
  Holds<Puts<F>> h{Puts<F>{f}};
  auto g = h.t.put_at;
  g(f, i);
}
template <class F> __global__ void by_argument(F f, int i) { Calls<&Puts<F>::put_at>{}.go(f, i); }
template <class F> __global__ void by_named_type(F f, int i) { Named{}.go(f, i); }
template <class F> __global__ void by_default(F f, int i) { ByDefault<F>{}.go(f, i); }
template <class F> __global__ void by_base(F f, int i) { Derived<F>{}.go(f, i); }
template <class F> __global__ void by_variable(F f, int i) { variable<F>(f, i); }
// No function of so many arguments depends on its block.
template <class F> __global__ void by_two(F f, int i) {
  if (threadIdx.x < 4)
    Holds<F>{f}.t.add(f.p + threadIdx.x, i, 1);
}
struct Three : Place {
  __device__ void add(int *p, int i, int k) const { *p += i * k; }
};
template <class F> __global__ void by_name(F f, int i) { f.p[thread()] += i; }

// A kernel for each, since one thread's launches stay together.
__global__ void parent_member(int *out) { by_member<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_operator(int *out) { by_operator<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_pointer(int *out) { by_pointer<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_object(int *out) { by_object<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_alias(int *out) { by_alias<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_type(int *out) { by_type<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_functor(int *out) { by_functor<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_address(int *out) { by_address<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_member_pointer(int *out) { by_member_pointer<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_held(int *out) { by_held<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_static(int *out) { by_static<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_argument(int *out) { by_argument<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_named_type(int *out) { by_named_type<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_default(int *out) { by_default<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_base(int *out) { by_base<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_variable(int *out) { by_variable<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }
__global__ void parent_two(int *out) { by_two<<<1, 4>>>(Three{{out + 4 * threadIdx.x}}, (int)threadIdx.x + 1); }
__global__ void parent_name(int *out) { by_name<<<1, 4>>>(Place{out + 4 * threadIdx.x}, (int)threadIdx.x + 1); }

int main() {
  const int n = 3, ways = 18;
  int *out = device_zeros<int>(ways * n * 4), *p = out;
  parent_member<<<1, n>>>(p), p += 4 * n;
  parent_operator<<<1, n>>>(p), p += 4 * n;
  parent_pointer<<<1, n>>>(p), p += 4 * n;
  parent_object<<<1, n>>>(p), p += 4 * n;
  parent_alias<<<1, n>>>(p), p += 4 * n;
  parent_type<<<1, n>>>(p), p += 4 * n;
  parent_functor<<<1, n>>>(p), p += 4 * n;
  parent_address<<<1, n>>>(p), p += 4 * n;
  parent_member_pointer<<<1, n>>>(p), p += 4 * n;
  parent_held<<<1, n>>>(p), p += 4 * n;
  parent_static<<<1, n>>>(p), p += 4 * n;
  parent_argument<<<1, n>>>(p), p += 4 * n;
  parent_named_type<<<1, n>>>(p), p += 4 * n;
  parent_default<<<1, n>>>(p), p += 4 * n;
  parent_base<<<1, n>>>(p), p += 4 * n;
  parent_variable<<<1, n>>>(p), p += 4 * n;
  parent_two<<<1, n>>>(p), p += 4 * n;
  parent_name<<<1, n>>>(p), p += 4 * n;
  std::vector<int> want(ways * n * 4);
  for (size_t k = 0; k < want.size(); k++)
    want[k] = (int)k / 4 % n + 1;
  return compare(to_host(out, want.size()), want);
}
