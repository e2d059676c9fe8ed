// Template kernels with type and value parameters, explicit and deduced, launched by a template
// parent.
// REMARK-t1: launch of 'child[^']*': t1
// REMARK-t4: launch of 'child[^']*': t4
#include "include/test.h"

template <typename T, int FACTOR> __global__ void child(T *data, T value, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += value * FACTOR;
}
template <class T> __global__ void copy(T *to, const T *from, int n) {
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    to[j] = from[j];
}

template <typename T> __global__ void parent(int n, T *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T *mine = data + i * 2 * n;
  child<T, 3><<<(n + 31) / 32, 32>>>(mine, (T)i, n);
  if (i % 2)
    child<T, -1><<<(n + 63) / 64, 64>>>(mine, 2, n);
  copy<<<1, 32>>>(mine + n, mine, n); // T deduced
}

template <typename T> static bool run(int parents, int n) {
  T *data = device_zeros<T>(parents * 2 * n);
  parent<T><<<2, parents / 2>>>(n, data);
  std::vector<T> got = to_host(data, parents * 2 * n);
  for (int k = 0; k < parents * 2 * n; k++) {
    int i = k / (2 * n);
    if (got[k] != (T)((T)i * 3 - (i % 2 ? 2 : 0)))
      return false;
  }
  return true;
}

int main() {
  return verdict(run<int>(40, 100) && run<double>(30, 70) && run<short>(20, 130), "wrong values");
}
