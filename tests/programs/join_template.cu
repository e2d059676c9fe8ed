// Joins in kernel templates, below which there are children of other instances.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

template <class T, int N> __global__ void child(T x, T *at) {
  if (threadIdx.x < N)
    at[threadIdx.x] = x * (T)N + (T)threadIdx.x;
}
template <class T, int N> __global__ void parent(T *data, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T *mine = data + i * N;
  child<T, N><<<1, 32>>>((T)i, mine);
  cudaDeviceSynchronize();
  T first = mine[N - 1];
  child<T, N / 2><<<1, 32>>>(first, mine);
  cudaDeviceSynchronize();
  out[i] = first + mine[0];
}

template <class T, int N> static bool run(int n) {
  T *data = device_zeros<T>(n * (N + 1));
  parent<T, N><<<2, n / 2>>>(data, data + n * N);
  std::vector<T> got = to_host(data + n * N, n);
  for (int i = 0; i < n; i++)
    if (got[i] != (T)((T)(i * N + N - 1) * (N / 2 + 1)))
      return false;
  return true;
}

int main() {
  return verdict(run<int, 8>(60) && run<double, 20>(40) && run<unsigned, 3>(40), "wrong values");
}
