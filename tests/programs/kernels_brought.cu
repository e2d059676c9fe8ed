// Kernels that an argument's namespace makes known, which nvcc looks at and clang does not: in templates and beside one that would do. Namespaces that have a kernel of
// the name, but none of the arguments, change nothing.
// REMARK-t1: launch of 'mark': kept: which kernel 'mark' launches
// REMARK-t1: launch of 'lib::mark': t1
// REMARK-t1: launch of 'visit': t1
// REMARK-t1: launch of 'put': t1
#include "include/test.h"

namespace lib {
struct Point {
  int v;
};
template <class T> struct Box {
  T v;
};
__global__ void mark(int *p, Point x) { atomicAdd(p, x.v); }
__global__ void mark(int *p, Box<int> x) { atomicAdd(p, x.v * 3); }
__global__ void put(int *p, Point x) { atomicAdd(p, x.v * 7); }
} // namespace lib

namespace v1 {
struct Graph {
  int n;
};
__global__ void visit(int *p, Graph g) { atomicAdd(p, g.n); }
__global__ void start(int *p, Graph g) { visit<<<1, 2>>>(p, g); }
} // namespace v1
namespace v2 {
struct Graph {
  int n;
};
enum class Kind { NONE, ALL };
__global__ void visit(int *p, Graph g, Kind kind = Kind::ALL) {
  if (kind == Kind::ALL)
    atomicAdd(p, g.n * 100);
}
__global__ void start(int *p, const Graph *g) { visit<<<1, 2>>>(p, *g, Kind::ALL); }
} // namespace v2

namespace user {
struct Derived : lib::Point {};
struct Wide {
  long v;
  __host__ __device__ Wide(long v) : v(v) {}
  __host__ __device__ Wide(lib::Point x) : v(x.v) {}
};
__global__ void mark(int *p, Wide x) { atomicAdd(p, (int)x.v * 1000); }
__global__ void put(int *p, long x) { atomicAdd(p, (int)x * 10000); }

template <class T> __global__ void depends(int *p, T x) { mark<<<1, 1>>>(p, x); }
__global__ void exact(int *p) { mark<<<1, 1>>>(p, lib::Point{5}); }
__global__ void of_base(int *p) { mark<<<1, 1>>>(p, Derived{{6}}); }
template <class T> __global__ void instance(int *p, T x) { mark<<<1, 1>>>(p, lib::Box<T>{x}); }
__global__ void qualified(int *p) { lib::mark<<<1, 1>>>(p, lib::Point{7}); }
__global__ void number(int *p) { put<<<1, 1>>>(p, 8); }
} // namespace user

int main() {
  int *p = device_zeros<int>(9);
  user::depends<<<1, 1>>>(p, lib::Point{4});
  user::depends<<<1, 1>>>(p + 1, 4L);
  user::exact<<<1, 1>>>(p + 2);
  user::of_base<<<1, 1>>>(p + 3);
  user::instance<<<1, 1>>>(p + 4, 9);
  user::qualified<<<1, 1>>>(p + 5);
  user::number<<<1, 1>>>(p + 6);
  v1::start<<<1, 1>>>(p + 7, v1::Graph{3});
  v2::start<<<1, 1>>>(p + 8, to_device(std::vector<v2::Graph>{{4}}));
  return compare(to_host(p, 9), std::vector<int>{4, 4000, 5, 6, 27, 7, 80000, 6, 800});
}
