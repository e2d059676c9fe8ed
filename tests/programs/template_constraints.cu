// Templates of one name and the same parameters, told apart by their constraints: kernels that are launched, that launch, that are declared before or have
// barriers; device functions that depend on their block, launch or have shared variables; and members of class templates. Functions with parameters of type `auto`.
// FLAGS: -std=c++20
// STRATEGIES: keep t1 t3 t4 mega block auto
// REMARK-t1: launch of 'leaf': t1
// REMARK-t1: launch of 'early': t1
// REMARK-t1: launch of 'turned': t1
// REMARK-t1: launch of 'within': t1
// REMARK-t1: launch of 'one<T>': t1
// REMARK-t1: launch of 'swapped': t1
// REMARK-t4: launch of 'turned': t4
#include "include/test.h"

template <class T> concept Small = sizeof(T) <= 4;
template <class T> concept Tiny = Small<T> && sizeof(T) == 1;
#define LARGE(T) requires(!Small<T>)
struct Held {
  int v;
  __host__ __device__ int get() const { return v; }
};

template <class T> __global__ void leaf(int *out, T v) { out[threadIdx.x] = (int)v; }
template <class T>
  requires requires(T t) { t.get(); }
__global__ void leaf(int *out, T v) {
  out[threadIdx.x] = v.get() + (int)threadIdx.x;
}
template <Tiny T> __global__ void leaf(int *out, T v) { out[threadIdx.x] = 100 + v; }

// Declared before, with other names.
template <class A>
  requires(Small<A> && !Tiny<A>) || false
__global__ void early(int *out, A v);
template <class B> LARGE(B) __global__ void early(int *out, B v);

// With a barrier.
template <class T> __global__ void turned(int *out, T v) {
  __shared__ int all[4];
  all[threadIdx.x] = (int)v + (int)threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = all[3 - threadIdx.x];
}
template <class T>
  requires Small<T> && Tiny<T>
__global__ void turned(int *out, T v) {
  __shared__ int all[4];
  all[threadIdx.x] = v - (int)threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = all[3 - threadIdx.x];
}

// Device functions.
template <class T> __device__ int place(T v) { return (int)v + (int)threadIdx.x; }
template <Small T> __device__ int place(T v) { return (int)v - (int)threadIdx.x; }
template <class T> __device__ int placed(T v) requires Tiny<T>;
template <class T> __device__ int placed(T v) requires(!Tiny<T>);
template <class T> __device__ int placed(T v) requires Tiny<T> { return v + 10 * (int)threadIdx.x; }
template <class T> __device__ int placed(T v) requires(!Tiny<T>) { return (int)v + 20 * (int)threadIdx.x; }

template <class T> __device__ int mirrored(T v) {
  __shared__ int all[2];
  all[threadIdx.x] = (int)v * (int)threadIdx.x;
  __syncthreads();
  return all[1 - threadIdx.x];
}
template <class T>
  requires Small<T>
__device__ int mirrored(T v) {
  __shared__ T all[2];
  all[threadIdx.x] = v + (T)threadIdx.x;
  __syncthreads();
  return all[1 - threadIdx.x];
}

template <class T> struct Box {
  T v;
  __device__ int at() requires Small<T> { return v + (int)threadIdx.x; }
  __device__ int at() requires(!Small<T>) { return (int)v - (int)threadIdx.x; }
  template <class U>
    requires Small<U>
  __device__ int with(U u);
};
template <class T>
template <class U>
  requires Small<U>
__device__ int Box<T>::with(U u) {
  return (int)v + u + (int)threadIdx.x;
}

__global__ void within(int *out, int a, double b) {
  Box<short> box{7};
  out[threadIdx.x] = place(a) + placed(a) + mirrored(a);
  out[2 + threadIdx.x] = place(b) + placed((char)b) + mirrored(b);
  out[4 + threadIdx.x] = box.at() + box.with('\1');
}
template <class T> __global__ void one(int *out, T v) { out[threadIdx.x] = (int)v + 1; }
template <class T> __global__ void other(int *out, T v) { out[threadIdx.x] = (int)v + 2; }

template <class T> __device__ void spread(int *out, T v) { one<T><<<1, 2>>>(out, v); }
template <class T>
  requires Tiny<T>
__device__ void spread(int *out, T v) {
  other<T><<<1, 2>>>(out, v);
}
__global__ void spreads(int *out) {
  spread(out, 4);
  spread(out + 2, (char)4);
}

// Without a template head.
template <class T> __device__ int exchanged(T v) {
  __shared__ T all[2];
  all[threadIdx.x] = v + (T)threadIdx.x;
  __syncthreads();
  return all[1 - threadIdx.x];
}
__device__ int opposite(Small auto v) { return exchanged(v) + (int)threadIdx.x; }
__global__ void swapped(int *out) { out[threadIdx.x] = opposite(7) + opposite('a'); }
__device__ void launches(auto *out, Small auto v) { one<<<1, 2>>>(out, v); }
__device__ void launches_twice(auto *out, auto v) {
  launches(out, v);
  swapped<<<1, 2>>>(out + 2);
}
__global__ void abbreviated(int *out) { launches_twice(out, 'b'); }

// Parents.
template <class T> __global__ void start(int *out, T v) {
  one<<<1, 2>>>(out, v);
}
template <class T>
  requires(sizeof(T) == 4)
__global__ void start(int *out, T v) {
  other<<<1, 2>>>(out, v);
  within<<<1, 2>>>(out + 2, v, 2.5);
}

__global__ void parent(int *out) {
  leaf<<<1, 2>>>(out, 7.5);
  leaf<<<1, 2>>>(out + 2, Held{5});
  leaf<<<1, 2>>>(out + 4, 'a');
  early<<<1, 2>>>(out + 6, 3);
  early<<<1, 2>>>(out + 8, 3.5);
  turned<<<1, 4>>>(out + 10, 2);
  turned<<<1, 4>>>(out + 14, (char)2);
}

template <class T>
  requires(Small<T> && !Tiny<T>) || false
__global__ void early(int *out, T v) {
  out[threadIdx.x] = (int)v + 1;
}
template <class T> LARGE(T) __global__ void early(int *out, T v) { out[threadIdx.x] = (int)v + 2; }

int main() {
  int *out = device_zeros<int>(36);
  parent<<<1, 1>>>(out);
  start<<<1, 1>>>(out + 18, 2.5);
  start<<<1, 1>>>(out + 20, 9);
  spreads<<<1, 1>>>(out + 28);
  abbreviated<<<1, 1>>>(out + 32);
  return compare(to_host(out, 36), {7,  7,  5, 6, 197, 197, 4,  4,  5,  5,  5,  4, 3,  2,  -1, 0,
                                    1,  2,  3, 3, 11,  11,  28, 46, 6,  15, 15, 17, 5, 5,  6,  6,
                                    99, 99, 106, 106});
}
