// Shared variables of device functions: of templates whose arguments are deduced or written out, of functions that are called by several others, that
// call themselves, that keep a value from one call to the next, and that name dynamic shared memory.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t1: launch of 'typed<T>': t1
// REMARK-t1: launch of 'single': t1
// REMARK-t4: launch of 'single': t4
// REMARK-t1: launch of 'typed_parent': t1
#include "include/test.h"

namespace tools {
template <class T, int size> __device__ T reverse(T v) {
  __shared__ T kept[size];
  kept[threadIdx.x] = v;
  __syncthreads();
  T r = kept[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  return r;
}
// One object, whoever calls.
__device__ int count(int by) {
  __shared__ int calls;
  if (threadIdx.x == 0)
    calls = by ? calls + by : 0;
  __syncthreads();
  int c = calls;
  __syncthreads();
  return c;
}
} // namespace tools

template <class T> __device__ T sum(T v, int = 0) {
  __shared__ T part[128];
  __shared__ char odd;
  T r = tools::reverse<T, 128>(v);
  part[threadIdx.x] = r;
  if (threadIdx.x == 0)
    odd = blockDim.x % 2;
  __syncthreads();
  T s = 0;
  for (unsigned t = 0; t < blockDim.x; t++)
    s += part[t];
  s += odd;
  __syncthreads();
  tools::count(1);
  return s;
}
__device__ int more(int v, double) { // overloads
  __shared__ double one;
  one = 1;
  __syncthreads();
  return v + (int)one;
}
__device__ int more(int v, int) {
  __shared__ int none[3];
  none[threadIdx.x % 3] = 0;
  __syncthreads();
  return v + none[1];
}
__device__ int fold(int v, int depth) {
  __shared__ int best;
  if (threadIdx.x == 0)
    best = v + depth;
  __syncthreads();
  int b = best;
  __syncthreads();
  return depth ? fold(b, depth - 1) : b;
}
__device__ int dynamic_first(int v) {
  extern __shared__ int dynamic[];
  if (threadIdx.x == 0)
    dynamic[0] = v;
  __syncthreads();
  return dynamic[0];
}

__global__ void child(int x, int *out) {
  __shared__ int own[4];
  extern __shared__ int dynamic[];
  own[threadIdx.x % 4] = x;
  int t = threadIdx.x, c = tools::count(0);
  long a = sum((long)t + x);
  double b = sum(t * .5);
  c = tools::count(2);
  dynamic[1 + t] = t;
  int d = dynamic_first(x + t), f = fold(t + x, 3), s = more(more(t, 1), 1.5);
  __syncthreads();
  out[t] = (int)(a + 2 * b) + 10 * c + d + f + s + own[t % 4] + dynamic[blockDim.x - t];
}

template <class T> __global__ void typed(T x, T *out) {
  T v = x;
  out[threadIdx.x] = sum(v * (T)threadIdx.x) + tools::reverse<T, 32>(x + (T)threadIdx.x);
}

__device__ int scratch(int n) {
  __shared__ int memory[8];
  for (int i = 0; i < 8; i++)
    memory[i] = i * n;
  return memory[n % 8];
}
__global__ void single(int n, int *out) { *out = scratch(n) + scratch(n + 1); }

__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = sum(1); // threads and whether they are odd
  int n = 20 + i;
  child<<<1, n, (n + 1) * sizeof(int)>>>(s + i, out + i * 128);
}
template <class T> __global__ void typed_parent(T *out) {
  typed<T><<<1, 20>>>((T)(threadIdx.x + 1), out + threadIdx.x * 20);
}
__global__ void first(long long *out) { typed_parent<<<1, 10>>>(out); }
__global__ void singles(int *out) { single<<<1, 1>>>(threadIdx.x, out + threadIdx.x); }

int main() {
  const int blocks = 3, threads = 21, parents = blocks * threads;
  std::vector<int> want(parents * 128), ones(40);
  std::vector<long long> types(200);
  for (int i = 0; i < parents; i++) {
    int n = 20 + i, x = threads + 1 + i, triangle = n * (n - 1) / 2;
    for (int t = 0; t < n; t++) {
      int a = triangle + n * x + n % 2, b2 = triangle + 2 * (n % 2), d = x, f = x + 3 + 2 + 1;
      want[i * 128 + t] = a + b2 + 10 * 4 + d + f + (t + 1) + x + (n - t - 1);
    }
  }
  for (int i = 0; i < 200; i++)
    types[i] = (i / 20 + 1) * 190 + (i / 20 + 1 + 19 - i % 20);
  for (int n = 0; n < 40; n++)
    ones[n] = n % 8 * n + (n + 1) % 8 * (n + 1);
  int *out = device_zeros<int>(want.size()), *one = device_zeros<int>(ones.size());
  long long *typed_out = device_zeros<long long>(types.size());
  parent<<<blocks, threads>>>(out);
  first<<<1, 1>>>(typed_out);
  singles<<<1, 40>>>(one);
  if (to_host(typed_out, types.size()) != types || to_host(one, ones.size()) != ones)
    return verdict(false, "typed or single");
  return compare(to_host(out, want.size()), want);
}
