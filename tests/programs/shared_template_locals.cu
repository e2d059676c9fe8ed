// Shared variables of templates whose sizes are said by constants and aliases of the body, or by members that a parameter has the name of.
// REMARK-t1: launch of 'qualified<T, C>': t1
// REMARK-t1: launch of 'constants<log_size>': t1
// REMARK-t1: launch of 'aliases<T>': t1
// REMARK-t1: launch of 'aligned<log_size>': t1
#include "include/test.h"

template <int N> struct sized {
  static constexpr int size = N;
};
template <class Size> struct config {
  using base = Size;
};

template <class T, class C> __global__ void qualified(int *p, int size) {
  __shared__ T data[C::base::size];
  data[threadIdx.x] = threadIdx.x + size;
  __syncthreads();
  p[threadIdx.x] = data[C::base::size - 1 - threadIdx.x];
}

template <int log_size> __device__ int sum_of(int v) {
  constexpr auto size = 1 << log_size;
  const int half = size / 2;
  __shared__ int sums[2][half];
  sums[threadIdx.x / half][threadIdx.x % half] = v;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < half; i++)
    sum += sums[0][i] + 2 * sums[1][i];
  __syncthreads();
  return sum;
}
template <int log_size> __global__ void constants(int *p) { p[threadIdx.x] = sum_of<log_size>(threadIdx.x); }

template <class T> __global__ void aliases(int *p) {
  using wide = sized<sizeof(T) * 8>;
  typedef T element;
  constexpr unsigned n = wide::size;
  __shared__ element x[n];
  x[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = x[n - 1 - threadIdx.x];
}

template <int log_size> __global__ void aligned(int *p) {
  constexpr int bytes = 16 << log_size;
  alignas(bytes) __shared__ int x[32];
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = (size_t)x % bytes == 0 ? x[31 - threadIdx.x] : -1;
}

template <class T, class C, int log_size> __global__ void parent(int *p) {
  if (threadIdx.x == 0)
    qualified<T, C><<<1, 32>>>(p, 5);
  if (threadIdx.x == 1)
    constants<log_size><<<1, 32>>>(p + 32);
  if (threadIdx.x == 2)
    aliases<T><<<1, 32>>>(p + 64);
  if (threadIdx.x == 3)
    aligned<log_size><<<1, 32>>>(p + 96);
}

int main() {
  int *p = device_zeros<int>(128);
  parent<int, config<sized<32>>, 5><<<1, 4>>>(p);
  std::vector<int> want(128);
  for (int i = 0; i < 32; i++) {
    want[i] = 36 - i;
    want[32 + i] = 120 + 2 * 376;
    want[64 + i] = 2 * (31 - i);
    want[96 + i] = 31 - i;
  }
  return compare(to_host(p, 128), want);
}
