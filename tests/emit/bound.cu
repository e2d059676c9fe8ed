// RUN: flcc --fl-emit --fl-target=cuda --fl-strategy=t1 -o %t.cu %s 2>&1 | FileCheck %s
// RUN: sed "s,//.*,," %t.cu | FileCheck --check-prefix=TEXT %s
// Functions that launch what they are given are copied for each kernel, if the copy means the same; else what they launch is not known.
__global__ void child(int *p) { *p = 1; }
__global__ void sister(int *p, int) { *p = 2; }
template <class K> __device__ void start(K k, int *p) { k<<<1, 1>>>(p); }
// TEXT: template <class K> __device__ void start(K k, int *p) ;
// TEXT: __device__ void start__fl_for_child(K k, int *p)
// TEXT: __global__ void parent0(int *p) {{.*}}start__fl_for_child((decltype(&child))nullptr, p); }
__global__ void parent0(int *p) { start(child, p); }

template <class K> __device__ void counts(K k, int *p) {
  static int calls;
  calls++;
  k<<<1, 1>>>(p);
  // CHECK-DAG: bound.cu:[[@LINE-1]]:3: warning: launch of 'k': kept: which kernel 'k' launches is not known
}
__global__ void parent1(int *p) { counts(child, p); }

struct starter {
  template <class K> __device__ void start_it(K k, int *p) { k<<<1, 1>>>(p); }
  // CHECK-DAG: bound.cu:[[@LINE-1]]:62: warning: launch of 'k': kept: which kernel 'k' launches is not known
};
__global__ void parent2(int *p) { starter{}.start_it(child, p); }

template <class K> __device__ void hides(K k, int *sister) {
  k<<<1, 1>>>(sister, 1);
  // CHECK-DAG: bound.cu:[[@LINE-1]]:3: warning: launch of 'k': kept: which kernel 'k' launches is not known
}
__global__ void parent3(int *p) { hides(sister, p); }

__device__ void pointed(void (*k)(int *), int *p) {
  k<<<1, 1>>>(p);
  // CHECK-DAG: bound.cu:[[@LINE-1]]:3: warning: launch of 'k': kept: which kernel 'k' launches is not known
}
__device__ void (*held)(int *);
__global__ void parent4(int *p) {
  pointed(held, p);
  pointed(child, p);
}

namespace other {
template <class K> __device__ void start_from(K k, int *p) {
  k<<<1, 1>>>(p);
  // CHECK-DAG: bound.cu:[[@LINE-1]]:3: warning: launch of 'k': kept: which kernel 'k' launches is not known
}
} // namespace other
namespace aside {
__global__ void parent5(int *p) { other::start_from(child, p); }
} // namespace aside
