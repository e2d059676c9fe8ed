// A chain 3,000 kernels deep.
// REMARK-t1: launch of 'chain': t1
// REMARK-block: launch of 'chain': block
// REMARK-grid: launch of 'chain': grid
#include "include/test.h"

__global__ void chain(int depth, int *data) {
  data[depth] = depth ? data[depth - 1] + depth % 7 : 1;
  if (depth + 1 < 1500)
    chain<<<1, 1>>>(depth + 1, data);
}

int main() {
  int *data = device_zeros<int>(1500);
  std::vector<int> want(1, 1);
  for (int d = 1; d < 1500; d++)
    want.push_back(want.back() + d % 7);
  chain<<<1, 1>>>(0, data);
  return compare(to_host(data, 1500), want);
}
