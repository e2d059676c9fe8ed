// A device lambda that captures host values, passed through the parent to its children; and lambdas
// inside kernels.
// FLAGS: --extended-lambda
// REMARK-t1: launch of 'for_each[^']*': t1
#include "include/test.h"

template <class Op> __global__ void for_each(int begin, int end, Op op) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  auto in_range = [=](int k) { return k < end; };
  if (in_range(j))
    op(j);
}
template <class Op> __global__ void ranges(int n, const int *first, Op op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto blocks = [](int d) { return (d + 31) / 32; };
  if (i < n && first[i] < first[i + 1])
    for_each<<<blocks(first[i + 1] - first[i]), 32>>>(first[i], first[i + 1], op);
}

int main() {
  const int n = 200;
  std::vector<int> first = list_offsets(n, 200), want(first.back());
  int *data = device_zeros<int>(first.back()), factor = 7;
  short offset = -3;
  auto op = [=] __device__(int j) { data[j] += j * factor + offset; };
  ranges<<<(n + 63) / 64, 64>>>(n, to_device(first), op);
  ranges<<<(n + 63) / 64, 64>>>(n, to_device(first), [=] __device__(int j) { data[j] *= factor; });
  for (int j = 0; j < first.back(); j++)
    want[j] = (j * factor + offset) * factor;
  return compare(to_host(data, want.size()), want);
}
