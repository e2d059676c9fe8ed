// Shifts and comparisons in lists of template parameters, and of functions' ones.
// REMARK-t1: launch of 'child<Log>': t1
// REMARK-t4: launch of 'compared<L>': t4
#include "include/test.h"

template <int Log, int Size = 1 << Log> __device__ int scaled(int i) { return i * Size + blockIdx.x; }
template <int Log, int Size = (1 << Log)> __global__ void child(int *p) {
  p[threadIdx.x] += scaled<Log>(threadIdx.x) + Size;
}
template <int Log, int Size = 1 << Log, bool Large = (Log > 2)> __global__ void parent(int *p) {
  child<Log><<<1, Size>>>(p + threadIdx.x * Size);
}

template <int Log, int Size = 1 << Log> struct Holder {
  static __device__ int at(int i) { return i + blockIdx.x + Size; }
};
__global__ void held(int *p) { p[threadIdx.x] += Holder<2>::at(threadIdx.x); }
__global__ void holds(int *p) { held<<<1, 4>>>(p + threadIdx.x * 8); }

template <int L, bool Small = L < 3, bool Large = 2 < L> __device__ int select(int i) {
  return Small ? i : Large + blockIdx.x;
}
template <int L, bool Small = L < 3> __global__ void compared(int *p, int n = 1 << 3) {
  p[threadIdx.x] += select<L>(threadIdx.x) + n;
}
template <int L, bool Small = L < 3> __global__ void compares(int *p) {
  compared<L><<<1, 1 << L>>>(p + threadIdx.x * 8, 1 << L);
  compared<L + 1><<<1, 1 << L>>>(p + threadIdx.x * 8);
}

int main() {
  const int n = 8;
  int *p = device_zeros<int>(n * n);
  std::vector<int> want(n * n);
  parent<3><<<1, n>>>(p);
  holds<<<1, n>>>(p);
  compares<2><<<1, n>>>(p);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      want[i * n + j] = j * 8 + 8 + (j < 4 ? j + 4 + j + 4 + 1 + 8 : 0);
  return compare(to_host(p, n * n), want);
}
