// Template arguments of launches that name constants of the launching body, or its parameters; and a parent that is an explicit specialization.
// REMARK-t1: launch of 'child<int, threads>': t1
// REMARK-t1: launch of 'child<int, 2 \* twice>': t1
// REMARK-t1: launch of 'child<T, threads - 2>': t1
// REMARK-t1: launch of 'child<T, 8>': kept: 'chosen', which has an explicit specialization, launches
// REMARK-t1: launch of 'child<char, 4>': kept: 'chosen', which has an explicit specialization, launches
// REMARK-t1: launch of 'child<T, bytes>': kept: the template arguments name something local to the caller
// REMARK-t1: launch of 'child<T, sizeof\(value\)>': kept: the template arguments name something local to the caller
#include "include/test.h"

template <class T, int N> __global__ void child(int *p) {
  __shared__ int s[N];
  s[threadIdx.x] = threadIdx.x + sizeof(T);
  __syncthreads();
  p[threadIdx.x] += s[N - 1 - threadIdx.x];
}
__global__ void parent(int *p) {
  const int threads = 64;
  constexpr unsigned twice = threads / 4;
  if (threadIdx.x == 0)
    child<int, threads><<<1, threads>>>(p);
  if (threadIdx.x == 1)
    child<int, 2 * twice><<<1, 2 * twice>>>(p + 64);
}
template <class T> __global__ void generic(int *p) {
  const unsigned char threads = 12;
  child<T, threads - 2><<<1, threads - 2>>>(p);
}
template <class T> __global__ void chosen(int *p) { child<T, 8><<<1, 8>>>(p); }
template <> __global__ void chosen<char>(int *p) { child<char, 4><<<1, 4>>>(p); }
template <class T> __global__ void of_parameter(int *p, T value) {
  constexpr int bytes = sizeof(value);
  if (value > 5)
    child<T, bytes><<<1, bytes>>>(p);
  else
    child<T, sizeof(value)><<<1, sizeof(value)>>>(p);
}

int main() {
  int *p = device_zeros<int>(136);
  parent<<<1, 2>>>(p);
  chosen<double><<<1, 1>>>(p + 100);
  chosen<char><<<1, 1>>>(p + 110);
  generic<short><<<1, 1>>>(p + 116);
  of_parameter<<<1, 1>>>(p + 128, short(5));
  of_parameter<<<1, 1>>>(p + 130, 6.f);
  std::vector<int> want(136);
  for (int i = 0; i < 64; i++)
    want[i] = 63 - i + 4;
  for (int i = 0; i < 32; i++)
    want[64 + i] = 31 - i + 4;
  for (int i = 0; i < 8; i++)
    want[100 + i] = 7 - i + 8;
  for (int i = 0; i < 4; i++)
    want[110 + i] = 3 - i + 1;
  for (int i = 0; i < 10; i++)
    want[116 + i] = 9 - i + 2;
  for (int i = 0; i < 2; i++)
    want[128 + i] = 1 - i + 2;
  for (int i = 0; i < 4; i++)
    want[130 + i] = 3 - i + 4;
  return compare(to_host(p, 136), want);
}
