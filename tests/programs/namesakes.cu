// Kernels of one name in nested namespaces, launched from within by both names, and kernels right in inline namespaces, beside an unnamed one: what nvcc makes of that is not always C++.
// REMARK-t1: launch of 'near': t1
// REMARK-t1: launch of 'below<T>': t1
#include "include/test.h"

__global__ void near(int *out) { atomicAdd(out, 1); }
template <class T> __global__ void typed(T *out) { atomicAdd(out, T(10)); }
namespace a {
__global__ void near(int *out) { atomicAdd(out, 100); }
template <class T> __global__ void typed(T *out) { atomicAdd(out, T(1000)); }
__global__ void both(int *out) {
  near<<<1, 2>>>(out);
  ::near<<<1, 3>>>(out);
  typed<<<1, 4>>>(out);
  ::typed<int><<<1, 5>>>(out);
}
} // namespace a
inline namespace v2 {
__global__ void leaf(int *out) { atomicAdd(out, 10000); }
inline namespace v3 {
template <class T> __global__ void below(T *out) { leaf<<<1, 2>>>(out); }
} // namespace v3
} // namespace v2
namespace {
struct Weight {
  int of;
};
__global__ void weighed(int *out, Weight w) { atomicAdd(out, w.of); }
} // namespace
static __global__ void weighs(int *out) { weighed<<<1, 2>>>(out, Weight{100000}); }
__global__ void parent(int *out) {
  weighs<<<1, 1>>>(out);
  a::both<<<1, 1>>>(out);
  v3::below<<<1, 1>>>(out);
  leaf<<<1, 1>>>(out);
}
template <class T> __global__ void parents(T *out) {
  a::both<<<1, 1>>>(out);
  below<T><<<1, 2>>>(out);
}

int main() {
  int *out = device_zeros<int>(2);
  allow_launches(64);
  parent<<<1, 1>>>(out);
  parents<<<1, 2>>>(out + 1);
  v2::below<<<1, 3>>>(out);
  return compare(to_host(out, 2), std::vector<int>{4253 + 30000 + 60000 + 200000, 2 * 4253 + 80000});
}
