// One driver thread launches 200 ordered children of different sizes.
// REMARK-t1: launch of 'grow': t1
// REMARK-block: launch of 'grow': block
// REMARK-grid: launch of 'grow': grid
// REMARK-t4: launch of 'grow': t4
#include "include/test.h"

// Element j of the next row is the sum of the row before up to a distance that depends on the step.
__global__ void grow(int step, int n, unsigned *rows) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) {
    const unsigned *before = rows + step * n;
    rows[(step + 1) * n + j] = before[j] * 3 + before[(j + step) % n] + step;
  }
}

__global__ void driver(int steps, int n, unsigned *rows) {
  for (int s = 0; s < steps; s++)
    grow<<<(n + 15 + s) / (16 + s), 16 + s>>>(s, n, rows);
}

int main() {
  const int steps = 200, n = 333;
  std::vector<unsigned> want((steps + 1) * n);
  for (int j = 0; j < n; j++)
    want[j] = j;
  unsigned *rows = to_device(want);
  for (int s = 0; s < steps; s++)
    for (int j = 0; j < n; j++)
      want[(s + 1) * n + j] = want[s * n + j] * 3 + want[s * n + (j + s) % n] + s;
  driver<<<1, 1>>>(steps, n, rows);
  return compare(to_host(rows, want.size()), want);
}
