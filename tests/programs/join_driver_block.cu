// The first thread of a block drives: its children halve numbers until none is left that can be, and
// between the rounds the whole block works, too.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void halve(int n, int *data, int *changed) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n && data[j] % 2 == 0) {
    data[j] /= 2;
    *changed = 1;
  }
}
__global__ void driver(int n, int *data, int *changed, int *rounds) {
  __shared__ bool more;
  const int t = threadIdx.x;
  int *mine = data + blockIdx.x * n;
  do {
    __syncthreads(); // all have seen the last round's `more`
    if (t == 0) {
      changed[blockIdx.x] = 0;
      halve<<<(n + 31) / 32, 32>>>(n, mine, &changed[blockIdx.x]);
      cudaDeviceSynchronize();
      more = changed[blockIdx.x];
      rounds[blockIdx.x]++;
    }
    __syncthreads();
    for (int j = t; j < n; j += blockDim.x)
      mine[j] += more ? 0 : 1000000;
  } while (more);
}

int main() {
  const int blocks = 12, n = 100;
  std::vector<int> data, want;
  for (int k = 0; k < blocks * n; k++)
    data.push_back((k % n % 5 + 1) << (k / n + k) % 9);
  for (int v : data) {
    while (v % 2 == 0)
      v /= 2;
    want.push_back(v + 1000000);
  }
  for (int b = 0; b < blocks; b++) {
    int most = 0;
    for (int j = 0; j < n; j++) {
      int halvings = 0;
      for (int v = data[b * n + j]; v % 2 == 0; v /= 2)
        halvings++;
      most = halvings > most ? halvings : most;
    }
    want.push_back(most + 1);
  }
  data.resize(data.size() + 2 * blocks);
  int *dev = to_device(data), *rounds = dev + blocks * n;
  driver<<<blocks, 64>>>(n, dev, rounds + blocks, rounds);
  return compare(to_host(dev, want.size()), want);
}
