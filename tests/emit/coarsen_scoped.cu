// A native launch names its kernel in full where arguments bring in another of that name.
// RUN: flcc --fl-strategy=keep --fl-coarsen=4 --fl-emit %s -o - 2>/dev/null | FileCheck %s
namespace one {
struct P {
  int v;
};
__global__ void same(int *p, P q) { atomicAdd(p, q.v); }
} // namespace one
namespace two {
__global__ void same(int *p, one::P q) { atomicAdd(p, 10 * q.v); }
} // namespace two
__global__ void both(int *p, int n) {
  one::same<<<n, 1>>>(p, one::P{2});
  two::same<<<n, 1>>>(p, one::P{3});
}
// CHECK: ::one::same<<<fl_c.grid, fl_c.block, fl_c.shared, fl_c.stream>>>(
// CHECK: ::two::same<<<fl_c.grid, fl_c.block, fl_c.shared, fl_c.stream>>>(
