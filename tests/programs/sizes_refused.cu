// The host launches a parent in grids that CUDA has none of, however large they would be: with the error of a kernel that launches nothing.
// STRATEGIES: keep auto t1 t3 mega multiblock grid
#include "include/test.h"

__global__ void child(int *count) { atomicAdd(count, 1); }
__global__ void parent(int *count) { child<<<1, 1>>>(count); }
__global__ void alone(int *count) { atomicAdd(count, 1); }

int main() {
  allow_launches(24 * 105);
  const dim3 grids[] = {dim3(0), dim3(1), dim3(1, 65536), dim3(1, 1, 65536), dim3(65536, 65536, 65536), dim3(0x80000000u), dim3(1), dim3(2, 3, 4)};
  const dim3 blocks[] = {dim3(1), dim3(0), dim3(1), dim3(1), dim3(65536, 65536), dim3(1), dim3(1, 1, 65), dim3(3, 5, 7)};
  int *count = device_zeros<int>(2);
  std::vector<int> got, want;
  for (int i = 0; i < 8; i++) {
    parent<<<grids[i], blocks[i]>>>(count);
    got.push_back(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    alone<<<grids[i], blocks[i]>>>(count + 1);
    want.push_back(cudaGetLastError());
  }
  const std::vector<int> counts = to_host(count, 2);
  got.push_back(counts[0]);
  want.push_back(counts[1]);
  return compare(got, want);
}
