// Default template arguments, which what is deduced goes before; a parameter pack and a type parameter with a dependent type.
// REMARK-t1: launch of 'sum': t1
// REMARK-block: launch of 'sum': block
// REMARK-grid: launch of 'sum': grid
// REMARK-t4: launch of 'sum': t4
// REMARK-t1: launch of 'sized<1>': t1
// REMARK-t1: launch of 'sized<FIRST>': t1
// REMARK-t1: launch of 'sized<sizeof\(T\)>': t1
// REMARK-t1: launch of 'sized<own>': t1
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

// The second argument is deduced where the launch says anything of it.
template <int K, class T = short> __global__ void sized(int *out, T v = K) {
  *out = 100 * K + 10 * (int)sizeof(T) + (int)v;
}
__global__ void sizes(int *out) {
  const int FIRST = 2;
  sized<1><<<1, 1>>>(out, 6);
  sized<1><<<1, 1>>>(out + 1);
  sized<FIRST><<<1, 1>>>(out + 2, 6.5);
  sized<FIRST, short><<<1, 1>>>(out + 3, 7);
}
template <class T> __global__ void sizes_of(int *out, T v) {
  sized<sizeof(T)><<<1, 1>>>(out, v);
  sized<4><<<1, 1>>>(out + 1, v + 1);
  sized<4><<<1, 1>>>(out + 2);
}
template <class T> __global__ void sizes_of_own(int *out, T v) {
  const int own = 3;
  sized<own><<<1, 1>>>(out, v);
}
static bool run_sized() {
  int *out = device_zeros<int>(8);
  sizes<<<1, 1>>>(out);
  sizes_of<<<1, 1>>>(out + 4, (char)5);
  sizes_of_own<<<1, 1>>>(out + 7, 5.);
  return to_host(out, 8) == std::vector<int>{146, 121, 286, 227, 115, 446, 424, 385};
}

int main() { return verdict(run<int>(30) && run<float>(30) && run_sized(), "wrong values"); }
