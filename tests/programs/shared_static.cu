// Static shared variables of several types and shapes in a child; each block has its own.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// ENV: FL_CHOICE=t4
#include "include/test.h"

struct Item {
  double weight;
  short id;
};

__global__ void child(int base, double *out) {
  __shared__ Item items[32];
  __shared__ int grid[4][8], total;
  __shared__ char odd[3];
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  if (t < 3)
    odd[t] = (char)(t + base);
  items[t].weight = base + t * .5;
  items[t].id = (short)(31 - t);
  grid[t / 8][t % 8] = t * t;
  __syncthreads();
  atomicAdd(&total, grid[t % 4][t / 4]);
  __syncthreads();
  out[blockIdx.x * 32 + t] = items[items[t].id].weight + total + odd[t % 3] * 1e6 + blockIdx.x;
}

__global__ void parent(double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<4, 32>>>(i, out + i * 128);
}

int main() {
  const int parents = 40;
  double *out = device_zeros<double>(parents * 128);
  std::vector<double> want;
  for (int i = 0; i < parents; i++)
    for (int k = 0; k < 128; k++)
      want.push_back(i + (31 - k % 32) * .5 + 10416 + (k % 32 % 3 + i) * 1e6 + k / 32);
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, want.size()), want);
}
