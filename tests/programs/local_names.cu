// Template arguments of launches and calls that are said, or deduced from what is said, by aliases and constants of the body around them.
// REMARK-t1: launch of 'add<Value, below>': t1
// REMARK-t1: launch of 'add': t1
// REMARK-t1: launch of 'sum<T>': t1
// REMARK-t1: launch of 'climb<next>': t1
// REMARK-t1: launch of 'add<Hidden, sizeof\(T\) / 2>': t1
// REMARK-t1: launch of 'wide<T>': kept: the template arguments of 'prefix' name something local
#include "include/test.h"

struct Settings {
  typedef int SizeType;
  typedef long long Value;
  static const int THREADS = 32;
};
template <class T> struct Traits {
  using Value = long long;
  using Step = T;
};
typedef short Hidden;

template <class V, int N = 3> __global__ void add(int *out, V value) {
  if (threadIdx.x < N)
    atomicAdd(out, (int)(value * (V)sizeof(V)));
}

// A helper with shared variables, whose instances must be known.
template <int THREADS, class SizeType>
__device__ SizeType prefix(SizeType mine, SizeType &total) {
  __shared__ SizeType all[THREADS];
  all[threadIdx.x] = mine;
  __syncthreads();
  SizeType before = 0;
  total = 0;
  for (int i = 0; i < THREADS; i++) {
    before += i < (int)threadIdx.x ? all[i] : 0;
    total += all[i];
  }
  __syncthreads();
  return before;
}

template <class T> __global__ void sum(int *out, int depth) {
  typedef typename T::SizeType SizeType;
  const SizeType CDP_THREADS = T::THREADS;
  const SizeType CDP_HALF = CDP_THREADS / 2;
  SizeType total, at;
  at = prefix<CDP_HALF + CDP_HALF, SizeType>(threadIdx.x, total);
  at += prefix<CDP_THREADS>(total - total, total);
  atomicAdd(out, at);
  if (depth > 0 && threadIdx.x < 2)
    sum<T><<<1, CDP_THREADS>>>(out, depth - 1);
}

template <class T> __global__ void parent(int *out) {
  using Value = typename Traits<T>::Value;
  typedef typename Traits<T>::Step Step;
  constexpr int below = sizeof(T) - 2;
  add<Value, below><<<1, 8>>>(out, 5);
  const Step step = 7;
  add<<<1, 8>>>(out + 1, step);
  Value twice = step * 2;
  add<<<1, 8>>>(out + 2, twice + step);
}
template <class T> __global__ void hiding(int *out) {
  {
    typedef char Hidden;
    add<Hidden, sizeof(T)><<<1, 8>>>(out, 9);
  }
  add<Hidden, sizeof(T) / 2><<<1, 8>>>(out, 9); // the one outside
}

template <class T> __global__ void wide(int *out) {
  {
    typedef char Hidden;
    if (Hidden(threadIdx.x) < 0)
      return;
  }
  Hidden total;
  prefix<Settings::THREADS, Hidden>(threadIdx.x * sizeof(T), total); // the one outside
  atomicMax(out, total);
}
template <class T> __global__ void wide_parent(int *out) { wide<T><<<1, 32>>>(out); }

template <int N> __global__ void climb(int *out) {
  constexpr int next = N + 1;
  constexpr bool more = next < 5;
  atomicAdd(out, N);
  if constexpr (more)
    climb<next><<<1, 2>>>(out);
}

int main() {
  int *p = device_zeros<int>(8);
  parent<int><<<1, 1>>>(p);
  hiding<int><<<1, 1>>>(p + 3);
  sum<Settings><<<1, 32>>>(p + 4, 2);
  climb<2><<<1, 1>>>(p + 5);
  const int once = 32 * 31 * 30 / 6;
  wide_parent<int><<<1, 1>>>(p + 6);
  return compare(to_host(p, 8),
                 std::vector<int>{2 * 40, 3 * 28, 3 * (21 * 8), 4 * 9 + 2 * 18, once * (1 + 2 + 4), 2 + 2 * 3 + 4 * 4, 4 * 31 * 16, 0});
}
