// __constant__ and __device__ variables in parent and child, set and read by the host.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

__constant__ int weights[4];
__constant__ struct {
  float scale;
  int *out;
} config;
__device__ int total, table[8] = {1, 1, 2, 3, 5, 8, 13, 21};
__device__ const int threads = 24;
static __device__ unsigned long long launches;
__device__ volatile int looked[2];

__global__ void child(int i) {
  int v = (int)(weights[threadIdx.x % 4] * config.scale) + table[threadIdx.x % 8];
  config.out[i * threads + threadIdx.x] = v;
  atomicAdd(&total, v);
}
__global__ void parent() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&launches, 1ull);
  looked[1] = 5;
  if (weights[i % 4] > 0)
    child<<<1, threads>>>(i);
}

int main() {
  const int parents = 40, w[4] = {3, 0, 7, -2}, changed = 100;
  struct {
    float scale;
    int *out;
  } c = {2.5f, device_zeros<int>(parents * threads)};
  CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));
  CHECK(cudaMemcpyToSymbol(config, &c, sizeof c));
  CHECK(cudaMemcpyToSymbol(table, &changed, sizeof(int), 2 * sizeof(int)));
  parent<<<2, parents / 2>>>();
  int t[8] = {1, 1, 100, 3, 5, 8, 13, 21}, sum = 0, got;
  std::vector<int> want(parents * threads);
  for (int k = 0; k < parents * threads; k++)
    if (w[k / threads % 4] > 0)
      sum += want[k] = (int)(w[k % threads % 4] * 2.5f) + t[k % threads % 8];
  void *address;
  unsigned long long count;
  CHECK(cudaMemcpyFromSymbol(&got, total, sizeof got));
  CHECK(cudaGetSymbolAddress(&address, launches));
  CHECK(cudaMemcpy(&count, address, sizeof count, cudaMemcpyDeviceToHost));
  int seen[2];
  CHECK(cudaMemcpyFromSymbol(seen, looked, sizeof seen));
  if (got != sum || count != parents || seen[0] != 0 || seen[1] != 5)
    return verdict(false, "the globals are wrong");
  return compare(to_host(c.out, want.size()), want);
}
