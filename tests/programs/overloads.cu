// Kernels of one name with different parameters, and a template beside them.
// REMARK-t1: launch of 'put[^']*': t1
// REMARK-t4: launch of 'put[^']*': t4
// REMARK-t1: launch of 'set': t1
#include "include/test.h"

__global__ void put(int *out, int a) { out[threadIdx.x] = a + 1; }
__global__ void put(int *out, double a) { out[threadIdx.x] = (int)(a * 2) + 20; }
__global__ void put(int *out, int a, int b) { out[threadIdx.x] = a * b; }
__global__ void put(int *out, const int *from) { out[threadIdx.x] = from[threadIdx.x] - 3; }
template <class T> __global__ void put(int *out, T a, T b, T c) {
  out[threadIdx.x] = (int)(a + b + c);
}

// What is given is made by members of classes, and converted, in front of overloads with parameters of classes.
struct Size {
  int n;
  __device__ int get() const { return n; }
  template <class T> __device__ T as() const { return T(n); }
  __device__ operator int() const { return n * 2; }
};
struct Wrapped {
  int n;
  __host__ __device__ Wrapped(int n) : n(n) {}
};
__global__ void set(int *out, int n) { out[threadIdx.x] = n; }
__global__ void set(int *out, Wrapped w) { out[threadIdx.x] = w.n + 100; }
__global__ void set(int *out, Size s, int by) { out[threadIdx.x] = s.n * by; }

__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out += i * 35;
  put<<<1, 5>>>(out, i);
  put<<<1, 5>>>(out + 5, i + .5);
  put<<<1, 5>>>(out + 10, i, 4);
  put<<<1, 5>>>(out + 15, out + 10);
  put<<<1, 5>>>(out + 20, 1L, 2L, 3L);
  put<double><<<1, 5>>>(out + 25, .5, 1, i);
  const Size s{i};
  set<<<1, 1>>>(out + 30, s.get());
  set<<<1, 1>>>(out + 31, s.as<int>() + 1);
  set<<<1, 1>>>(out + 32, s);
  set<<<1, 1>>>(out + 33, Wrapped(s.get()));
  set<<<1, 1>>>(out + 34, s, s.get());
}

int main() {
  const int parents = 40;
  int *out = device_zeros<int>(parents * 35);
  std::vector<int> want;
  for (int k = 0; k < parents * 35; k++) {
    int i = k / 35, v[] = {i + 1, 2 * i + 21, i * 4, i * 4 - 3, 6, i + 1},
        set[] = {i, i + 1, i * 2, i + 100, i * i};
    want.push_back(k % 35 < 30 ? v[k % 35 / 5] : set[k % 5]);
  }
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, want.size()), want);
}
