// Launches, and calls of functions that launch or have shared variables, in the patterns of pack expansions: folds and lists, of packs of types and values,
// written out or deduced; and arguments that are expansions.
// STRATEGIES: keep t1 t3 t4 mega grid auto
// REMARK-t1: launch of 'value<V>': t1; order: a thread may launch more than once, kept in program order
// REMARK-t1: launch of 'typed': t1
// REMARK-t1: launch of 'typed<T>': t1
// REMARK-t1: launch of 'counted<\(int\)sizeof...\(V\) \* V>': t1
// REMARK-t1: launch of 'halves': t1
// REMARK-t1: launch of 'sum': t1
// REMARK-t4: launch of 'folded<V..., 1>': t4
#include "include/test.h"
#include <utility>

template <int V> __global__ void value(int *out) { *out = *out * 10 + V; } // their order shows
template <class T> __global__ void typed(int *out, T v) { *out = *out * 10 + (int)(v * 2); }
template <int N> __global__ void counted(int *out, int v) { *out = *out * 10 + N + v; }
template <class... T> __global__ void all(int *out) { *out = *out * 10 + (int)(sizeof(T) + ... + 0); }
template <int... V> __global__ void folded(int *out, int by) { *out += (V + ... + by) * (int)sizeof...(V); }

template <int... V> __global__ void values(int *out) { (value<V><<<1, 1>>>(out), ...); }
template <int... V> __global__ void reversed(int *out) {
  const int order[] = {0, (value<V><<<1, 1>>>(out), V)...};
  if (order[sizeof...(V)])
    (..., counted<(int)sizeof...(V) * V><<<1, 1>>>(out, 1));
}
template <class... T> __global__ void deduced(int *out, T... v) { (typed<<<1, 1>>>(out, v), ...); }
template <class... T> __global__ void written(int *out, T... v) {
  (typed<T><<<1, 1>>>(out, v), ...);
  all<T...><<<1, 1>>>(out);
  (all<T, char><<<1, 1>>>(out), ...);
}
template <int... V> __global__ void once(int *out) {
  folded<V..., 1><<<1, 1>>>(out, 1);
  folded<(V + ... + 0)><<<1, 1>>>(out, 2);
  counted<sizeof...(V) + 3><<<1, 1>>>(out, 0);
}

// By way of device functions.
template <class T> __device__ void start(int *out, T v) { typed<<<1, 1>>>(out, v); }
template <class... T> __device__ void start_all(int *out, T... v) { (start(out, v), ...); }
template <int V> __device__ void start_value(int *out) { value<V><<<1, 1>>>(out); }
template <int... V> __global__ void by_functions(int *out) {
  start_all(out, 1, 1.5f, 2.);
  (start_value<V>(out), ...);
}

// Shared variables of the functions that a child calls.
template <class T> __device__ T neighbour(T v) {
  __shared__ T all[4];
  __syncthreads();
  all[threadIdx.x] = v;
  __syncthreads();
  return all[(threadIdx.x + 1) % 4];
}
template <class... T> __global__ void halves(int *out, T... v) {
  out[threadIdx.x] += (int)(neighbour(v + threadIdx.x) + ... + 0);
}
template <class T> __global__ void start_halves(int *out, T v) { halves<<<1, 4>>>(out, v, 2.5); }

// Arguments.
template <class... T> __global__ void sum(int *out, T... v) { *out = *out * 100 + (int)(v + ... + sizeof...(v)); }
template <class... T> __device__ void start_sum(int *out, T... v) { sum<<<1, 1>>>(out, v...); }
template <class... T> __device__ void forward_sum(int *out, T &&...v) { sum<<<1, 1>>>(out, 1, std::forward<T>(v)..., 2L); }
template <class... T> __device__ void forward_further(int *out, T &&...v) {
  start_sum(out, std::forward<T>(v)...);
  start_sum(out, (v + 1)..., 1.5f);
  (start_sum(out, v, v), ...);
}
template <int... V> __device__ void sum_values(int *out, std::integer_sequence<int, V...>) { sum<<<1, 1>>>(out, V..., 5); }
__global__ void sums(int *out) {
  start_sum(out);
  start_sum(out, 1, 2.5);
  forward_sum(out, 3, 'A');
  forward_further(out + 1, 3, 4.0);
  sum_values(out + 2, std::make_integer_sequence<int, 3>{});
}

int main() {
  int *out = device_zeros<int>(20);
  values<3, 1, 2><<<1, 1>>>(out);
  values<><<<1, 1>>>(out + 1);
  reversed<1, 3><<<1, 1>>>(out + 2);
  deduced<<<1, 1>>>(out + 3, 1, 1.5, 2.5f, (char)3);
  written<<<1, 1>>>(out + 4, 2, (char)1);
  once<2, 3><<<1, 1>>>(out + 5);
  by_functions<4, 5><<<1, 1>>>(out + 6);
  start_halves<<<1, 1>>>(out + 8, 1);
  sums<<<1, 1>>>(out + 12);
  return compare(to_host(out, 15), {312, 0, 1337, 2356, 42552, 285, 23445, 0, 5, 7, 9, 3, 575, 9130810, 12});
}
