// Default template arguments, a parameter pack and a type parameter with a dependent type.
// REMARK-t1: launch of 'sum': t1
// REMARK-block: launch of 'sum': block
// REMARK-grid: launch of 'sum': grid
// REMARK-t4: launch of 'sum': t4
#include "include/test.h"

template <class T> struct Wide { using type = long long; };
template <> struct Wide<float> { using type = double; };

template <class T, int STEP = 2, class W = typename Wide<T>::type>
__global__ void fill(T *data, W value, int n) {
  int j = (blockIdx.x * blockDim.x + threadIdx.x) * STEP;
  if (j < n)
    data[j] = (T)(value + (W)j);
}
template <class... Ts> __global__ void sum(double *out, Ts... values) {
  double s = 0;
  ((s += values), ...);
  out[threadIdx.x] = s + sizeof...(Ts);
}

template <class T> __global__ void parent(T *data, double *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  typename Wide<T>::type value = i;
  fill<T><<<2, 32>>>(data + i * 100, value, 100);
  fill<T, 5><<<1, 32>>>(data + i * 100, value * 2, 100);
  sum<<<1, 2>>>(sums + i * 2, i, i * .5, (short)3, 'a');
}

template <class T> static bool run(int parents) {
  T *data = device_zeros<T>(parents * 100);
  double *sums = device_zeros<double>(parents * 2);
  parent<T><<<1, parents>>>(data, sums);
  std::vector<T> got = to_host(data, parents * 100);
  std::vector<double> s = to_host(sums, parents * 2);
  bool ok = true;
  for (int k = 0; k < parents * 100; k++) {
    int i = k / 100, j = k % 100;
    ok &= got[k] == (T)(j % 5 == 0 ? 2 * i + j : j % 2 == 0 ? i + j : 0);
  }
  for (int k = 0; k < parents * 2; k++)
    ok &= s[k] == k / 2 * 1.5 + 3 + 'a' + 4;
  return ok;
}

int main() { return verdict(run<int>(30) && run<float>(30), "wrong values"); }
