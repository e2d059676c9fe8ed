// Functions for host and device that launch, called on both sides: a wrapper of a kernel that is a parent, too, and a template like those of a library, whose
// arguments have types that another namespace knows by shorter names.
// REMARK-t1: launch of 'leaf': t1
// REMARK-t1: launch of 'apply_to': t1
// REMARK-t4: launch of 'leaf': kept: 'go' launches on the host, too
#include "include/test.h"

__global__ void leaf(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__host__ __device__ bool go(int *p, int n) {
  if (n <= 0)
    return true;
  leaf<<<(n + 31) / 32, 32>>>(p, n);
  return cudaGetLastError() == cudaSuccess;
}
__global__ void parent(int *p, int n) {
  if (!go(p + threadIdx.x * n, n))
    p[0] = -1000;
}
__host__ __device__ inline void outer(int *p, int n) { parent<<<1, 2>>>(p, n); }
__global__ void grandparent(int *p, int n) { outer(p + threadIdx.x * 2 * n, n); }

namespace lib {
template <class T> class Span {
  T *p_;
  int n_;

public:
  __host__ __device__ Span(T *p, int n) : p_(p), n_(n) {}
  __host__ __device__ T &operator[](int i) const { return p_[i]; }
  __host__ __device__ int size() const { return n_; }
  __host__ __device__ Span sub(int at, int n) const { return Span(p_ + at, n); }
};
template <class T, class Op> __global__ void apply_to(Span<T> s, Op op) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s.size())
    s[i] = op(s[i]);
}
template <class T, class Op> __host__ __device__ inline void apply(Span<T> s, Op op) {
  if (s.size())
    apply_to<<<(s.size() + 31) / 32, 32>>>(s, op);
}
}
namespace {
struct Add {
  int k;
  __host__ __device__ int operator()(int x) const { return x + k; }
};
__global__ void rows(lib::Span<int> m, int w) {
  auto row = m.sub(threadIdx.x * w, w);
  lib::apply(row, Add{5});
}
__global__ void rows_again(lib::Span<int> m, int w) {
  lib::apply(m.sub(threadIdx.x * w, w), Add{10});
}
}

int main() {
  int *p = device_zeros<int>(40);
  parent<<<1, 10>>>(p, 4);
  go(p, 40);
  outer(p, 20);
  grandparent<<<1, 2>>>(p, 10);
  lib::Span<int> all(p, 40);
  rows<<<1, 5>>>(all, 8);
  rows_again<<<1, 5>>>(all, 8);
  lib::apply(all, Add{100});
  return compare(to_host(p, 40), std::vector<int>(40, 119));
}
