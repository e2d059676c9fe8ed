// Device functions that depend on their block, of which no copies can be made: default arguments that a second declaration gives, and members of a base that
// a class makes its own by `using`.
// REMARK-t1: launch of 'of_base': kept: 'id' is a base's and made known by 'using'
// REMARK-t1: launch of 'by_default': kept: 'scaled' gets default arguments when it is declared again
// REMARK-t1: launch of 'in_front': t1
// REMARK-t4: launch of 'in_front': t4
#include "include/test.h"

struct Base {
  int k;
  __device__ int id() const { return threadIdx.x * 3 + k; }
};
struct Derived : Base {
  using Base::id;
  __device__ int id(int z) const { return id() * z; }
};
__global__ void of_base(int *p, int n) {
  Derived d;
  d.k = n;
  p[threadIdx.x] += d.id() + d.id(5);
}

__device__ int scaled(int a, int by);
__device__ int scaled(int a, int by = 5);
__global__ void by_default(int *p, int n) { p[threadIdx.x] += scaled(n) + scaled(n, 2); }
__device__ int scaled(int a, int by) { return a * by + threadIdx.x; }

__device__ int shifted(int a, int by = 5);
__global__ void in_front(int *p, int n) { p[threadIdx.x] += shifted(n) + shifted(n, 2); }
__device__ int shifted(int a, int by) { return a + by + threadIdx.x; }

__global__ void parent(int *p) {
  const int i = threadIdx.x;
  of_base<<<1, 32>>>(p + 32 * i, i);
}
__global__ void parent_by_default(int *p) {
  const int i = threadIdx.x;
  by_default<<<1, 32>>>(p + 32 * i, i);
}
__global__ void parent_in_front(int *p) {
  const int i = threadIdx.x;
  in_front<<<1, 32>>>(p + 32 * i, i);
}

int main() {
  const int n = 20;
  int *p = device_zeros<int>(n * 32);
  parent<<<1, n>>>(p);
  parent_by_default<<<1, n>>>(p);
  parent_in_front<<<1, n>>>(p);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 32; j++)
      want.push_back((j * 3 + i) * 6 + (i * 7 + 2 * j) + (2 * i + 7 + 2 * j));
  return compare(to_host(p, want.size()), want);
}
