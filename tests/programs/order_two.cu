// Launches of one thread into the NULL stream run in order: the second child reads what the first
// wrote.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int n, const int *from, int *to) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    to[j] = from[n - 1 - j] + j;
}

__global__ void parent(int n, int *data) {
  int *a = data + (blockIdx.x * blockDim.x + threadIdx.x) * 3 * n, *b = a + n, *c = b + n;
  child<<<(n + 31) / 32, 32>>>(n, a, b);
  child<<<(n + 63) / 64, 64>>>(n, b, c);
}

int main() {
  const int parents = 60, n = 300;
  std::vector<int> data(parents * 3 * n), want;
  for (size_t k = 0; k < data.size(); k++)
    data[k] = k / n % 3 ? -1 : (int)k;
  want = data;
  for (int p = 0; p < parents; p++)
    for (int step = 0; step < 2; step++)
      for (int j = 0, at = (p * 3 + step) * n; j < n; j++)
        want[at + n + j] = want[at + n - 1 - j] + j;
  int *dev = to_device(data);
  parent<<<4, parents / 4>>>(n, dev);
  return compare(to_host(dev, data.size()), want);
}
