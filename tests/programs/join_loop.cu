// Every thread joins in a loop, each as often as it has to; a child goes on from what the one before
// has left.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void child(int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 3 + j;
}
__global__ void parent(int n, int *data, int *trace) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *mine = data + i * n, seen = 0;
  for (int k = 0; k < i % 5; k++) {
    child<<<(n + 31) / 32, 32>>>(n, mine);
    cudaDeviceSynchronize();
    for (int j = 0; j < n; j++)
      seen += mine[j] * (k + 1);
  }
  trace[i] = seen;
}

int main() {
  const int parents = 120, n = 70;
  int *data = device_zeros<int>(parents * n), *trace = device_zeros<int>(parents);
  std::vector<int> want(parents);
  for (int i = 0; i < parents; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0, x = 0; k < i % 5; k++)
        want[i] += (x = x * 3 + j) * (k + 1);
  parent<<<3, parents / 3>>>(n, data, trace);
  return compare(to_host(trace, parents), want);
}
