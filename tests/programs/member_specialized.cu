// Members of a class template that have no definition but explicit specializations, called through template parameters. One uses its block, and
// would have to be given a context, which what stands for it in the class has not.
// REMARK-t1: launch of 'children::plain<T>': t1
// REMARK-t4: launch of 'children::plain<T>': t4
// REMARK-t1: launch of 'children::indexed<T>': kept: the definition of 'place' is not in this file, but for some
// REMARK-t1: launch of 'children::reversed<T>': t1
#include "include/test.h"

template <class T> struct Particle {
  T mass;
  int kind;
  __device__ int octant() const;
  __device__ void set(int i);
  __device__ int place() const;
};
template <> __device__ int Particle<float>::octant() const { return kind & 7; }
template <> __device__ void Particle<float>::set(int i) {
  kind = i;
  mass = (float)octant();
}
template <> __device__ int Particle<int>::octant() const { return kind & 3; }
template <> __device__ void Particle<int>::set(int i) {
  kind = i + 1;
  mass = octant();
}
template <> __device__ int Particle<float>::place() const { return (int)(blockIdx.x * blockDim.x + threadIdx.x); }
template <> __device__ int Particle<int>::place() const { return kind; }

// The template's own member calls what nobody defines, so that nobody means it.
template <class T> struct Dynamic {
  __device__ T *at() {
    extern __device__ void no_such_instance(void);
    no_such_instance();
    return nullptr;
  }
};
template <> struct Dynamic<float> {
  __device__ float *at() {
    extern __shared__ float floats[];
    return floats;
  }
};
template <> struct Dynamic<int> {
  __device__ int *at() {
    extern __shared__ int ints[];
    return ints;
  }
};

namespace children {
template <class T> __global__ void reversed(T *out) {
  T *shared = Dynamic<T>().at();
  shared[threadIdx.x] = (T)threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}
template <class T> __global__ void plain(Particle<T> *all, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    all[i].set(i);
}
template <class T> __global__ void indexed(Particle<T> *all, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = all[i].place();
}
} // namespace children
template <class T> __global__ void parent(Particle<T> *all, int rows, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    children::plain<T><<<(width + 31) / 32, 32>>>(all + r * width, width);
}
template <class T> __global__ void parent_indexed(Particle<T> *all, int *out, int rows, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    children::indexed<T><<<(width + 31) / 32, 32>>>(all + r * width, out + r * width, width);
}
template <class T> __global__ void parent_reversed(T *out) {
  children::reversed<T><<<1, 64, 64 * sizeof(T)>>>(out + 64 * threadIdx.x);
}

int main() {
  const int rows = 40, width = 50, n = rows * width;
  Particle<float> *floats = device_zeros<Particle<float>>(n);
  Particle<int> *ints = device_zeros<Particle<int>>(n);
  int *out = device_zeros<int>(2 * n);
  allow_launches(4 * rows);
  parent<<<2, 32>>>(floats, rows, width);
  parent<<<2, 32>>>(ints, rows, width);
  parent_indexed<<<2, 32>>>(floats, out, rows, width);
  parent_indexed<<<2, 32>>>(ints, out + n, rows, width);
  std::vector<Particle<float>> a = to_host(floats, n);
  std::vector<Particle<int>> b = to_host(ints, n);
  std::vector<int> places = to_host(out, 2 * n);
  bool ok = true;
  for (int k = 0; k < n; k++) {
    const int i = k % width;
    ok &= a[k].kind == i && a[k].mass == (float)(i & 7) && b[k].kind == i + 1 && b[k].mass == ((i + 1) & 3);
    ok &= places[k] == i && places[n + k] == i + 1;
  }
  float *float_numbers = device_zeros<float>(4 * 64);
  int *int_numbers = device_zeros<int>(4 * 64);
  parent_reversed<<<1, 4>>>(float_numbers);
  parent_reversed<<<1, 4>>>(int_numbers);
  std::vector<float> x = to_host(float_numbers, 4 * 64);
  std::vector<int> y = to_host(int_numbers, 4 * 64);
  for (int k = 0; k < 4 * 64; k++)
    ok &= x[k] == 63 - k % 64 && y[k] == 63 - k % 64;
  return verdict(ok, "particles");
}
