// A stream that one thread creates and the threads of its block use after a barrier, each for data
// of its own.
// REMARK-t1: launch of 'step': t1
// REMARK-block: launch of 'step': block
// REMARK-grid: launch of 'step': grid
#include "include/test.h"

__global__ void step(int x, unsigned *data) { data[threadIdx.x] = data[threadIdx.x] * 7 + x; }

__global__ void parent(unsigned *data) {
  __shared__ cudaStream_t stream;
  if (threadIdx.x == 0)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  __syncthreads();
  unsigned *mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * 20;
  step<<<1, 20, 0, stream>>>(threadIdx.x, mine);
  step<<<1, 20, 0, stream>>>(5, mine);
  __syncthreads();
  if (threadIdx.x == 0)
    cudaStreamDestroy(stream);
}

int main() {
  const int blocks = 6, threads = 30, n = blocks * threads * 20;
  unsigned *data = device_zeros<unsigned>(n);
  std::vector<unsigned> want(n);
  for (int k = 0; k < n; k++)
    want[k] = k / 20 % threads * 7 + 5;
  parent<<<blocks, threads>>>(data);
  return compare(to_host(data, n), want);
}
