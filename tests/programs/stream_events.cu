// Events order two created streams: the second waits for what the first had been given by then.
// REMARK-t1: launch of 'produce': t1
// REMARK-block: launch of 'produce': block
// REMARK-grid: launch of 'produce': grid
// REMARK-t1: launch of 'consume': t1
#include "include/test.h"

__global__ void produce(int n, int x, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 2 + x + j;
}
__global__ void consume(int n, const unsigned *data, unsigned *out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    out[j] = data[n - 1 - j];
}

__global__ void parent(int n, unsigned *data, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaStream_t s, t;
  cudaEvent_t ready;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  for (int x = 0; x < 4; x++)
    produce<<<(n + 31) / 32, 32, 0, s>>>(n, x, data + i * n);
  cudaEventRecord(ready, s);
  cudaStreamWaitEvent(t, ready, 0);
  consume<<<(n + 31) / 32, 32, 0, t>>>(n, data + i * n, out + i * n);
  cudaEventDestroy(ready);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

int main() {
  const int parents = 8, n = 300;
  unsigned *data = device_zeros<unsigned>(parents * n), *out = device_zeros<unsigned>(parents * n);
  std::vector<unsigned> want;
  for (int k = 0; k < parents * n; k++) {
    unsigned v = 0, j = n - 1 - k % n;
    for (int x = 0; x < 4; x++)
      v = v * 2 + x + j;
    want.push_back(v);
  }
  parent<<<2, parents / 2>>>(n, data, out);
  return compare(to_host(out, want.size()), want);
}
