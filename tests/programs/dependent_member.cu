// Members of class templates, called by kernel templates for objects whose type depends on their parameters: which of the specializations is meant is told
// when the kernel is instantiated. Shared memory of any type is often had this way.
// REMARK-t1: launch of 'reverse': t1;
// REMARK-t1: launch of 'counts': t1;
#include "include/test.h"
static const int parents = 20, n = 48;
template <class T> struct Shared;
template <> struct Shared<float> {
  __device__ float *get() {
    extern __shared__ float of_floats[];
    return of_floats;
  }
};
template <> struct Shared<int> {
  __device__ int *get() {
    extern __shared__ int of_ints[];
    return of_ints;
  }
};
template <class T> struct Index {
  int scale;
  __device__ T at(T by) const { return T(threadIdx.x + blockIdx.x * blockDim.x) * scale + by; }
  template <int more> __device__ T beside() const { return at(0) + more; }
};
template <> struct Index<double> {
  int scale;
  __device__ double at(double by) const { return scale + by; } // depends on nothing
  template <int more> __device__ double beside() const { return more; }
};
template <class T> __global__ void reverse(T *x, int count) {
  Shared<T> memory;
  T *s = memory.get();
  Shared<T> *same = &memory;
  const int i = threadIdx.x;
  same->get()[i] = T(i);
  __syncthreads();
  x[i] = s[count - 1 - i];
}
template <class T> __global__ void counts(T *x, int count) {
  const Index<T> index{2};
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < count)
    x[i] = index.at(T(1)) + index.template beside<5>();
}
template <class T> __global__ void parent(T *a, T *b, double *c) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= parents)
    return;
  reverse<<<1, n, n * sizeof(T)>>>(a + i * n, n);
  counts<<<(n + 15) / 16, 16>>>(b + i * n, n);
  counts<<<(n + 15) / 16, 16>>>(c + i * n, n);
}
template <class T> bool check() {
  T *a = device_zeros<T>(parents * n), *b = device_zeros<T>(parents * n);
  double *c = device_zeros<double>(parents * n);
  parent<<<1, 32>>>(a, b, c);
  std::vector<T> x = to_host(a, parents * n), y = to_host(b, parents * n);
  std::vector<double> z = to_host(c, parents * n);
  bool ok = true;
  for (int i = 0; i < parents * n; i++)
    ok &= x[i] == T(n - 1 - i % n) && y[i] == T(4 * (i % n) + 6) && z[i] == 8;
  return ok;
}
int main() {
  const bool ok = check<float>() && check<int>();
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
