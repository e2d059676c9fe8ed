// RUN: flcc --fl-emit -std=c++20 --fl-target=cuda -o /dev/null %s 2>&1 | FileCheck %s
// Shared variables of device functions that no struct can be made of keep the launch.
__shared__ int outside[64];
__device__ int reads(int i) { return outside[i]; }
__global__ void names(int *p) {
  outside[threadIdx.x] = threadIdx.x;
  p[threadIdx.x] = reads(threadIdx.x);
}
__global__ void calls(int *p) { p[threadIdx.x] = reads(threadIdx.x); }
__global__ void parent0(int *p) {
  names<<<1, 64>>>(p);
  // CHECK-DAG: shared_kept.cu:[[@LINE-1]]:3: warning: launch of 'names': kept: the shared variable 'outside' is declared outside of functions [-fl-kept]
  calls<<<1, 64>>>(p);
  // CHECK-DAG: shared_kept.cu:[[@LINE-1]]:3: warning: launch of 'calls': kept: the shared variable 'outside' is declared outside of functions [-fl-kept]
}
struct object {
  int v;
  __device__ int get() {
    __shared__ int memory;
    memory = v;
    return memory > 0 ? object{v - 1}.get() : 0;
  }
};
__global__ void member(int *p) { *p = object{1}.get(); }
__global__ void parent1(int *p) { member<<<1, 1>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'member': kept: the member function 'get', which has shared variables, calls itself [-fl-kept]
struct holder {
  __device__ int ask(int n) { return n ? look(n) : 0; }
  __device__ int look(int n) {
    __shared__ int memory;
    memory = threadIdx.x;
    return memory + ask(n - 1);
  }
};
__global__ void by_member(int *p) { *p = holder{}.ask(2); }
__global__ void parent5(int *p) { by_member<<<1, 1>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'by_member': kept: the shared variables of 'look' are not known where its caller's are listed [-fl-kept]
template <class T> struct outside_of {
  __device__ T found(T v);
  __device__ T either(T v) {
    __shared__ T memory;
    memory = v;
    return memory;
  }
  __device__ T either(T v) const { return v; }
};
template <class U> __device__ U outside_of<U>::found(U v) {
  __shared__ U memory;
  memory = v;
  return memory;
}
__global__ void by_outside(int *p) { *p = outside_of<int>{}.found(1); }
__global__ void by_either(int *p) { *p = outside_of<int>{}.either(1); }
__global__ void parent10(int *p) {
  by_outside<<<1, 1>>>(p);
  // CHECK-DAG: shared_kept.cu:[[@LINE-1]]:3: warning: launch of 'by_outside': kept: 'found', which has shared variables, is defined outside of its class [-fl-kept]
  by_either<<<1, 1>>>(p);
  // CHECK-DAG: shared_kept.cu:[[@LINE-1]]:3: warning: launch of 'by_either': kept: 'either', which has shared variables, is one of several members of its name [-fl-kept]
}
struct functor {
  __device__ int operator()(int v) const {
    __shared__ int memory;
    memory = v;
    return memory;
  }
};
template <class F> __global__ void by_functor(int *p, F f) { *p = f(1); }
__global__ void parent11(int *p) { by_functor<<<1, 1>>>(p, functor{}); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:36: warning: launch of 'by_functor': kept: 'operator()', which has shared variables, is called where an instance alone tells which function is meant [-fl-kept]
template <class T> __device__ T of_parameter(T v) {
  __shared__ decltype(v) all[2];
  all[threadIdx.x] = v;
  return all[1 - threadIdx.x];
}
__global__ void with_parameter(int *p) { p[threadIdx.x] = of_parameter(7); }
__global__ void parent6(int *p) { with_parameter<<<1, 2>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'with_parameter': kept: the type of the shared variable 'all' is local [-fl-kept]
#define ANY auto
__device__ int of_any(ANY v) {
  __shared__ int all[2];
  all[threadIdx.x] = (int)v;
  return all[1 - threadIdx.x];
}
__global__ void with_any(int *p) { p[threadIdx.x] = of_any(7) + of_any(2.5); }
__global__ void parent7(int *p) { with_any<<<1, 2>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'with_any': kept: 'of_any', which has shared variables, leaves types of its parameters to 'auto' [-fl-kept]
__global__ void in_generic_lambda(int *p) {
  const auto turn = [&](auto v) {
    __shared__ int all[2];
    all[threadIdx.x] = (int)v;
    return all[1 - threadIdx.x];
  };
  p[threadIdx.x] = turn(7) + turn(2.5);
}
__global__ void parent9(int *p) { in_generic_lambda<<<1, 2>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'in_generic_lambda': kept: the shared variable 'all' is declared in a lambda [-fl-kept]
__global__ void abbreviated(ANY *p) { *p = 1; }
__global__ void parent8(int *p) { abbreviated<<<1, 1>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'abbreviated': kept: 'abbreviated' leaves types of its parameters to 'auto' [-fl-kept]
template <int n> __device__ int deep(int v) {
  __shared__ int memory[n + 1];
  memory[0] = v;
  if constexpr (n > 0)
    return deep<n - 1>(memory[0]);
  else
    return memory[0];
}
__global__ void template_recursion(int *p) { *p = deep<3>(1); }
__global__ void parent2(int *p) { template_recursion<<<1, 1>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'template_recursion': kept: 'deep'
__device__ int later(int v);
__global__ void before(int *p) { *p = later(1); }
__global__ void parent3(int *p) { before<<<1, 1>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'before': kept: 'later', which has shared variables, is defined behind 'before' [-fl-kept]
__device__ int later(int v) {
  __shared__ int memory;
  memory = v;
  return memory;
}
template <class T> __device__ int size_of(T v) {
  __shared__ T memory;
  memory = v;
  return sizeof memory;
}
__global__ void local_type(int *p) {
  struct mine {
    int a, b;
  };
  *p = size_of(mine{1, 2});
}
__global__ void parent4(int *p) { local_type<<<1, 1>>>(p); }
// CHECK-DAG: shared_kept.cu:[[@LINE-1]]:35: warning: launch of 'local_type': kept: the template arguments of 'size_of' are deduced from something local to 'local_type' [-fl-kept]
