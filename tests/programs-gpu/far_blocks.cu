// More blocks than numbers of 32 bits count, in one round: of each launch, every block runs once. (No thread of the CPU target has the time.)
// STRATEGIES: t1 t2 mega auto
// REMARK-t1: launch of 'child': t1
#include "../programs/include/test.h"

constexpr unsigned launches = 4099, blocks = (1u << 20) - 1;

// Counts blocks above the 40th bit, and adds up their numbers below.
__global__ void child(unsigned long long *seen) {
  if (threadIdx.x == 0)
    atomicAdd(seen, (1ull << 40) + blockIdx.x);
}
__global__ void parent(unsigned long long *seen) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < launches)
    child<<<blocks, 32>>>(seen + i);
}

int main() {
  auto *seen = device_zeros<unsigned long long>(launches);
  parent<<<(launches + 127) / 128, 128>>>(seen);
  const unsigned long long each = ((unsigned long long)blocks << 40) + (unsigned long long)blocks * (blocks - 1) / 2;
  return compare(to_host(seen, launches), std::vector<unsigned long long>(launches, each));
}
