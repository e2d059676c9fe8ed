// Parameters written as arrays, or functions, which are pointers: of kernels, of templates, through typedefs, and of device functions.
// STRATEGIES: keep t1 t3 t4 mega grid auto
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'tchild': t1
// REMARK-t1: launch of 'scaled': t1
#include "include/test.h"

__device__ int sum;
struct V { int x, y; };
typedef int Four[4];
using Grid = int[2][3];
__device__ int at(const int a[], int i) { return a[i]; }
__device__ void bump(int a[2], int by) { atomicAdd(&a[1], by); }
__device__ int bumped[2];
__global__ void child(int a[], const int b[][3], const V v[5], Four f, const Grid g[1], int n) {
  if (threadIdx.x < n) bump(bumped, 1), atomicAdd(&sum, at(a, threadIdx.x) + b[1][threadIdx.x] + v[threadIdx.x].y + f[threadIdx.x] + g[0][1][threadIdx.x]);
}
template <class T, int N> __global__ void tchild(T a[], T (*b)[N], T c[N]) { atomicAdd(&sum, (int)(a[threadIdx.x] + b[1][threadIdx.x] + c[threadIdx.x])); }
__device__ int da[4] = {1, 2, 3, 4}, db[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ V dv[5] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}};
__global__ void constant(const Four a, Four const b, volatile Four c, const Grid g[1]) { atomicAdd(&sum, a[threadIdx.x] + b[1] + c[2] + g[0][1][2]); }
typedef int Scale(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
__device__ Scale *const scales[] = {twice, thrice};
__global__ void scaled(Scale f, int g(int), int (*const h)(int), int n) { atomicAdd(&sum, f(n) * g(n) + (h ? h(n) : 0)); }
template <class T> __global__ void tscaled(T f(T), int n) { atomicAdd(&sum, f(n)); }
template <class T> __global__ void nameless(T (*)[3], int (*)(int), int [4], Scale *, int by) { atomicAdd(&sum, by); }
__global__ void scales_all(int n) {
  scaled<<<1, 2>>>(scales[0], scales[1], n % 2 ? nullptr : scales[0], n);
  tscaled<<<1, 2>>>(scales[1], n);
  nameless<<<1, 2>>>(db, nullptr, nullptr, nullptr, n);
}
__global__ void parent(int a[4], const int b[2][3], const V v[], Four f, int *const c, int n) {
  child<<<1, 4>>>(a, b, v, f, (const Grid *)b, threadIdx.x % 4);
  child<<<1, 4>>>(c + 0, db, dv, c, (const Grid *)&b[0], 3);
  tchild<int, 3><<<1, 3>>>(a, db, c);
  tchild<<<1, 2>>>(c, db, a);
  const int *fixed = a;
  constant<<<1, 4>>>(fixed, fixed, a, (const Grid *)b);
}
int main() {
  int a[] = {1, 2, 3, 4}, b[2][3] = {{1, 2, 3}, {4, 5, 6}}, want = 0, runs = 0, all;
  void *pa, *pb, *pv;
  CHECK(cudaGetSymbolAddress(&pa, da));
  CHECK(cudaGetSymbolAddress(&pb, db));
  CHECK(cudaGetSymbolAddress(&pv, dv));
  parent<<<2, 8>>>((int *)pa, (int (*)[3])pb, (V *)pv, (int *)pa, (int *)pa, 3);
  for (int t = 0; t < 16; t++) {
    for (int n : {t % 4, 3})
      for (int x = 0; x < n; x++, runs++)
        want += a[x] + b[1][x] + 2 * (x + 1) + a[x] + b[1][x];
    want += 10 + 4 * (2 + 3 + 6);
    for (int n : {3, 2})
      for (int x = 0; x < n; x++)
        want += a[x] + b[1][x] + a[x];
  }
  for (int n : {4, 5}) {
    scales_all<<<1, 1>>>(n);
    want += 2 * (6 * n * n + (n % 2 ? 0 : 2 * n) + 3 * n + n);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&all, sum, sizeof all));
  std::vector<int> counted(2);
  CHECK(cudaMemcpyFromSymbol(counted.data(), bumped, 2 * sizeof(int)));
  return compare(std::vector<int>{all, counted[1]}, {want, runs});
}
