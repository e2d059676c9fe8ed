// A structured binding calls get<I>() without a call that could be seen. Where that depends on its block, no child is moved.
// STRATEGIES: keep t1 t4 auto
// REMARK-t1: launch of 'child': kept: 'get', which depends on its block, may run without a visible call
#include "include/test.h"
#include <utility>

struct Two {
  int a, b;
};
template <int I> __device__ int get(Two p) { return (I ? p.b : p.a) + (int)threadIdx.x; }
template <> struct std::tuple_size<Two> { static constexpr size_t value = 2; };
template <std::size_t I> struct std::tuple_element<I, Two> { using type = int; };

__global__ void child(int a, int *out) {
  auto [x, y] = Two{a, 2};
  atomicAdd(out, x * y);
}
__global__ void parent(int *out) { child<<<2, 5>>>((int)threadIdx.x, &out[threadIdx.x]); }

int main() {
  int *out = device_zeros<int>(6);
  std::vector<int> want(6);
  for (int a = 0; a < 6; a++)
    for (int t = 0; t < 5; t++)
      want[a] += 2 * (a + t) * (2 + t);
  parent<<<1, 6>>>(out);
  return compare(to_host(out, 6), want);
}
