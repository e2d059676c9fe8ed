// Templates of one name and the same parameters, told apart by what they return (SFINAE): kernels that are launched, that launch, that are declared before or have
// barriers; device functions that launch, or have shared variables.
// STRATEGIES: keep t1 t3 t4 mega block auto
// REMARK-t1: launch of 'child': t1
// REMARK-t4: launch of 'child': t4
// REMARK-t1: launch of 'one': t1
// REMARK-t1: launch of 'two': t1
#include "include/test.h"
#include <type_traits>

struct Held {
  int v;
  __host__ __device__ int get() const { return v; }
};
#define IF(c) typename std::enable_if<(c), void>::type

// Declared before, with other names, and with a barrier.
template <class A> __global__ IF(std::is_integral<A>::value) child(A *p, int n);
template <class B> __global__ IF(!std::is_integral<B>::value) child(B *p, int n);
template <class T> __global__ IF(std::is_integral<T>::value) child(T *p, int n) {
  __shared__ T all[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[threadIdx.x] = (T)threadIdx.x;
  __syncthreads();
  if (i < n)
    p[i] += all[31 - threadIdx.x];
}
template <class T> __global__ IF(!std::is_integral<T>::value) child(T *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += (T)0.5;
}

// What they return stands behind their parameters, and names these.
template <class T> __global__ auto one(int *out, T v) -> decltype((void)v.get()) {
  out[threadIdx.x] = v.get() + (int)threadIdx.x;
}
template <class T>
__global__ auto one(int *out, T v) -> std::enable_if_t<std::is_arithmetic<T>::value> {
  out[threadIdx.x] = 3 * (int)v;
}

template <class T> __global__ std::enable_if_t<(sizeof(T) > 2)> two(int *out, T v) {
  out[threadIdx.x] = (int)v;
}
template <class T> __global__ std::enable_if_t<(sizeof(T) <= 2)> two(int *out, T v) {
  out[threadIdx.x] = -(int)v;
}
template <class T> __device__ std::enable_if_t<(sizeof(T) > 2)> launched(int *out, T v) {
  two<<<1, 8>>>(out, v);
}
template <class T> __device__ std::enable_if_t<(sizeof(T) <= 2)> launched(int *out, T v) {
  one<<<1, 8>>>(out, (int)v + 1);
}

template <class T>
__global__ std::enable_if_t<std::is_floating_point<T>::value> parent(T *p, int n) {
  child<<<(n + 31) / 32, 32>>>((float *)p + threadIdx.x * n, n);
}
template <class T>
__global__ auto parent(T *p, int n) -> decltype((void)(*p % n)) {
  child<<<(n + 31) / 32, 32>>>((int *)p + threadIdx.x * n, n);
}
__global__ void others(int *out) {
  if (threadIdx.x == 0)
    one<<<1, 8>>>(out, 5);
  if (threadIdx.x == 1)
    one<<<1, 8>>>(out + 8, Held{7});
  if (threadIdx.x == 2)
    two<<<1, 8>>>(out + 16, 4);
  if (threadIdx.x == 3)
    two<<<1, 8>>>(out + 24, (short)4);
}
__global__ auto by_function(int *out) -> void {
  if (threadIdx.x == 0)
    launched(out, 4);
  if (threadIdx.x == 1)
    launched(out + 8, (char)4);
}

int main() {
  const int n = 100;
  int *p = device_zeros<int>(4 * n), *out = device_zeros<int>(48);
  float *q = device_zeros<float>(4 * n);
  parent<<<1, 4>>>(p, n);
  parent<<<1, 4>>>(q, n);
  others<<<1, 32>>>(out);
  by_function<<<1, 32>>>(out + 32);
  std::vector<int> ints(4 * n), rest(48);
  for (int i = 0; i < 4 * n; i++)
    ints[i] = 31 - i % n % 32;
  for (int i = 0; i < 8; i++) {
    rest[i] = 15;
    rest[8 + i] = 7 + i;
    rest[16 + i] = rest[32 + i] = 4;
    rest[24 + i] = -4;
    rest[40 + i] = 15;
  }
  return compare(to_host(p, 4 * n), ints) | compare(to_host(q, 4 * n), std::vector<float>(4 * n, 0.5f)) |
         compare(to_host(out, 48), rest);
}
