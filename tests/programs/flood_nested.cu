// More launches at every level than a small worklist holds, with order between them.
// ENV: FL_WORKLIST=1
// ENV: FL_WORKLIST=64
// REMARK-t1: launch of 'middle': t1
// REMARK-block: launch of 'middle': block
// REMARK-grid: launch of 'middle': grid
// REMARK-t1: launch of 'leaf': t1
#include "include/test.h"

__global__ void leaf(int x, unsigned *value) {
  if (threadIdx.x == 0)
    *value = *value * 3 + x;
}
__global__ void middle(unsigned *values) {
  for (int x = 0; x < 4; x++)
    leaf<<<1, 3>>>(x, values + threadIdx.x);
}
__global__ void parent(int n, unsigned *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    middle<<<1, 5>>>(values + i * 5);
    middle<<<1, 5>>>(values + i * 5);
  }
}

int main() {
  const int n = 300;
  allow_launches(1 << 15);
  unsigned *values = device_zeros<unsigned>(n * 5), want = 0;
  for (int k = 0; k < 8; k++)
    want = want * 3 + k % 4;
  parent<<<(n + 63) / 64, 64>>>(n, values);
  return compare(to_host(values, n * 5), std::vector<unsigned>(n * 5, want));
}
