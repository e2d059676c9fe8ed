// Arguments of 2 KB by value, from parents that have as many.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

struct Table {
  int v[512];
};

__global__ void child(Table t, int *out) {
  out[threadIdx.x] = t.v[threadIdx.x * 4] + t.v[511 - threadIdx.x];
}
__global__ void parent(Table t, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 512; k += 8)
    t.v[k] += i;
  child<<<1, 100>>>(t, out + i * 100);
}

int main() {
  const int parents = 40;
  Table t;
  for (int k = 0; k < 512; k++)
    t.v[k] = k * k % 777;
  int *out = device_zeros<int>(parents * 100);
  std::vector<int> want;
  for (int k = 0; k < parents * 100; k++) {
    int i = k / 100, a = k % 100 * 4, b = 511 - k % 100;
    want.push_back(t.v[a] + (a % 8 ? 0 : i) + t.v[b] + (b % 8 ? 0 : i));
  }
  parent<<<2, parents / 2>>>(t, out);
  return compare(to_host(out, want.size()), want);
}
