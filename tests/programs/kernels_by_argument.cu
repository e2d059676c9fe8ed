// Kernels that are known by the namespace of an argument alone, which nvcc finds: from device and host code, beside macros that launch.
// REMARK-t1: launch of 'lib::visit': t1
// REMARK-t1: launch of 'lib::deep::visit_box': t1
#include "include/test.h"

namespace lib {
struct Point {
  int v;
};
__global__ void visit(int *p, Point x) { atomicAdd(p, x.v); }
namespace deep {
template <class T> struct Box {
  T v;
};
template <class T> __global__ void visit_box(int *p, Box<T> x) { atomicAdd(p, x.v * 3); }
} // namespace deep
__global__ void start(int *p, Point x) { visit<<<1, 2>>>(p, x); }
} // namespace lib

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
__global__ void plain(int *p, int n) { atomicAdd(p, n); }
struct Derived : lib::Point {};

__global__ void parent(int *p) {
  visit<<<1, 1>>>(p, lib::Point{3}); LAUNCH(plain, p, 100);
  visit << <1, 2>> > (p + 1, Derived{{2}}), LAUNCH(plain, p + 1, 200);
  if (threadIdx.x == 0)
    visit_box<<<1, 1>>>(p + 2, lib::deep::Box<int>{5});
}

int main() {
  int *p = device_zeros<int>(4);
  parent<<<1, 2>>>(p);
  start<<<1, 1>>>(p + 3, lib::Point{7});
  visit<<<1, 3>>>(p + 3, lib::Point{1});
  return compare(to_host(p, 4), std::vector<int>{206, 408, 15, 17});
}
