// Calls in templates that are open until the template has arguments: of the toolkit's functions, which leave variables as they are, and of the program's own of the
// same names, which do not.
// REMARK-t4: launch of 'reduce[^']*': t4
// REMARK-t4: launch of 'steps[^']*': t4
// REMARK-t1: launch of 'own[^']*': t1
#include "include/test.h"

template <class T, int B> __global__ void reduce(const T *v, int n, T *out) {
  __shared__ T part[B];
  T largest = T(0);
  for (int i = threadIdx.x; i < n; i += B)
    largest = max(largest, v[i]);
  part[threadIdx.x] = largest;
  for (int o = B / 2; o > 0; o >>= 1) {
    __syncthreads();
    if (threadIdx.x < o)
      part[threadIdx.x] = max(part[threadIdx.x], part[threadIdx.x + o]);
  }
  if (threadIdx.x == 0)
    atomicAdd(out, part[0]);
}
// The number of rounds is the same for all threads, although it is handed to a function.
template <class T> __global__ void steps(T *out, int rounds) {
  __shared__ T part[32];
  part[threadIdx.x] = T(threadIdx.x);
  for (int i = 0; i < rounds; i++) {
    __syncthreads();
    const int next = (int)part[(threadIdx.x + 1) % 32];
    __syncthreads();
    part[threadIdx.x] += next;
  }
  atomicAdd(out, part[threadIdx.x]);
  atomicAdd(out, rounds);
}

namespace lib {
struct Number {
  int v;
};
__device__ Number fmin(Number &a, Number b) {
  a.v++;
  return a.v < b.v ? a : b;
}
__device__ int atomicSub(Number &a, Number *p) { return ::atomicAdd(&p->v, a.v++); }
} // namespace lib
template <class T> __global__ void own(T a, T *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  const T least = fmin(a, T{5});
  __syncthreads();
  atomicAdd(&sum, least.v + a.v);
  __syncthreads();
  if (threadIdx.x == 0) {
    T all{sum};
    atomicSub(all, out);
    atomicSub(all, out);
  }
}

template <class T> __global__ void parent(const T *v, T *out) {
  const int t = threadIdx.x;
  reduce<T, 64><<<1, 64>>>(v, t * 20, out + t);
  steps<T><<<1, 32>>>(out + 8, t);
}
__global__ void parent_of_own(lib::Number *numbers) { own<<<1, 16>>>(lib::Number{(int)threadIdx.x}, numbers + threadIdx.x); }

template <class T> bool right(const std::vector<T> &v) {
  const T *in = to_device(v);
  T *out = device_zeros<T>(9);
  lib::Number *numbers = device_zeros<lib::Number>(8);
  parent<<<1, 8>>>(in, out);
  parent_of_own<<<1, 8>>>(numbers);
  const std::vector<T> got = to_host(out, 9);
  const std::vector<lib::Number> all = to_host(numbers, 8);
  T sums = 0;
  bool ok = true;
  for (int t = 0; t < 8; t++) {
    T largest = 0;
    for (int i = 0; i < t * 20; i++)
      largest = std::max(largest, v[i]);
    const int sum = 16 * (std::min(t + 1, 5) + t + 1);
    sums += T((31 * 16 << t) + 32 * t);
    ok &= got[t] == largest && all[t].v == 2 * sum + 1;
  }
  return ok && got[8] == sums;
}

int main() {
  std::vector<int> whole;
  std::vector<float> real;
  for (int i = 0; i < 200; i++) {
    whole.push_back(i * 37 % 211);
    real.push_back(i * 53 % 97 + .5f);
  }
  return verdict(right(whole) && right(real), "results differ");
}
