// Parents of one name: the host launches each form by its parameters' types.
// STRATEGIES: keep t1 t3 t4 mega multiblock grid auto
// REMARK-t1: launch of 'add': t1
#include "include/test.h"

struct Range {
  int from, to;
};

__global__ void add(int *data, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&data[i], value);
}

__global__ void parent(int *__restrict__ data, int n) {
  if (threadIdx.x < 3)
    add<<<(n + 31) / 32, 32>>>(data, n, 1);
}
__global__ void parent(int *__restrict__ data, const int n, long times) {
  for (long k = 0; k < times; k++)
    add<<<(n + 31) / 32, 32>>>(data, n, 10);
}
__global__ void parent(int *data, Range r) {
  add<<<1, 64>>>(data + r.from, r.to - r.from, 100);
}
__global__ void parent(int *data, const Range *r);
template <class T> __global__ void parent(T *data, T n, T value) { add<<<(n + 31) / 32, 32>>>(data, n, value); }
template <class T> __global__ void parent(T *data, T n, const T *value) { add<<<(n + 31) / 32, 32>>>(data, n, *value); }
template <int N> __global__ void parent(int *data) { add<<<1, N>>>(data, N, 7); }

namespace other {
__global__ void parent(int *data, int n) { add<<<1, n>>>(data, n, 5); }
} // namespace other

int main() {
  const int n = 50;
  int *data = device_zeros<int>(n), *value = to_device(std::vector<int>(1, 100000));
  Range *range = to_device(std::vector<Range>(1, Range{30, 40}));
  std::vector<int> want(n);
  for (int i = 0; i < n; i++)
    want[i] = 3 + 4 * 10 + (i >= 10 && i < 20 ? 100 : 0) + (i >= 30 && i < 40 ? 200 : 0) + 10000 + 100000 + (i < 8 ? 7 : 0) + (i < 9 ? 5 : 0);
  parent<<<1, 32>>>(data, n);
  parent<<<1, 2>>>(data, n, 2L);
  parent<<<1, 1>>>(data, Range{10, 20});
  parent<<<1, 2>>>(data, range);
  parent<<<1, 1>>>(data, n, 10000);
  parent<<<1, 1>>>(data, n, (const int *)value);
  parent<8><<<1, 1>>>(data);
  other::parent<<<1, 1>>>(data, 9);
  return compare(to_host(data, n), want);
}

__global__ void parent(int *data, const Range *r) { add<<<2, 32>>>(data + r->from, r->to - r->from, 100); }
