// A template parent over a functor type, whose child calls the functor; and an explicit
// specialisation of a kernel.
// REMARK-t1: launch of 'mark<KIND>': t1
// REMARK-block: launch of 'mark<KIND>': block
// REMARK-grid: launch of 'mark<KIND>': grid
#include "include/test.h"

struct Scale {
  float by;
  __device__ float operator()(float x) const { return x * by; }
};
struct Shift {
  int by;
  const float *table;
  __device__ float operator()(float x) const { return x + by + table[1]; }
};

template <class F> __global__ void apply(F f, float *data, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = f(data[j]);
}
template <int KIND> __global__ void mark(float *data) { data[threadIdx.x] += KIND; }
template <> __global__ void mark<7>(float *data) { data[threadIdx.x] += 1000; }

template <class F, int KIND> __global__ void parent(F f, float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  apply<<<(n + 31) / 32, 32>>>(f, data + i * n, n);
  mark<KIND><<<1, 10>>>(data + i * n);
}

int main() {
  const int parents = 24, n = 90;
  std::vector<float> data(parents * n), want;
  for (int k = 0; k < parents * n; k++) {
    data[k] = (float)(k % 50);
    want.push_back(data[k] * 1.5f + (k % n < 10 ? 3 : 0) + 4 + 2 + (k % n < 10 ? 1000 : 0));
  }
  float *dev = to_device(data), *table = to_device(std::vector<float>{9, 2});
  parent<Scale, 3><<<2, parents / 2>>>(Scale{1.5f}, dev, n);
  parent<Shift, 7><<<2, parents / 2>>>(Shift{4, table}, dev, n);
  return compare(to_host(dev, want.size()), want);
}
