// Shared variables of types that are local, with a name and without, several to a declaration, in kernels and in what they call, once for each scope.
// REMARK-t1: launch of 'unnamed': t1
// REMARK-t1: launch of 'named': t1
// REMARK-t1: launch of 'in_template<int>': kept: the type of the shared variable 's' is local
// REMARK-t1: launch of 'dependent<int>': kept: the type of the shared variable 's' is local
// REMARK-t4: launch of 'unnamed': t4
// STRATEGIES: keep t1 t2 t3 t4
#include "include/test.h"

__device__ int turned(int v) {
  __shared__ struct {
    int of[64];
  } all;
  all.of[threadIdx.x] = v;
  __syncthreads();
  v = all.of[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  return v;
}
__global__ void unnamed(int n, int *out) {
  __shared__ struct {
    int first;
    double rest[64];
  } s, many[2][3];
  __shared__ union { int i; float f; } words[64];
  if (threadIdx.x == 0) {
    s.first = n;
    many[1][2] = s;
  }
  many[0][1].rest[threadIdx.x] = threadIdx.x;
  words[threadIdx.x].f = 1;
  __syncthreads();
  out[threadIdx.x] = many[1][2].first + (int)many[0][1].rest[63 - threadIdx.x] + words[63 - threadIdx.x].i % 7 + sizeof s;
}
__global__ void named(int n, int *out) {
  struct Cell {
    short a;
    char b;
    __device__ int sum() const { return a + b; }
  };
  __shared__ Cell cells[64];
  __shared__ struct Other { Cell c; int n; } other;
  int sum = turned(n + threadIdx.x);
  {
    __shared__ alignas(32) Cell cells[3];
    if (threadIdx.x < 3)
      cells[threadIdx.x] = Cell{(short)n, 1};
    __syncthreads();
    sum += cells[threadIdx.x % 3].sum() + ((size_t)cells % 32 ? 1000 : 0);
  }
  cells[threadIdx.x] = {(short)threadIdx.x, 2};
  if (threadIdx.x == 5) {
    Other o = {{3, 4}, n};
    other = o;
  }
  __syncthreads();
  const Cell &c = cells[63 - threadIdx.x];
  out[threadIdx.x] = sum + c.sum() + other.c.sum() + other.n;
}
template <class T> __global__ void in_template(T n, T *out) {
  struct Pair {
    int a, b;
  };
  __shared__ Pair s;
  if (threadIdx.x == 0)
    s = {(int)n, 3};
  __syncthreads();
  out[threadIdx.x] = s.a * s.b;
}
template <class T> __global__ void dependent(T n, T *out) {
  __shared__ struct { T a, b; } s;
  if (threadIdx.x == 0)
    s.a = s.b = n;
  __syncthreads();
  out[threadIdx.x] = s.a + s.b;
}
__global__ void parent(int *out) {
  const int i = threadIdx.x;
  int *mine = out + 64 * i;
  if (i % 4 == 0)
    unnamed<<<1, 64>>>(i, mine);
  else if (i % 4 == 1)
    named<<<1, 64>>>(i, mine);
  else if (i % 4 == 3)
    in_template<int><<<1, 64>>>(i, mine);
}
__global__ void other_parent(int *out) { dependent<int><<<1, 64>>>(threadIdx.x, out + 64 * threadIdx.x); }

int main() {
  const int parents = 32;
  std::vector<int> want(parents * 64 + 64);
  for (int i = 0; i < parents; i++)
    for (int t = 0; t < 64; t++) {
      const int of[] = {i + 63 - t + 0x3f800000 % 7 + 8 + 64 * 8, i + 63 - t + i + 1 + 63 - t + 2 + 7 + i, 0, i * 3};
      want[64 * i + t] = of[i % 4];
    }
  int *out = device_zeros<int>(want.size());
  parent<<<1, parents>>>(out);
  other_parent<<<1, 1>>>(out + parents * 64);
  return compare(to_host(out, want.size()), want);
}
