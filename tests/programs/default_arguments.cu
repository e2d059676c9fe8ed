// Default arguments of kernels, some given in a declaration before the definition.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__global__ void child(int *out, int a, int b = 20, int c = 300);
constexpr int base = 5;
__global__ void parent(int *out, int x = base * 2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out += i * 9;
  child<<<1, 3>>>(out, i);
  child<<<1, 3>>>(out + 3, i, x);
  child<<<1, 3>>>(out + 6, i, 1, 2);
}
__global__ void child(int *out, int a, int b, int c) { out[threadIdx.x] = a * 1000 + b + c; }

int main() {
  const int parents = 50;
  int *out = device_zeros<int>(parents * 9);
  std::vector<int> want;
  for (int i = 0; i < parents; i++) {
    want.insert(want.end(), 3, i * 1000 + 320);
    want.insert(want.end(), 3, i * 1000 + 310);
    want.insert(want.end(), 3, i * 1000 + 3);
  }
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, want.size()), want);
}
