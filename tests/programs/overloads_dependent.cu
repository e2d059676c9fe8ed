// Overloads of device functions that use their block, called in templates: the number of arguments tells which is meant, or does not.
// REMARK-t1: launch of 'totals<N, T>': t1
// REMARK-t1: launch of 'defaults<T>': t1
// REMARK-t1: launch of 'packs<T>': kept: 'sum', which depends on its block
// REMARK-t1: launch of 'alike<T>': kept: 'at', which depends on its block
#include "include/test.h"

namespace lib {
template <int N> static __device__ int total(int v) {
  __shared__ int all[N];
  all[threadIdx.x] = v;
  __syncthreads();
  return all[N - 1];
}
template <class T, int N> static __device__ void total(T *all, T v) {
  all[threadIdx.x] = v;
  __syncthreads();
  for (int k = N / 2; k; k /= 2) {
    if (threadIdx.x < k)
      all[threadIdx.x] += all[threadIdx.x + k];
    __syncthreads();
  }
}
} // namespace lib
__device__ int place(int base) { return base + blockIdx.x * blockDim.x + threadIdx.x; }
template <class T> __device__ int place(T base, T more, int factor = 2) { return (int)(base + more) * factor + threadIdx.x; }

template <class... T> __device__ int sum(int first, T... rest) { return first + threadIdx.x * (int)sizeof...(rest); }
__device__ int sum(int first, int second, int third, int fourth) { return first + second + third + fourth + threadIdx.x; }
__device__ int at(int i) { return i + threadIdx.x; }
__device__ int at(float x) { return (int)(x * 2) + threadIdx.x; }

template <int N, class T> __global__ void totals(T *out) {
  __shared__ T all[N];
  lib::total<T, N>(all, T(threadIdx.x + 1));
  if (threadIdx.x == 0)
    *out = all[0] + lib::total<N>(5);
  else
    lib::total<N>(5);
}
template <class T> __global__ void defaults(T *out, T base) { out[threadIdx.x] = place(base, T(1)) + place((int)base); }
template <class T, class... U> __device__ int spread(U... all) { return sum(all...); }
template <class T> __global__ void packs(T *out) { out[threadIdx.x] = spread<T>(1, 2) * 100 + spread<T>(1, 2, 3, 4); }
template <class T> __global__ void alike(T *out, T x) { out[threadIdx.x] = at(x); }

template <int N, class T> __global__ void parent_totals(T *out) { totals<N, T><<<1, N>>>(out + threadIdx.x); }
template <class T> __global__ void parent_defaults(T *out) { defaults<T><<<1, 8>>>(out + threadIdx.x * 8, T(threadIdx.x)); }
template <class T> __global__ void parent_packs(T *out) { packs<T><<<1, 8>>>(out + threadIdx.x * 8); }
template <class T> __global__ void parent_alike(T *out) { alike<T><<<1, 8>>>(out + threadIdx.x * 8, T(threadIdx.x) / 2); }

int main() {
  const int n = 20;
  int *out = device_zeros<int>(n + 3 * 8 * n);
  float *floats = device_zeros<float>(8 * n);
  allow_launches(5 * n);
  parent_totals<64><<<1, n>>>(out);
  parent_defaults<<<1, n>>>(out + n);
  parent_packs<<<1, n>>>(out + 9 * n);
  parent_alike<<<1, n>>>(out + 17 * n);
  parent_alike<<<1, n>>>(floats);
  std::vector<int> want(25 * n);
  std::vector<float> want_floats(8 * n);
  for (int i = 0; i < n; i++) {
    want[i] = 64 * 65 / 2 + 5;
    for (int t = 0; t < 8; t++) {
      want[n + i * 8 + t] = (i + 1) * 2 + t + i + t;
      want[9 * n + i * 8 + t] = (1 + t) * 100 + 10 + t;
      want[17 * n + i * 8 + t] = i / 2 + t;
      want_floats[i * 8 + t] = (float)((int)(i * 0.5f * 2) + t);
    }
  }
  if (to_host(floats, want_floats.size()) != want_floats)
    return verdict(false, "floats");
  return compare(to_host(out, want.size()), want);
}
