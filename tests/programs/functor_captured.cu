// A functor that captures host values is passed by value through the parent to its children.
// REMARK-t1: launch of 'for_each[^']*': t1
#include "include/test.h"

template <class Op> __global__ void for_each(int begin, int end, Op op) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end)
    op(j);
}
template <class Op> __global__ void ranges(int n, const int *first, Op op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && first[i] < first[i + 1])
    for_each<<<(first[i + 1] - first[i] + 31) / 32, 32>>>(first[i], first[i + 1], op);
}

struct Axpy {
  float a;
  const float *x;
  float *y;
  __device__ void operator()(int j) const { y[j] += a * x[j]; }
};

int main() {
  const int n = 300;
  std::vector<int> first = list_offsets(n, 300);
  std::vector<float> x(first.back()), y(first.back());
  for (size_t k = 0; k < x.size(); k++) {
    x[k] = (float)(k % 91);
    y[k] = (float)(k % 7);
  }
  float a = 2.5f;
  Axpy op = {a, to_device(x), to_device(y)};
  ranges<<<(n + 63) / 64, 64>>>(n, to_device(first), op);
  for (size_t k = 0; k < x.size(); k++)
    y[k] += a * x[k];
  return compare(to_host(op.y, y.size()), y);
}
