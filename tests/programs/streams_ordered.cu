// A created stream orders what is put into it; two streams of a thread are independent of each
// other.
// REMARK-t1: launch of 'step': t1
// REMARK-block: launch of 'step': block
// REMARK-grid: launch of 'step': grid
#include "include/test.h"

__global__ void step(int n, int x, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 3 + x;
}

__global__ void parent(int n, unsigned *data) {
  unsigned *mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * 2 * n;
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  for (int x = 0; x < 6; x++) {
    step<<<(n + 31) / 32, 32, 0, s>>>(n, x, mine);
    step<<<(n + 63) / 64, 64, 0, t>>>(n, 10 - x, mine + n);
  }
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

int main() {
  const int parents = 12, n = 200;
  unsigned *data = device_zeros<unsigned>(parents * 2 * n);
  std::vector<unsigned> want;
  for (int p = 0; p < parents; p++) {
    unsigned a = 0, b = 0;
    for (int x = 0; x < 6; x++) {
      a = a * 3 + x;
      b = b * 3 + 10 - x;
    }
    want.insert(want.end(), n, a);
    want.insert(want.end(), n, b);
  }
  parent<<<3, parents / 3>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
