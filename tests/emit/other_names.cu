// RUN: flcc --fl-emit --fl-target=cuda --fl-strategy=t1 -o %t.cu %s 2>&1 | FileCheck %s
// RUN: sed "s,//.*,," %t.cu | FileCheck --check-prefix=TEXT %s
// Constants and variables that are another name of one kernel launch that kernel; so do kernel templates which launch an argument of theirs. What may be another
// kernel is not known.
// CHECK-NOT: warning:
__global__ void child(int *p) { *p = 1; }
__global__ void sister(int *p) { *p = 2; }
template <class T, int N> __global__ void many(T *p) { *p = N; }
constexpr auto everywhere = child;
struct Names {
  static constexpr void (*in_class)(int *) = sister;
};
template <class T> struct Chosen {
  static constexpr auto in_instance = many<T, 3>;
};

__global__ void named(int *p) {
  constexpr auto k = child;
  // TEXT: {{\[\[maybe_unused\]\]}} constexpr auto k = child;
  k<<<1, 1>>>(p);
  // TEXT: ::child__fl_launch(__fl::record(fl_ctx), __fl::config(1, 1), p);
  auto &other = sister;
  (other)<<<1, 1>>>(p);
  // TEXT: ::sister__fl_launch(__fl::record(fl_ctx), __fl::config(1, 1), p);
  auto unchanged = k;
  (*unchanged)<<<1, 1>>>(p);
  // TEXT: ::child__fl_launch(
  everywhere<<<1, 1>>>(p);
  // TEXT: ::child__fl_launch(
  Names::in_class<<<1, 1>>>(p);
  // TEXT: ::sister__fl_launch(
  Chosen<int>::in_instance<<<1, 1>>>(p);
  // TEXT: ::many__fl_launch<int, 3>(
}
__global__ void by_operators(int *p) {
  (&child)<<<1, 1>>>(p);
  // TEXT: {{^ *}}child__fl_launch(__fl::record(fl_ctx), __fl::config(1, 1), p);
  (*child)<<<1, 1>>>(p);
  // TEXT: {{^ *}}child__fl_launch(__fl::record(fl_ctx), __fl::config(1, 1), p);
  (*&::sister)<<<1, 1>>>(p);
  // TEXT: {{^ *}}::sister__fl_launch(__fl::record(fl_ctx), __fl::config(1, 1), p);
}
template <class T> __global__ void dependent(T *p) {
  (&many<T, 5>)<<<1, 1>>>(p);
  // TEXT: {{^ *}}many__fl_launch<T, 5>(
  const int n = 4;
  auto k = many<T, n>;
  k<<<1, 1>>>(p);
  // TEXT: ::many__fl_launch<T, n>(
}
// TEXT: template <void (*K)(int *)> __global__ void handed(int *p) ;
// TEXT-SAME: void handed__fl_for_child(int *p)
template <void (*K)(int *)> __global__ void handed(int *p) { K<<<1, 1>>>(p); }
void host(int *p) {
  (&named)<<<1, 1>>>(p);
  // TEXT: {{^ *}}named__fl_host(__fl::config(1, 1).at({{.*}}), p);
  auto *const k = named;
  k<<<1, 1>>>(p);
  // TEXT: ::named__fl_host(__fl::config(1, 1).at({{.*}}), p);
  handed<child><<<1, 1>>>(p);
  // TEXT: ::handed__fl_for_child__fl_host<child>(
}

// TEXT: { const auto fl_k = k; if (fl_k == ::child) ::child__fl_launch({{.*}}else if (fl_k == ::sister) ::sister__fl_launch(
__global__ void changed(int *p, bool b) {
  void (*k)(int *) = child;
  if (b)
    k = sister;
  k<<<1, 1>>>(p);
}
__global__ void lent(int *p) {
  void (*k)(int *) = child;
  auto &r = k;
  r = sister;
  k<<<1, 1>>>(p);
  // CHECK-DAG: other_names.cu:[[@LINE-1]]:3: warning: launch of 'k': kept: which kernel 'k' launches is not known
}
__global__ void temporary(int *p) {
  void (*&&k)(int *) = child;
  k = sister;
  k<<<1, 1>>>(p);
  // CHECK-DAG: other_names.cu:[[@LINE-1]]:3: warning: launch of 'k': kept: which kernel 'k' launches is not known
}
__global__ void chosen(int *p) {
  const auto k = *p ? child : sister;
  k<<<1, 1>>>(p);
}
template <class T> struct Special {
  static constexpr void (*k)(int *) = child;
  static __device__ void go(int *p) { k<<<1, 1>>>(p); }
  // CHECK-DAG: other_names.cu:[[@LINE-1]]:39: warning: launch of 'k': kept: which kernel 'k' launches is not known
};
template <> constexpr void (*Special<float>::k)(int *) = sister;
template <class T> struct Holds {
  struct Inner {
    static constexpr void (*k)(int *) = child;
  };
  static __device__ void go(int *p) { Inner::k<<<1, 1>>>(p); }
  // CHECK-DAG: other_names.cu:[[@LINE-1]]:39: warning: launch of 'Inner::k': kept: which kernel 'Inner::k' launches is not known
};
template <> struct Holds<float>::Inner {
  static constexpr void (*k)(int *) = sister;
};
__global__ void specialized(int *p) {
  Special<float>::go(p);
  Holds<float>::go(p);
}
template <class T> __global__ void hidden(T *p) {
  typedef T U;
  auto k = many<U, 1>;
  {
    typedef long U;
    k<<<1, 1>>>(p);
    // CHECK-DAG: other_names.cu:[[@LINE-1]]:5: warning: launch of 'k': kept: which kernel 'k' launches is not known
    U unused;
  }
}
// The host sets an attribute of this one, which a copy would not have.
template <void (*K)(int *)> __global__ void set(int *p) {
  K<<<1, 1>>>(p);
  // CHECK-DAG: other_names.cu:[[@LINE-1]]:3: warning: launch of 'K': kept: which kernel 'K' launches is not known
}
void sets(int *p) {
  cudaFuncSetAttribute(set<child>, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
  set<child><<<1, 1>>>(p);
}
