// Default template arguments, and a parameter whose type depends on them.
// REMARK-t1: launch of 'fill[^']*': t1
// REMARK-t4: launch of 'fill[^']*': t4
#include "include/test.h"

template <class T> struct Wide { using type = long long; };
template <> struct Wide<float> { using type = double; };

template <class T, int STEP = 2, class W = typename Wide<T>::type>
__global__ void fill(T *data, W value, int n) {
  int j = (blockIdx.x * blockDim.x + threadIdx.x) * STEP;
  if (j < n)
    data[j] = (T)(value + (W)j);
}
template <class T> __global__ void parent(T *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  typename Wide<T>::type value = i;
  fill<T><<<2, 32>>>(data + i * 100, value, 100);
  fill<T, 5><<<1, 32>>>(data + i * 100, value * 2, 100);
}

template <class T> static bool run(int parents) {
  T *data = device_zeros<T>(parents * 100);
  parent<T><<<1, parents>>>(data);
  std::vector<T> got = to_host(data, parents * 100);
  bool ok = true;
  for (int k = 0; k < parents * 100; k++) {
    int i = k / 100, j = k % 100;
    ok &= got[k] == (T)(j % 5 == 0 ? 2 * i + j : j % 2 == 0 ? i + j : 0);
  }
  return ok;
}

int main() {
  bool ok = run<int>(40) && run<float>(30);
  printf(ok ? "PASS\n" : "FAIL: wrong values\n");
  return !ok;
}
