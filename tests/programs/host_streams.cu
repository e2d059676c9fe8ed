// Parents in several host streams at once, in order within each, with an event between two of them.
// REMARK-t1: launch of 'step': t1
// REMARK-block: launch of 'step': block
// REMARK-grid: launch of 'step': grid
#include "include/test.h"

__global__ void step(int n, int x, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 3 + x;
}
__global__ void add(int n, const unsigned *from, unsigned *to) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    to[j] += from[j];
}
__global__ void parent(int n, int x, unsigned *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  step<<<1, 32>>>(n, x + i, data + i * n);
}

int main() {
  const int parents = 48, n = 30, streams = 3, all = parents * n;
  unsigned *data = device_zeros<unsigned>(streams * all);
  cudaStream_t s[streams];
  cudaEvent_t done;
  CHECK(cudaEventCreate(&done));
  for (int k = 0; k < streams; k++)
    CHECK(cudaStreamCreate(&s[k]));
  for (int x = 0; x < 5; x++)
    for (int k = 0; k < streams; k++)
      parent<<<2, parents / 2, 0, s[k]>>>(n, x * (k + 1), data + k * all);
  CHECK(cudaEventRecord(done, s[1]));
  CHECK(cudaStreamWaitEvent(s[2], done, 0));
  add<<<(all + 255) / 256, 256, 0, s[2]>>>(all, data + all, data + 2 * all);
  std::vector<unsigned> want(streams * all);
  for (int k = 0; k < streams * all; k++)
    for (int x = 0; x < 5; x++)
      want[k] = want[k] * 3 + x * (k / all + 1) + k % all / n;
  for (int k = 0; k < all; k++)
    want[2 * all + k] += want[all + k];
  for (int k = 0; k < streams; k++) {
    CHECK(cudaStreamSynchronize(s[k]));
    CHECK(cudaStreamDestroy(s[k]));
  }
  return compare(to_host(data, want.size()), want);
}
