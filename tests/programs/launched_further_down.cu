// Kernels that are defined behind those which come to launch them, by way of functions that are declared first: of a class, in a namespace, out of a
// template, nested, and with barriers. Those of another scope cannot be named in front, and stay.
// REMARK-t1: launch of 'fill': t1
// REMARK-t1: launch of 'sum': t1
// REMARK-block: launch of 'fill': block
// REMARK-t1: launch of 'inner': t1
// REMARK-t1: launch of 'plain_c': t1
// REMARK-t1: launch of 'hidden': kept: 'hidden' is not declared in front of 'parent', which comes to launch it
#include "include/test.h"

struct Row {
  int *at;
  int n;
  __device__ void run(int depth);
};
__device__ void helper(int *p);
template <class T> __global__ void scale(T *p, T x) { p[threadIdx.x] *= x; }
template <class T> __device__ void by_template(T *p) {
  helper(p);
  scale<<<1, 2>>>(p, T(3));
}
__global__ void rows(Row row, int depth) {
  row.at += threadIdx.x * row.n;
  row.run(depth);
}
__global__ void templates(int *p) { by_template(p); }
namespace app {
__device__ void go(int *p);
__device__ void away(int *p);
__global__ void near(int *p) { go(p); }
__global__ void parent(int *p) { away(p); }
__global__ void inner(int *p) { p[threadIdx.x] += 5; }
}
namespace {
__global__ void hidden(int *p) { p[threadIdx.x] += 7; }
}
__device__ void app::go(int *p) { inner<<<1, 2>>>(p); }
__device__ void app::away(int *p) { hidden<<<1, 2>>>(p); }
extern "C" {
__global__ void plain_c(int *p) { p[threadIdx.x] += 1; }
}
__device__ void helper(int *p) { plain_c<<<1, 2>>>(p); }
static __global__ void fill(int *p, int n, int x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += x;
}
__global__ void sum(int *p, int n) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  if (threadIdx.x < n)
    atomicAdd(&s, p[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    p[0] = s;
}
__device__ void Row::run(int depth) {
  fill<<<(n + 31) / 32, 32>>>(at, n, depth);
  if (depth > 1)
    rows<<<1, 1>>>(*this, depth - 1);
  else
    sum<<<1, 64>>>(at, n);
}

int main() {
  const int n = 40, count = 6;
  int *data = device_zeros<int>(n * count), *other = device_zeros<int>(8);
  std::vector<int> want(n * count, 6);
  for (int i = 0; i < count; i++)
    want[i * n] = 6 * n;
  rows<<<1, count>>>(Row{data, n}, 3);
  templates<<<1, 1>>>(other);
  app::near<<<1, 1>>>(other + 4);
  app::parent<<<1, 1>>>(other + 6);
  return compare(to_host(data, n * count), want) +
         compare(to_host(other, 8), std::vector<int>{3, 3, 0, 0, 5, 5, 7, 7});
}
