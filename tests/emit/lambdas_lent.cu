// RUN: flcc -std=c++20 --fl-strategy=t1 --fl-remarks --fl-emit -o /dev/null %s 2>&1 | FileCheck %s
// Lambdas that launch are lent where they are only called, or handed to functions that only call them or lend them on.
#include <utility>
__global__ void child(int *p, int v) { atomicAdd(p, v); }
template <class F> __device__ void by_value(F f) { f(1); }
template <class F> __device__ void by_reference(F &f) { f(1); }
template <class F> __device__ void by_const(const F &f) { f(1); }
template <class F> __device__ void forwards(F &&f) { std::forward<F>(f)(1); }
template <class F> __device__ void forwards_on(F &&f) { forwards(std::forward<F>(f)); }
template <class F> __device__ void casts(F &&f) { static_cast<F &&>(f)(1); }
template <class F> __device__ void moves(F f) { by_value(std::move(f)); }
__device__ void by_auto(auto &&f) { std::forward<decltype(f)>(f)(1); }
template <int N, class F> __device__ void times(F f) {
  for (int i = 0; i < N; i++)
    f(i);
}
template <class F> __device__ void splits(int n, F f) {
  if (n > 1) {
    splits(n / 2, f);
    splits<F>(n - n / 2, f);
  } else {
    f.operator()(n);
  }
}
template <class... F> __device__ void all(int v, F... f) { (f(v), ...); }
template <class F> __device__ void in_lambda(F f) {
  by_value([&](int v) { f(v); });
  auto g = [f](int v) { f(v); };
  by_value(g);
}
struct Range {
  int n;
  template <class F> __device__ void each(F f) const {
    for (int i = 0; i < n; i++)
      f(i);
  }
  template <class F> __device__ static void twice(F f) { by_value(f), by_value(f); }
};
template <class T> struct Values {
  template <class F> __device__ void each(F f) { this->go(f); }
  template <class F> __device__ void go(F f) { f(T(1)); }
};
template <class F> __device__ void either(F f, int) { f(1); }
template <class F> __device__ void either(F f, float) { f(2); }
template <class T, class F> __device__ void to_either(T v, F f) { either(f, v); }

__global__ void lends(int *p) {
  by_value([&](int v) { child<<<1, 1>>>(p, v); });
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  by_auto([=](auto v) { child<<<1, 1>>>(p, v); });
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  auto f = [&](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  by_value(f), by_reference(f), by_const(f), forwards(f), forwards_on(f), casts(f), moves(f), by_auto(f);
  times<3>(f), times<2, decltype(f)>(f), splits(3, f), all(1, f, f), in_lambda(f);
  Range{3}.each(f), Range::twice(f), Values<int>().each(f), to_either(1, f);
  by_value([&, p](int v) { f(v); });
  const auto &r = [=](int v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  by_value(r), r.operator()(3);
  Range{3}.each([&](int i) { Range{i}.each([=](int k) { child<<<1, 1>>>(p, k); }); });
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
}
template <class T> __global__ void lends_in_template(T *p) {
  auto f = [&](T v) { child<<<1, 1>>>(p, v); };
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  by_value(f), by_reference(f), forwards_on(f), times<3>(f), in_lambda(f), to_either(1, f);
  either(f, p[0]);
  Range{3}.each([&](auto i) { f(i); });
}
// Without a capture default they list what they need; but not where the type may make objects, or the lambda is a constant.
template <class F> __device__ void makes(F) { F{}((int *)nullptr, 1); }
__global__ void lists(int *p) {
  by_value([p](int v) { child<<<1, 1>>>(p, v); });
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  auto f = [](int *q, int v) { child<<<1, 1>>>(q, v); };
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
  f(p, 1), f(p, 2);
  by_value([p](int v) {
    auto inner = [p](int w) { child<<<1, 1>>>(p, w + threadIdx.x); };
    // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
    inner(v);
  });
  [p, n = 2] { child<<<1, 1>>>(p, n); }();
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: remark: launch of 'child': t1
}
__global__ void cannot(int *p) {
  auto f = [](int *q, int v) { child<<<1, 1>>>(q, v); };
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that can capture nothing more
  makes(f);
  constexpr auto g = [=](int *q, int v) { child<<<1, 1>>>(q, v); };
  // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that can capture nothing more
  g(p, 1);
  by_value([p](int) {
    auto h = [w = threadIdx.x, p] { child<<<1, 1>>>(p, w); };
    // CHECK: lambdas_lent.cu:[[@LINE-1]]:{{[0-9]+}}: warning: launch of 'child': kept: the launch is written inside a lambda that can capture nothing more
    h();
  });
}
