// A device function launches, joins and returns what the child has found; its caller uses it at once,
// also as the argument of a further call.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void child(int n, const int *data, int x, int *result) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n && data[j] > x)
    atomicAdd(result, 1);
}
__device__ int count_above(int n, const int *data, int x, int *room) {
  *room = 0;
  child<<<(n + 63) / 64, 64>>>(n, data, x, room);
  cudaDeviceSynchronize();
  return *room;
}
__global__ void parent(int n, const int *data, int *room, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = count_above(n, data, count_above(n, data, i, room + i), room + i) +
           1000 * count_above(n, data, -1, room + i);
}

int main() {
  const int parents = 64, n = 300;
  std::vector<int> data, want;
  for (int j = 0; j < n; j++)
    data.push_back(j * 7919 % 311);
  auto above = [&](int x) {
    int count = 0;
    for (int v : data)
      count += v > x;
    return count;
  };
  for (int i = 0; i < parents; i++)
    want.push_back(above(above(i)) + 1000 * above(-1));
  int *out = device_zeros<int>(2 * parents);
  parent<<<4, parents / 4>>>(n, to_device(data), out + parents, out);
  return compare(to_host(out, parents), want);
}
