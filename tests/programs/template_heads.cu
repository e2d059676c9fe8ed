// Heads of templates: parameters without names, other names in another declaration, defaults in one of them, enable_if, and constraints.
// FLAGS: -std=c++20
// STRATEGIES: keep t1 t3 t4 mega grid auto
// REMARK-t1: launch of 'late': t1
// REMARK-t1: launch of 'sfinae': t1
// REMARK-t1: launch of 'constrained': t1
// REMARK-t1: launch of 'add': t1
#include "include/test.h"
#include <concepts>
#include <type_traits>

__device__ int sum;

template <class A> __global__ void late(A a);
template <class> __global__ void later(int a);
template <class A, int = 4> __global__ void latest(A a);
template <class X> __device__ int twice(X x);

template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0> __global__ void sfinae(T a) { atomicAdd(&sum, (int)a); }
template <class T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0> __global__ void sfinae(T a) { atomicAdd(&sum, (int)(a * 10)); }
template <template <class> class B, class, int = 3, unsigned...> __global__ void nameless(int a) { atomicAdd(&sum, a); }
template <class T> struct Box {};

template <std::integral T> __global__ void constrained(T a) { atomicAdd(&sum, (int)a); }
template <class T> requires std::floating_point<T> __global__ void required(T a) { atomicAdd(&sum, (int)(a * 4)); }
template <class T> __global__ void behind(T a) requires(sizeof(T) == 4) { atomicAdd(&sum, (int)a + 1); }
struct Pair {
  int x, y = 2;
};
template <Pair p> __global__ void of_class() { atomicAdd(&sum, p.x + p.y); }

__global__ void parent() {
  const int i = threadIdx.x;
  late<<<1, 2>>>(3);
  later<char><<<1, 2>>>(4);
  latest<<<1, 1>>>(2.5);
  sfinae<<<1, 1>>>(i);
  sfinae<<<1, 1>>>(i + .5f);
  nameless<Box, long><<<1, 1>>>(i);
  constrained<<<1, 2>>>(i);
  required<<<1, 2>>>(1.25f * i);
  behind<<<1, 1>>>(i);
  of_class<Pair{4, 5}><<<1, 1>>>();
}

template <class B> __global__ void late(B a) { atomicAdd(&sum, (int)a + (int)threadIdx.x); }
template <class T> __global__ void later(int a) { atomicAdd(&sum, a + twice(T(threadIdx.x))); }
template <class A, int N> __global__ void latest(A a) { atomicAdd(&sum, (int)(a * N)); }
template <class Y> __device__ int twice(Y y) { return 2 * (int)y + (int)threadIdx.x; }

// A parent that is declared before, with other names.
template <class There> __global__ void adds(There n, int *__restrict__ to);
static void start(int n, int *to) { adds<<<1, 4>>>(n, to); }
__global__ void add(int *to, int n) { atomicAdd(to, n + (int)threadIdx.x); }
template <class Here> __global__ void adds(Here n, int *__restrict__ into) { add<<<1, 3>>>(into, (int)n); }

int main() {
  int want = 0, got;
  for (int i = 0; i < 5; i++)
    want += 7 + (8 + 3) + 10 + i + (10 * i + 5) + i + 2 * i + 2 * (5 * i) + (i + 1) + 9;
  parent<<<1, 5>>>();
  CHECK(cudaGetLastError());
  void *to;
  CHECK(cudaGetSymbolAddress(&to, sum));
  start(6, (int *)to);
  want += 4 * (3 * 6 + 3);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&got, sum, sizeof got));
  return compare(std::vector<int>{got}, {want});
}
