// Kernels that are launched by other names than their own: constants, references, variables that nothing changes, members, arguments of templates.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'many<long>': t1
// REMARK-t1: launch of 'lib::inner': t1
// REMARK-t1: launch of 'lib::more': t1
// REMARK-t1: launch of 'most<T, 2>': t1
// TARGET-keep: cpu: what the host launches of kernel templates with kernels as arguments, nvcc 13.0 gives a null pointer for
// TARGET-t4: cpu: the same, its parents are launched as they are
#include "include/test.h"

__device__ int sum;

__global__ void child(int n) { atomicAdd(&sum, n); }
template <class T> __global__ void many(T n) { atomicAdd(&sum, 10 * (int)n); }
template <class T, int N> __global__ void most(T n) { atomicAdd(&sum, N * 10000 * (int)n); }
namespace lib {
__global__ void inner(int n) { atomicAdd(&sum, 100 * n); }
__global__ void more(int n) { atomicAdd(&sum, 1000 * n); }
constexpr auto inside = inner;
template <void (*K)(int), class T> __global__ void runs(T n) { K<<<2, 1>>>((int)n + threadIdx.x); }
} // namespace lib
#define NAMES first
#define KERNEL child
#include "include/other_names.h"
#define NAMES second
#define KERNEL lib::inner
#include "include/other_names.h"
struct Names {
  static constexpr auto of_class = child;
  static constexpr void (*by_type)(long) = many;
};

typedef void (*Kernel)(int);
template <Kernel K> __device__ void start(int n) { K<<<1, 1>>>(n); }
template <Kernel First, Kernel Second> __global__ void both(int n) {
  __shared__ int twice;
  if (threadIdx.x == 0)
    twice = 2 * n;
  __syncthreads();
  First<<<1, 1>>>(twice);
  start<Second>(n);
}

template <class T> __global__ void parent(T n) {
  constexpr auto constant = child;
  constant<<<1, 1>>>(n);
  auto &reference = lib::inner;
  reference<<<1, 1>>>(n);
  Kernel variable{&child};
  (*variable)<<<1, 2>>>(n);
  auto dependent = many<T>;
  for (int i = 0; i < 2; i++)
    dependent<<<1, 1>>>(n);
  Names::of_class<<<1, 1>>>(n);
  Names::by_type<<<1, 1>>>(n);
  lib::inside<<<1, 1>>>(n);
  (&lib :: /* blanks */ more)<<<1, 1>>>(n);
  (*lib::more)<<<1, 1>>>(n);
  (&most</* of type */ T, 2>)<<<1, 1>>>(n);
  auto in_lambda = [=](int m) { constant<<<1, 1>>>(m); };
  in_lambda(n);
  Kernel changed = child;
  if (n & 1)
    changed = lib::inner;
  atomicAdd(&sum, changed == lib::inner);
}

int main() {
  int want = 0, got;
  for (int n = 0; n < 5; n++) {
    const auto by_name = parent<int>;
    n & 1 ? by_name<<<1, 1>>>(n) : (&parent<int>)<<<1, 1>>>(n);
    lib::runs<child, long><<<1, 2>>>(n);
    lib::runs<lib::inner><<<1, 1>>>(n);
    (both<child, lib::inner>)<<<1, 1>>>(n);
    first::parent<<<1, 1>>>(n);
    second::parent<<<1, 1>>>(n);
    first::launch(n);
    second::launch(n);
    want += n + 100 * n + 2 * n + 200 * n + n + 100 * n + 2 * n + 20 * n + n + 10 * n + 100 * n + n + (n & 1);
    want += 2 * (n + n + 1) + 200 * n + 2 * n + 100 * n;
    want += 22000 * n;
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&got, sum, sizeof got));
  return compare(std::vector<int>{got}, {want});
}
