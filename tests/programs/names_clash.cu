// Locals and parameters named like things that a compiler might generate or use: i, args, run,
// config, grid, block, wl, ctx, body.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

struct args {
  int config;
};
__global__ void child(int args, int run, struct args config, int *grid, int shared) {
  int block = blockIdx.x, ctx = blockDim.x, record = threadIdx.x, body = block * ctx + record;
  if (body < shared)
    grid[body] = args + run * 10 + config.config * 100;
}

__global__ void parent(int n, int *launch) {
  int worklist = blockIdx.x * blockDim.x + threadIdx.x, block = 32, grid = (n + block - 1) / block;
  args a = {worklist};
  auto get = [=](int v) { return v + 1; };
  child<<<grid, block>>>(worklist, get(worklist), a, launch + worklist * n, n);
}

int main() {
  const int parents = 30, n = 90;
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back(k / n + (k / n + 1) * 10 + k / n * 100);
  parent<<<2, parents / 2>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
