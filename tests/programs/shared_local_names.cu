// Shared variables of template children whose types have names of the body's own: what the names stand for is used outside of it.
// REMARK-t1: launch of 'child<Ints>': t1;
// REMARK-t1: launch of 'child<Doubles>': t1;
// REMARK-t1: launch of 'other': t1;
// REMARK-t1: launch of 'kept<int>': kept: the type of the shared variable 'rows' is local
#include "include/test.h"

static const int parents = 30, n = 64;
template <class T, int N> struct Pair {
  T first[N], second[N];
};
struct Ints {
  typedef int Value;
  static const int width = 64;
};
struct Doubles {
  using Value = double;
  static const int width = 64;
};
template <class Set> __global__ void child(int *out, int by) {
  typedef typename Set::Value Value;
  using Again = Value;
  using Both = Pair<typename Set::Value, Set::width>;
  __shared__ Again turned[Set::width];
  __shared__ Both both;
  __shared__ const Value *ends[2];
  const int i = threadIdx.x;
  turned[i] = by + i;
  both.first[i] = i;
  if (i == 0)
    ends[0] = turned, ends[1] = turned + Set::width - 1;
  __syncthreads();
  both.second[Set::width - 1 - i] = turned[i];
  __syncthreads();
  atomicAdd(out, (int)(both.second[i] * 2 + both.first[i] + *ends[1] - *ends[0]));
}
template <class T, class U> __global__ void other(T *out, U by) {
  typedef T S;
  __shared__ S sums[2][32];
  sums[threadIdx.x / 32][threadIdx.x % 32] = by;
  __syncthreads();
  atomicAdd(out, sums[1 - threadIdx.x / 32][threadIdx.x % 32]);
}
template <class T> __global__ void kept(T *out) {
  typedef T Row[4];
  __shared__ Row rows[16];
  rows[threadIdx.x / 4][threadIdx.x % 4] = 1;
  __syncthreads();
  atomicAdd(out, rows[15 - threadIdx.x / 4][threadIdx.x % 4]);
}
__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < parents) {
    child<Ints><<<1, n>>>(out + i, i);
    child<Doubles><<<1, n>>>(out + i, 2 * i);
    other<<<1, n>>>(out + i, (short)i);
  }
}
__global__ void parent_kept(int *out) {
  if (threadIdx.x < parents)
    kept<int><<<1, n>>>(out + threadIdx.x);
}

int main() {
  int *out = device_zeros<int>(parents);
  std::vector<int> want(parents);
  const int numbers = n * (n - 1) / 2;
  for (int i = 0; i < parents; i++)
    want[i] = 2 * (n * i + numbers) + numbers + n * (n - 1) + 2 * (n * 2 * i + numbers) + numbers + n * (n - 1) + n * i + n;
  parent<<<1, 32>>>(out);
  parent_kept<<<1, 32>>>(out);
  return compare(to_host(out, parents), want);
}
