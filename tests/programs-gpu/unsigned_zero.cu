// (n - 1) / 32 + 1 with an unsigned n of 0 is 134,217,728 blocks, and they all run.
// STRATEGIES: keep t1 auto
// REMARK-t1: launch of 'child': t1
#include "../programs/include/test.h"

__global__ void child(unsigned n, unsigned long long *blocks, int *wrong) {
  unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    *wrong = 1;
  if (threadIdx.x == 0 && blockIdx.x % 4096 == 4095)
    atomicAdd(blocks, 4096ull);
}
__global__ void parent(const unsigned *n, unsigned long long *blocks, int *wrong) {
  child<<<(n[threadIdx.x] - 1) / 32 + 1, 32>>>(n[threadIdx.x], blocks, wrong);
}

int main() {
  unsigned long long *blocks = device_zeros<unsigned long long>(1);
  int *wrong = device_zeros<int>(1);
  parent<<<1, 1>>>(device_zeros<unsigned>(1), blocks, wrong);
  if (to_host(wrong, 1)[0])
    return verdict(false, "a thread took itself for one in range");
  return compare(to_host(blocks, 1), std::vector<unsigned long long>(1, 134217728ull));
}
