// A lambda among the template arguments of a launch has another type in a copy of the text: no descriptor could name the instance.
// RUN: flcc --fl-target=cpu --fl-strategy=t1 --fl-emit -std=c++20 -o /dev/null %s 2>&1 | FileCheck %s
template <auto F> __global__ void apply(int *p) { p[threadIdx.x] += F(3); }
template <class T> __global__ void sized(int *p) { p[threadIdx.x] += sizeof(T); }

__global__ void parent(int *p) {
  // CHECK: :[[@LINE+1]]:3: warning: launch of 'apply<[](int x) { return x * 10; }>': kept: the template arguments name something local to the caller
  apply<[](int x) { return x * 10; }><<<1, 2>>>(p);
}
// CHECK-NOT: launch of 'sized<int[3]>'
__global__ void other(int *p) { sized<int[3]><<<1, 2>>>(p); }
