// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks %s -o %t 2>&1 | FileCheck %s
// RUN: sed "s,//.*,," %t | FileCheck --check-prefix=TEXT %s
// Calls of members of classes that an instance tells: what keeps the launch, and how the others are written.
__global__ void child(int *p) { *p = 1; }
template <class P> __global__ void by_field(P rule, int *p) {
  rule.field(p, 1);
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept: 'field', which depends on its block, may be called here by a name that is not resolved
  child<<<1, 1>>>(p);
}
// CHECK: note: because of this
struct Field {
  __device__ void field(int *p, int i) { p[i] = threadIdx.x; }
};
struct Held {
  __device__ void put(int *p, int i) { p[i] = 0; }
};
struct Holds : Field { // hides the base's
  void (*field)(int *, int);
};
template <class P> __global__ void by_constant(P rule, int *p) {
  p[0] = rule.constant(1);
  // CHECK: [[@LINE+1]]:3: remark: launch of 'child': t1
  child<<<1, 1>>>(p);
}
struct Constant {
  __device__ int constant(int i) { return i + threadIdx.x; }
};
struct Hides : Constant { // has a copy, too
  // TEXT: constexpr int constant__fl_ctx(FlCtx &fl_ctx, int i)
  constexpr int constant(int i) { return i; }
};
template <class P> __device__ int by_local(P rule) { return rule.local(1); }
struct Local {
  __device__ int local(int i) { return i + threadIdx.x; }
};
__global__ void local(int *p) {
  struct Own : Local {
    __device__ int local(int i) { return i; }
  };
  p[0] = by_local(Own{});
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept: 'local', which depends on its block
  child<<<1, 1>>>(p);
}
template <class P> __global__ void by_macro(P rule, int *p) {
  p[0] = rule.made(1);
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept:
  child<<<1, 1>>>(p);
}
struct Made {
  __device__ int made(int i) { return i + threadIdx.x; }
};
#define NAME(x) no##x
#pragma push_macro("NAME")
#undef NAME
#define NAME(x) x // of several definitions, some brought back, nothing is written out
#define MAKE(name) \
  __device__ int NAME(ma##name)(int i) { return i; }
struct ByMacro : Made {
  MAKE(de)
};
#pragma pop_macro("NAME")
template <class P> __global__ void elsewhere(P rule, int *p) {
  p[0] = rule.far(1);
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept: the definition of 'far' is not in this file
  child<<<1, 1>>>(p);
}
struct Far {
  __device__ int far(int i);
};
template <class P> __global__ void by_base(P rule, int *p) {
  p[0] = rule.P::based(1);
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept: 'based' is called by a base's name
  child<<<1, 1>>>(p);
}
struct Based {
  __device__ int based(int i) { return i + threadIdx.x; }
};
template <class P> __global__ void constant(P rule, int *p) {
  constexpr int n = P::length();
  p[0] = n;
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept: 'length' is called in a constant expression
  child<<<1, 1>>>(p);
}
struct Length {
  static constexpr __device__ int length() { return 3; }
};
struct Block {
  static __device__ int length() { return blockDim.x; }
};
struct Two {
  int a, b;
};
struct Calls {
  __device__ int operator()(Two t) const { return t.a + threadIdx.x; }
};
template <class F> __global__ void list(F f, int *p) {
  p[0] = f({1, 2});
  // CHECK: [[@LINE+1]]:3: warning: launch of 'child': kept: 'operator()', which depends on its block, may be called here by a name that is not resolved
  child<<<1, 1>>>(p);
}
template <class T> __global__ void child_of(T *p) { *p = 1; }
template <class P> __global__ void launches(P rule, int *p) { rule.launches(p); }
template <class T> struct Launches {
  // CHECK: [[@LINE+1]]:42: warning: launch of 'child_of': kept: 'launches' is called where it is not known which function is meant, on which launches depend
  __device__ void launches(T *p) const { child_of<<<1, 1>>>(p); }
};
template <class P> __global__ void moved(P rule, P *at, int *p) {
  // TEXT-LABEL: void moved__fl_body(
  // TEXT: ::moved__fl_of(rule).moved__fl_ctx(fl_ctx, p);
  rule.moved(p);
  // TEXT: ::moved__fl_at(at) -> moved__fl_ctx(fl_ctx, p);
  at -> moved(p);
  // TEXT: ::moved__fl_in<typename P::Own>:: template moved__fl_ctx<3>(fl_ctx, p);
  P::Own:: template moved<3>(p);
  // TEXT: return ::moved__fl_in<P>::moved__fl_ctx(fl_ctx, p);
  return P::moved(p);
}
struct Moved {
  // CHECK: [[@LINE+1]]:42: remark: launch of 'child': t1
  static __device__ void moved(int *p) { child<<<1, 1>>>(p); }
  template <int n> static __device__ void moved(int *p) { *p = n; }
  using Own = Moved;
};
void run(int *p) {
  by_field<<<1, 1>>>(Field(), p);
  by_constant<<<1, 1>>>(Hides(), p);
  local<<<1, 1>>>(p);
  by_macro<<<1, 1>>>(ByMacro(), p);
  elsewhere<<<1, 1>>>(Far(), p);
  by_base<<<1, 1>>>(Based(), p);
  constant<<<1, 1>>>(Length(), p);
  list<<<1, 1>>>(Calls(), p);
  launches<<<1, 1>>>(Launches<int>(), p);
  moved<<<1, 1>>>(Moved(), (Moved *)0, p);
}
