// Fire-and-forget launches, of which order means nothing.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(int i, int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    atomicAdd(&data[j], i);
}

__global__ void parent(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(i + 31) / 32 + 1, 32, 0, cudaStreamFireAndForget>>>(i, i, data);
  for (int k = 0; k < 2; k++)
    child<<<1, 8, 0, cudaStreamFireAndForget>>>(1000, 8, data);
}

int main() {
  const int parents = 200;
  int *data = device_zeros<int>(parents);
  std::vector<int> want(parents);
  for (int i = 0; i < parents; i++)
    for (int j = 0; j < parents; j++)
      want[j] += (j < i ? i : 0) + (j < 8 ? 2000 : 0);
  parent<<<4, parents / 4>>>(data);
  return compare(to_host(data, parents), want);
}
