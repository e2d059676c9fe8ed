// Kernel templates that launch other instances of themselves, as far as `if constexpr` lets them: by number, by the rest of a pack, by types that lead to the
// next one, by deduced arguments, and by way of a device function.
// REMARK-t1: launch of 'halve<N / 2>': t1
// REMARK-t1: launch of 'each<Rest...>': t1
// REMARK-t1: launch of 'walk<typename Step::next>': t1
// REMARK-t1: launch of 'digits<D - 1>': t1
// REMARK-t1: launch of 'narrow': t1
// REMARK-t1: launch of 'local<N - 1>': kept: which instances launch another one is told by something local
#include "include/test.h"

template <int N> __global__ void halve(int *sum, int *launched) {
  int mine = N;
  if (threadIdx.x >= 2)
    goto out;
  atomicAdd(sum, mine);
  if constexpr (N > 1) {
  again:
    halve<N / 2><<<1, 3>>>(sum, launched);
    if (cudaPeekAtLastError() == cudaErrorLaunchPendingCountExceeded)
      goto again;
    atomicAdd(launched, 1);
  } else if constexpr (N == 1) {
    halve<-1><<<1, 1>>>(sum, launched);
  }
out:
  atomicAdd(launched, 100);
}

template <class First, class... Rest> __global__ void each(int *sum, First first, Rest... rest) {
  atomicAdd(sum, (int)(first * sizeof(First)));
  if constexpr (sizeof...(Rest) > 0)
    each<Rest...><<<1, 2>>>(sum, rest...);
}

struct Third {
  static constexpr int value = 3;
};
struct Second {
  static constexpr int value = 20;
  using next = Third;
};
struct First {
  static constexpr int value = 100;
  using next = Second;
};
template <class Step> __global__ void walk(int *sum) {
  atomicAdd(sum, Step::value);
  if constexpr (Step::value > 10) {
    if constexpr (Step::value != 3)
      walk<typename Step::next><<<1, 2>>>(sum);
  }
}

template <int D> __global__ void digits(int *sum);
template <int D> __device__ void descend(int *sum) {
  if constexpr (D != 0)
    digits<D - 1><<<1, 2>>>(sum);
}
template <int D> __global__ void digits(int *sum) {
  atomicAdd(sum, D);
  descend<D>(sum);
}

__device__ short next_of(int) { return 7; }
__device__ signed char next_of(short) { return 5; }
template <class T> __global__ void narrow(T v, int *sum) {
  atomicAdd(sum, v * (int)sizeof v);
  if constexpr (sizeof(T) == 1)
    return;
  else
    narrow<<<1, 1>>>(next_of(v), sum);
}

template <int N> __global__ void local(int *sum) {
  struct {
    int left;
  } after{N - 1};
  constexpr bool more = sizeof after > 0 && N > 1;
  atomicAdd(sum, N);
  if constexpr (more)
    local<N - 1><<<1, 1>>>(sum);
}

int main() {
  int *p = device_zeros<int>(8);
  halve<8><<<2, 3>>>(p, p + 1);
  each<<<1, 1>>>(p + 2, (char)1, (short)2, 3, 4.0);
  walk<First><<<1, 2>>>(p + 3);
  digits<3><<<1, 1>>>(p + 4);
  narrow<<<1, 1>>>(9, p + 5);
  local<4><<<1, 1>>>(p + 6);
  // Two threads of each of 2, 4, 8, 16 and 32 blocks launch.
  const int sum = 8 * 4 + 4 * 8 + 2 * 16 + 1 * 32 - 32;
  const int launched = 4 + 8 + 16 + 100 * (3 * (2 + 4 + 8 + 16) + 32);
  return compare(to_host(p, 8), std::vector<int>{sum, launched, 1 + 2 * 2 * 2 + 4 * 3 * 4 + 8 * 4 * 8,
                                                 2 * 100 + 4 * 20 + 8 * 3, 3 + 2 * 2 + 4 * 1 + 8 * 0,
                                                 9 * 4 + 7 * 2 + 5, 4 + 3 + 2 + 1, 0});
}
