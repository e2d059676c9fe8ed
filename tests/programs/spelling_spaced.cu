// The launch brackets written with spaces inside, as formatters that do not know them leave them; and no space where a qualified name would need one.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

namespace spaced {
__device__ int last(int j) { return j + (int)threadIdx.x; }
__global__ void child(int i, int begin, int end, int *data) {
  int j = blockIdx.x?last(begin + blockIdx.x * blockDim.x):last(begin);
  if (j < end)
    data[j] += i + 1;
}

__global__ void parent(int n, const int *first, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int begin = first[i], end = first[i + 1], d = end - begin;
  // clang-format off
  int g = (d + 31) / 32, b = 32;
  switch (g) {
  case 0:last(0); break;
  case 1:child<< <g, b>> >(i, begin, end, data); break;
  default:child<< <g, b>> >(i, begin, end, data);
  }
  // clang-format on
}
} // namespace spaced

int main() {
  const int n = 500;
  std::vector<int> first = list_offsets(n, 700);
  int *dev_first = to_device(first), *data = device_zeros<int>(first.back());
  spaced::parent<<<(n + 127) / 128, 128>>>(n, dev_first, data);
  return compare(to_host(data, first.back()), lists_marked(first));
}
