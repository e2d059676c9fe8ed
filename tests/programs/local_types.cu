// Launches whose template arguments rest on types and constants that the launching body has names of its own for, and on locals declared with `auto`.
// REMARK-t1: launch of 'leaf': t1
// REMARK-t1: launch of 'leaf<V, width \* 2>': t1
// REMARK-t1: launch of 'sized<width>': t1
// REMARK-t1: launch of 'from_kernel': kept: the template arguments are deduced from something local to the caller
// REMARK-grid: launch of 'leaf': grid
#include "include/test.h"

template <class T> struct Range {
  using value_type = T;
  using index_type = short;
  struct part {
    T of;
    index_type at;
  };
  T *data;
  __host__ __device__ int length(int i) const { return i + 1; }
};

template <class R, class U>
__global__ void leaf(R r, typename R::index_type i, U x) {
  r.data[i] += x;
}
template <class V, int N> __global__ void leaf(V *p) { p[0] += N; }
template <int N, class U, class S> __global__ void sized(U x, U *p, S s) {
  __shared__ U part[N];
  part[threadIdx.x] = x;
  __syncthreads();
  if (threadIdx.x == 0)
    p[0] += part[N - 1] + s;
}
template <class R> __global__ void from_kernel(R r, int i) { r.data[i] += 64; }

template <class R, int N> __global__ void types(R r) {
  using V = typename R::value_type;
  typedef typename R::part Part;
  typedef const V *In;
  const auto i = static_cast<typename R::index_type>(threadIdx.x);
  const auto n = r.length(i);
  constexpr int half = N / 2, width = half * 4;
  V one = 1;
  const Part two = {V(2), i};
  In at = r.data;
  leaf<<<1, 1>>>(r, i, V(1));
  leaf<<<1, 1>>>(r, i, one + V{1});
  leaf<<<1, 1>>>(r, i, two.of);
  leaf<V, width * 2><<<1, 1>>>(r.data + i);
  sized<width><<<1, width>>>(one, r.data + i, n);
  sized<half + 1><<<1, half + 1>>>((V)n, r.data + i, at ? 8 : 9);
}
template <class R> __device__ void pass(R r, typename R::index_type i) {
  using V = typename R::value_type;
  leaf<<<1, 1>>>(r, i, V(16));
}
template <class R> __global__ void calls(R r) {
  using I = typename R::index_type;
  auto i = I(threadIdx.x);
  auto copy = r;
  pass<R>(copy, i);
  pass(copy, I(i));
}
template <class R> __global__ void local_class(R r) {
  struct Same {
    R r;
  } s = {r};
  from_kernel<<<1, 1>>>(s.r, int(threadIdx.x));
}

template <class T> static int run() {
  const int n = 5;
  Range<T> r{device_zeros<T>(n)};
  types<Range<T>, 6><<<1, n>>>(r);
  calls<<<1, n>>>(r);
  local_class<<<1, n>>>(r);
  std::vector<T> want;
  for (int i = 0; i < n; i++)
    want.push_back(1 + 2 + 2 + 24 + 1 + (i + 1) + (i + 1) + 8 + 32 + 64);
  return compare(to_host(r.data, n), want);
}
int main() { return run<int>() + run<double>(); }
