// Launches in template __device__ functions, of kernels that depend on their parameters.
// REMARK-t1: launch of 'child<T, NEGATE>': t1
// REMARK-auto: launch of 'child<T, NEGATE>': t1
#include "include/test.h"

template <class T, bool NEGATE> __global__ void child(int n, T x, T *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += NEGATE ? -x : x;
}

template <bool NEGATE, class T> __device__ void spread(int n, T x, T *data) {
  if (n > 0)
    child<T, NEGATE><<<(n + 31) / 32, 32>>>(n, x, data);
}
template <class T> __device__ inline void both(int n, T x, T *data) {
  spread<false>(n, x, data);
  spread<true>(n / 2, (T)1, data);
}

__global__ void parent(int n, int *ints, double *doubles) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  both(i, i, ints + i * n);
  both(i, i * .5, doubles + i * n);
}

int main() {
  const int parents = 70, n = 70;
  int *ints = device_zeros<int>(parents * n);
  double *doubles = device_zeros<double>(parents * n);
  std::vector<double> want, got;
  for (int k = 0; k < 2 * parents * n; k++) {
    int i = k / n % parents, j = k % n;
    want.push_back((j < i ? i * (k < parents * n ? 1 : .5) : 0) - (j < i / 2 ? 1 : 0));
  }
  parent<<<2, parents / 2>>>(n, ints, doubles);
  for (int v : to_host(ints, parents * n))
    got.push_back(v);
  for (double v : to_host(doubles, parents * n))
    got.push_back(v);
  return compare(got, want);
}
