// Order holds across loop iterations: a stencil that swaps two buffers, by one thread of each
// block.
// REMARK-t1: launch of 'step': t1
// REMARK-block: launch of 'step': block
// REMARK-grid: launch of 'step': grid
// REMARK-t4: launch of 'step': t4
#include "include/test.h"

__global__ void step(int n, const int *from, int *to) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    to[j] = (from[j] + from[(j + 1) % n] * 3 + from[(j + n - 1) % n]) % 1009;
}

__global__ void parent(int n, int steps, int *a, int *b) {
  if (threadIdx.x != 0)
    return;
  int *from = a + blockIdx.x * n, *to = b + blockIdx.x * n;
  for (int s = 0; s < steps; s++) {
    step<<<(n + 31) / 32, 32>>>(n, from, to);
    int *t = from;
    from = to;
    to = t;
  }
}

int main() {
  const int parents = 8, n = 500, steps = 30;
  std::vector<int> data(parents * n);
  for (size_t k = 0; k < data.size(); k++)
    data[k] = (int)(k % 101);
  int *a = to_device(data), *b = device_zeros<int>(data.size());
  parent<<<parents, 32>>>(n, steps, a, b);
  for (int p = 0; p < parents; p++)
    for (int s = 0; s < steps; s++) {
      std::vector<int> from(data.begin() + p * n, data.begin() + (p + 1) * n);
      for (int j = 0; j < n; j++)
        data[p * n + j] = (from[j] + from[(j + 1) % n] * 3 + from[(j + n - 1) % n]) % 1009;
    }
  return compare(to_host(a, data.size()), data);
}
