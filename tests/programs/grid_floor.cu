// Grid size n / B rounded down, the parent does the rest; 0 blocks is an error that nobody reads.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
// SANITIZE-keep: off
#include "include/test.h"

__global__ void child(int i, int begin, int end, int *data) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < end)
    data[j] += i + 1;
}

__global__ void parent(int n, const int *first, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int begin = first[i], end = first[i + 1], d = end - begin;
  child<<<d / 32, 32>>>(i, begin, end - d % 32, data);
  for (int j = end - d % 32; j < end; j++)
    data[j] += i + 1;
}

int main() {
  const int n = 500;
  std::vector<int> first = list_offsets(n, 700);
  int *dev_first = to_device(first), *data = device_zeros<int>(first.back());
  parent<<<(n + 127) / 128, 128>>>(n, dev_first, data);
  return compare(to_host(data, first.back()), lists_marked(first));
}
