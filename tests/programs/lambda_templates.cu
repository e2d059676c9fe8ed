// Launches, and calls of functions that launch or depend on their block, in lambdas with template heads or `auto` parameters: what the lambda's own parameters
// decide stays native.
// FLAGS: -std=c++20
// STRATEGIES: keep t1 t3 t4 block auto
// REMARK-t1: launch of 'doubled<T>': kept: the template arguments name something local to the caller
// REMARK-t1: launch of 'doubled': kept: the template arguments are deduced from something local to the caller; write them out
// REMARK-t1: launch of 'number<N>': kept: the template arguments name something local to the caller
// REMARK-t1: launch of 'tripled': kept: the template arguments of 'go' name something local
// REMARK-t1: launch of 'once': kept: the template arguments of 'go_on' are deduced from something local to 'deduces_function'
// REMARK-t1: launch of 'doubled<int>': t1
// REMARK-t1: launch of 'doubled<U>': t1
// REMARK-t1: launch of 'places': t1
#include "include/test.h"

template <class T> __global__ void doubled(int *p, T v) { p[threadIdx.x] += (int)(v * 2); }
template <class T> __global__ void tripled(int *p, T v) { p[threadIdx.x] += (int)(v * 3); }
template <class T> __global__ void once(int *p, T v) { p[threadIdx.x] += (int)v; }
template <int N> __global__ void number(int *p) { p[threadIdx.x] += N; }
template <class T> __device__ void go(int *p, T v) { tripled<<<1, 2>>>(p, v); }
template <class T> __device__ void go_on(int *p, T v) { once<<<1, 2>>>(p, v); }
__device__ int at(int v) { return v + threadIdx.x; }

__global__ void named(int *p, int n) {
  auto f = [&, more = n > 0]<class T>(T v) { doubled<T><<<1, 2>>>(p, v + more); };
  f(5);
  f(2.5);
}
__global__ void deduced(int *p) {
  auto f = [&]<class T>(T v) { doubled<<<1, 2>>>(p, v); };
  f(5);
}
__global__ void by_value(int *p) {
  auto f = [&]<template <class> class B, class T, int N = 3, class... More>(B<T> *, T, More...) { number<N><<<1, 2>>>(p); };
  f((std::allocator<int> *)nullptr, 1, 2);
}
__global__ void names_function(int *p) {
  auto f = [&]<class T>(T v) { go<T>(p, v); };
  f(2.5);
}
__global__ void deduces_function(int *p) {
  auto f = [&]<class T>(T v) { go_on(p, v); };
  f(4);
}
__global__ void by_auto(int *p) {
  auto f = [&](auto v) { doubled<decltype(v)><<<1, 2>>>(p, v); };
  f(5);
}

// Nothing of the lambda's own.
__global__ void fixed(int *p) {
  auto f = [&]<class T = int>(T v) { doubled<int><<<1, 2>>>(p, v); };
  f(5);
  f(2.5);
}
template <class U> __global__ void of_parent(int *p, U) {
  auto f = [&]<class T>(T v) { doubled<U><<<1, 2>>>(p, v); };
  f(2.5);
}
__global__ void places(int *p) {
  auto f = [&]<class T>(T v) { return at(v); };
  p[threadIdx.x] += f(5);
}
__global__ void start_places(int *p) { places<<<1, 2>>>(p); }

int main() {
  int *p = device_zeros<int>(18);
  named<<<1, 1>>>(p, 1);
  deduced<<<1, 1>>>(p + 2);
  by_value<<<1, 1>>>(p + 4);
  names_function<<<1, 1>>>(p + 6);
  deduces_function<<<1, 1>>>(p + 8);
  by_auto<<<1, 1>>>(p + 10);
  fixed<<<1, 1>>>(p + 12);
  of_parent<<<1, 1>>>(p + 14, 1);
  start_places<<<1, 1>>>(p + 16);
  return compare(to_host(p, 18), {19, 19, 10, 10, 3, 3, 7, 7, 4, 4, 10, 10, 14, 14, 4, 4, 5, 6});
}
