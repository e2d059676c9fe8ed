// Kernels that launch themselves and use, in their own bodies, default arguments of theirs; one beside a template that is deduced; and an overload that depends on a template's parameter.
// STRATEGIES: keep t1 t2 t3 t4 mega grid auto
// REMARK-t1: launch of 'plain': t1
// REMARK-t1: launch of 'beside': t1
#include "include/test.h"

__device__ int sum;

template <class T = unsigned, unsigned N = 3> __global__ void defaults(int a, int depth, int more = 4) {
  atomicAdd(&sum, (int)(T(a) + N + more));
  if (depth && threadIdx.x == 0)
    defaults<><<<1, 2>>>(a + 1, depth - 1);
  if (depth && threadIdx.x == 1)
    defaults<short><<<1, 2>>>(a + 1, depth - 1, 2);
}
template <class T, unsigned N = 2> __global__ void declared(int a, int depth = 1);
template <class T, unsigned N> __global__ void declared(int a, int depth) {
  atomicAdd(&sum, (int)(T(a) + N));
  if (depth && threadIdx.x == 0)
    declared<T><<<1, 2>>>(a + 1, depth - 1);
}
__global__ void plain(int a, int depth = 2) {
  atomicAdd(&sum, a);
  if (depth && threadIdx.x == 0)
    plain<<<1, 2>>>(a + 1, depth - 1);
  if (a == 0 && threadIdx.x == 1)
    plain<<<1, 2>>>(3);
}

template <class... Ts> __global__ void leaf(Ts... values) { atomicAdd(&sum, (int)(0 + ... + values)); }
__global__ void beside(int depth) {
  if (depth)
    beside<<<1, 1>>>(depth - 1);
  leaf<<<1, 2>>>(depth, 1L, (short)7);
}

__global__ void either(int a, int b) { atomicAdd(&sum, a * b); }
__global__ void either(int a, const int *b) { atomicAdd(&sum, a + *b); }
__device__ int nine = 9;
template <class T> __global__ void depends(T b) { either<<<1, 1>>>(5, b); }

template <class F> static int total(F f) {
  const int zero = 0;
  int all;
  CHECK(cudaMemcpyToSymbol(sum, &zero, sizeof zero));
  f();
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&all, sum, sizeof all));
  return all;
}

static int want_defaults(int n, int a, int depth, int more) {
  return 2 * (a + n + more) + (depth ? want_defaults(3, a + 1, depth - 1, 4) + want_defaults(3, a + 1, depth - 1, 2) : 0);
}
static int want_declared(int n, int a, int depth) { return 2 * (a + n) + (depth ? want_declared(2, a + 1, depth - 1) : 0); }
static int want_plain(int a, int depth) { return 2 * a + (depth ? want_plain(a + 1, depth - 1) : 0) + (a == 0 ? want_plain(3, 2) : 0); }
static int want_beside(int depth) { return 2 * (depth + 8) + (depth ? want_beside(depth - 1) : 0); }

int main() {
  int *at;
  CHECK(cudaGetSymbolAddress((void **)&at, nine));
  std::vector<int> got;
  got.push_back(total([] { defaults<><<<1, 2>>>(5, 3); }));
  got.push_back(total([] { defaults<char, 7><<<1, 2>>>(5, 2, 0); }));
  got.push_back(total([] { declared<int><<<1, 2>>>(4); }));
  got.push_back(total([] { declared<long, 3><<<1, 2>>>(4, 3); }));
  got.push_back(total([] { plain<<<1, 2>>>(0); }));
  got.push_back(total([] { beside<<<1, 1>>>(3); }));
  got.push_back(total([] { depends<<<1, 2>>>(6); }));
  got.push_back(total([=] { depends<<<1, 2>>>((const int *)at); }));
  return compare(got, {want_defaults(3, 5, 3, 4), want_defaults(7, 5, 2, 0), want_declared(2, 4, 1), want_declared(3, 4, 3), want_plain(0, 2), want_beside(3), 2 * 30, 2 * 14});
}
