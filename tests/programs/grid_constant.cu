// Constant grids: literals, a macro, constexpr, an enumerator and a const variable.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

#define GRID 3
constexpr int block = 64;
enum { WIDE = 100 };

__global__ void child(int *data) { data[blockIdx.x * blockDim.x + threadIdx.x] += gridDim.x; }

__global__ void parent(int *data) {
  const int two = 2;
  int *mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * 1000;
  child<<<4, 32>>>(mine);
  child<<<GRID, block>>>(mine + 128);
  child<<<1, WIDE>>>(mine + 320);
  child<<<two, two * 16>>>(mine + 420);
}

int main() {
  const int parents = 40;
  int *data = device_zeros<int>(parents * 1000);
  parent<<<4, 10>>>(data);
  std::vector<int> want(parents * 1000);
  for (int p = 0; p < parents; p++)
    for (int j = 0; j < 484; j++)
      want[p * 1000 + j] = j < 128 ? 4 : j < 320 ? 3 : j < 420 ? 1 : 2;
  return compare(to_host(data, want.size()), want);
}
