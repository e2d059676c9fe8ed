// A driver thread waits for its children in a loop whose condition reads what they wrote.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void step(int n, unsigned *data, int *big) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) {
    data[j] = data[j] == 1 ? 1 : data[j] % 2 ? data[j] * 3 + 1 : data[j] / 2;
    if (data[j] > 1)
      atomicAdd(big, 1);
  }
}
__global__ void driver(int n, unsigned *data, int *big, int *steps) {
  do {
    *big = 0;
    step<<<(n + 31) / 32, 32>>>(n, data, big);
    cudaDeviceSynchronize();
    ++*steps;
  } while (*big > 0 && *steps < 500);
}

int main() {
  const int n = 200;
  std::vector<unsigned> data(n);
  int longest = 0;
  for (int j = 0; j < n; j++) {
    data[j] = j + 1;
    int steps = 0;
    for (unsigned x = j + 1; x != 1; steps++)
      x = x % 2 ? x * 3 + 1 : x / 2;
    longest = steps > longest ? steps : longest;
  }
  unsigned *dev = to_device(data);
  int *big = device_zeros<int>(2);
  driver<<<1, 1>>>(n, dev, big, big + 1);
  return compare(to_host(big, 2), std::vector<int>{0, longest});
}
