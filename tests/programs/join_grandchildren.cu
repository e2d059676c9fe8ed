// A join waits for all descendants: the child launches grandchildren, and these launch again, without
// waiting for them.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
#include "include/test.h"

__global__ void last(int *at) { atomicAdd(at, 100); }
__global__ void grandchild(int *at) {
  atomicAdd(at, 10);
  if (threadIdx.x == 0)
    last<<<2, 5>>>(at);
}
__global__ void child(int *at) {
  grandchild<<<2, 4>>>(at);
  atomicAdd(at, 1);
}
__global__ void parent(int *data, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 2; k++) {
    child<<<1, 3>>>(data + i);
    cudaDeviceSynchronize();
    out[i] = out[i] * 7 + data[i];
  }
}

int main() {
  const int parents = 100;
  allow_launches(parents * (1 + 3 + 6));
  int *data = device_zeros<int>(2 * parents);
  const int once = 3 + 3 * 8 * 10 + 3 * 2 * 10 * 100;
  parent<<<4, parents / 4>>>(data, data + parents);
  return compare(to_host(data + parents, parents), std::vector<int>(parents, once * 7 + 2 * once));
}
