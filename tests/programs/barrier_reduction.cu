// A barrier in a uniform loop: tree reduction in shared memory, with several blocks and a last
// partial one.
// REMARK-t1: launch of 'reduce': t1
// REMARK-block: launch of 'reduce': block
// REMARK-grid: launch of 'reduce': grid
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void reduce(int n, const int *in, int *sum) {
  __shared__ int part[128];
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = j < n ? in[j] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(sum, part[0]);
}

__global__ void parent(int lists, const int *first, const int *in, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < lists) {
    int n = first[i + 1] - first[i];
    if (n > 0)
      reduce<<<(n + 127) / 128, 128>>>(n, in + first[i], sums + i);
  }
}

int main() {
  const int lists = 150;
  std::vector<int> first = list_offsets(lists, 1500), in(first.back()), want(lists);
  for (int i = 0; i < lists; i++)
    for (int j = first[i]; j < first[i + 1]; j++)
      want[i] += in[j] = j % 17 - i;
  int *sums = device_zeros<int>(lists);
  parent<<<5, 32>>>(lists, to_device(first), to_device(in), sums);
  return compare(to_host(sums, lists), want);
}
