// RUN: flcc -std=c++20 --fl-strategy=t1 --fl-emit -o /dev/null %s 2>&1 | FileCheck %s
// What keeps a lambda may call it anywhere: launches in such are kept.
#include <utility>
__global__ void child(int *p, int v) { atomicAdd(p, v); }
template <class F> __device__ void by_value(F f) { f(1); }
template <int N, class F> __device__ void times(F f) {
  for (int i = 0; i < N; i++)
    f(i);
}
template <class F> struct Holder {
  F f;
};
struct Any {
  template <class F> __device__ Any(F f);
  __device__ void operator()(int) const;
};
using Pointer = void (*)(int *);
template <class F> __device__ void stores(F f) { Holder<F>{f}.f(1); }
template <class F> __device__ void wraps(F f) { Any{f}(1); }
template <class F> __device__ F returns(F f) { return f; }
template <class F> __device__ void copies(F f) {
  auto g = f;
  g(1);
}
template <class F> __device__ void takes_address(F f) { (*&f)(1); }
template <class F> __device__ void in_kept_lambda(F f) { stores([=](int v) { f(v); }); }
template <class F> __device__ void by_own_name(F f) { by_value([g = f](int v) { g(v); }); }
template <class F> __device__ void overloaded(F f, int) { f(1); }
template <class F> __device__ void overloaded(F f, float) { stores(f); }
template <class T, class F> __device__ void to_overloaded(T v, F f) { overloaded(f, v); }
namespace other {
struct Number {};
template <class F> __device__ void found(F f, Number) { stores(f); }
} // namespace other
template <class F, class T> __device__ void found(F f, T) { f(1); }
template <class T, class F> __device__ void finds(T v, F f) { found(f, v); }
template <class F, class = decltype(+F())> __device__ void converts(F f) { Pointer p = f; }
template <class F> __device__ void declared(F f);
struct Base {
  template <class F> __device__ Base(F f) { f(1); }
};
__device__ void not_deduced(Any f) { f(1); }
template <class F> __device__ void swaps(F f, F g) { f = g, f(1); }
template <class T> struct Op {
  template <class F> __device__ void visit(F f) { f(1); }
};
template <class P, class F> __device__ void by_policy(P p, F f) { p.visit(f); }
template <class F> __device__ void calls_with_itself(F f) { f(f, 1); }
template <class F> __global__ void applies(F f) { f(1); }
template <class F> __device__ void launches(F f) { applies<<<1, 1>>>(f); }
template <class F> __device__ void passes_by_pointer(F f) {
  void (*g)(F) = by_value<F>;
  g(f);
}

__global__ void k_stores(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  stores(f);
}
__global__ void k_wraps(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  wraps(f);
}
__global__ void k_returns(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  returns(f)(1);
}
__global__ void k_copies(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  copies(f);
}
__global__ void k_address(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  takes_address(f);
}
__global__ void k_in_kept(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  in_kept_lambda(f);
}
__global__ void k_own(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  by_own_name(f);
}
__global__ void k_over(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  to_overloaded(1, f);
}
__global__ void k_found(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  finds(other::Number(), f);
}
__global__ void k_declared(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  declared(f);
}
__global__ void k_base(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  Base b(f);
}
__global__ void k_conv(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  not_deduced(f);
}
__global__ void k_expl(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  by_value<Any>(f);
}
__global__ void k_expl2(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  times<2, Any>(f);
}
__global__ void k_swaps(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  swaps(f, f);
}
__global__ void k_policy(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  by_policy(Op<int>(), f);
}
__global__ void k_pointer(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  passes_by_pointer(f);
}
__global__ void k_launches(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  launches(f);
}
__global__ void k_launch(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  applies<<<1, 1>>>(f);
}
__global__ void k_in_launch(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  applies<<<1, 1>>>([=](int v) { f(v); });
}
__global__ void k_alias(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  auto &g = f; by_value(g);
}
__global__ void k_copy(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  auto g = f; g(1);
}
__global__ void k_capture(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  by_value([g = f](int v) { g(v); });
}
__global__ void k_capture2(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  auto l = [g = std::move(f)](int v) { g(v); }; l(1);
}
__global__ void k_array(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  Holder<decltype(f)> h{f}; h.f(1);
}
__global__ void k_addr(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  auto *q = &f; (*q)(1);
}
__global__ void k_either(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  by_value(p ? f : f);
}
__global__ void k_list(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  Holder h{f}; by_value([&](int v) { h.f(v); });
}
__global__ void k_fwd(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  by_value(std::forward<Any>(f));
}
__global__ void k_expanded(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  Holder<decltype(f)> h{f}; by_value(h.f);
}
__global__ void k_kept_lambda(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  auto g = [&](int v) { f(v); }; Holder<decltype(g)> h{g}; h.f(1);
}
__global__ void k_kept_lambda2(int *p) {
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  auto g = [&](int v) { f(v); }; auto h = [&] { g(1); }; stores([&](int) { h(); });
}
__global__ void d_any(int *p) {
  Any f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  f(1);
}
__global__ void d_arg(int *p) {
  not_deduced([&](int v) { child<<<1, 1>>>(p, v); });
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  
}
__global__ void d_expl(int *p) {
  by_value<Any>([&](int v) { child<<<1, 1>>>(p, v); });
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  
}
__global__ void d_holder(int *p) {
  Holder h{[&](int v) { child<<<1, 1>>>(p, v); }};
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  h.f(1);
}
__global__ void d_static(int *p) {
  static auto f = [&](int v) { child<<<1, 1>>>(nullptr, v); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: 
  f(1);
}
__global__ void d_self(int *p) {
  calls_with_itself([&](auto self, int v) { child<<<1, 1>>>(p, v); });
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  
}
__global__ void d_self2(int *p) {
  auto f = [&](auto &self, int v) -> void { child<<<1, 1>>>(p, v); if (v) self(self, v - 1); };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that is handed to a lambda
  f(f, 3);
}
__global__ void d_self3(int *p) {
  auto f = [&](auto g) { g(1); };
  f([&](int v) { child<<<1, 1>>>(p, v); });
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that is handed to a lambda
  
}
__global__ void d_returned(int *p) {
  auto make = [&] { return [=](int v) { child<<<1, 1>>>(p, v); }; };
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that may be called elsewhere
  make()(1);
}
// Where a lambda outlives its function, it cannot refer to what that has of the block.
__device__ int *e_where;
__device__ void e_start(int v) { child<<<1, 1>>>(e_where, v); }
// CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: 'e_start' is called in a lambda that can capture nothing more
__device__ auto e_returns() {
  return [&](int v) { e_start(v); };
}
__global__ void e_calls(int n) { e_returns()(n); }
__device__ auto e_place() {
  auto f = [&] { return threadIdx.x; };
  return f;
}
__global__ void e_asks(int *p) {
  p[0] = e_place()();
}
__global__ void e_launches(int *p) {
  e_asks<<<1, 1>>>(p);
  // CHECK: lambdas_kept.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'e_asks': kept: 'threadIdx' is used in a lambda that can capture nothing more
}
