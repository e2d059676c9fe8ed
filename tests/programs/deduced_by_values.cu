// Kernel templates whose arguments are deduced from objects of classes that depend on the values, types and templates that a function's template has.
#include <cstdio>

constexpr int N = 40;

template <class F> __global__ void map(int *out, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    out[i] += f(i);
}
namespace functions {
template <int K> struct Times {
  __host__ __device__ int operator()(int i) const { return K * i; }
};
template <class T> struct Plus {
  __host__ __device__ int operator()(int i) const { return (T)2.5 + i; }
};
template <template <class> class P> struct Wrap {
  __host__ __device__ int operator()(int i) const { return -P<int>()(i); }
};
} // namespace functions
using namespace functions;

template <int K> __device__ void by_value(int *out) { map<<<(N + 15) / 16, 16>>>(out, Times<K>{}); }
template <bool B, class T> __device__ void by_both(int *out) {
  const Times<B ? 3 : 4> t;
  map<<<1, N>>>(out, t);
  map<<<2, 32>>>(out, functions::Plus<T>());
}
template <template <class> class P> __device__ void by_template(int *out) {
  map<<<1, N>>>(out, Wrap<P>{});
  map<<<1, N>>>(out, P<int>{});
}
template <int... K> __device__ void by_pack(int *out) { (map<<<1, N>>>(out, Times<K>{}), ...); }
template <int K, class A> __global__ void down(int *out, A a) {
  map<<<1, N>>>(out, a);
  if (K > 0)
    down<K - (K > 0)><<<1, 1>>>(out, Times<K + 100>{});
}
__global__ void parent(int *out) {
  switch (threadIdx.x) {
  case 0:
    return by_value<5>(out);
  case 1:
    return by_both<true, double>(out + N);
  case 2:
    return by_template<Plus>(out + 2 * N);
  case 3:
    return by_pack<1, 2, 3>(out + 3 * N);
  case 4:
    down<2><<<1, 1>>>(out + 4 * N, Times<7>());
  }
}

int main() {
  int *device, out[5 * N], wrong = 0;
  cudaMalloc(&device, sizeof out);
  cudaMemset(device, 0, sizeof out);
  parent<<<1, 5>>>(device);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) {
    const int want[] = {5 * i, 3 * i + (int)(2.5 + i), 0, 6 * i, (7 + 102 + 101) * i};
    for (int k = 0; k < 5; k++)
      wrong += out[k * N + i] != want[k];
  }
  printf("%s: %d wrong\n", wrong ? "FAIL" : "PASS", wrong);
  return wrong != 0;
}
