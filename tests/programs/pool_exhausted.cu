// The pool for allocations on the device when there is not enough: requests go on to the device's heap, and where that is out, too, malloc and new give
// NULL, cudaMalloc cudaErrorMemoryAllocation. All that was given out can be freed and had again. (The CPU target has all of the machine's memory.)
// TARGET-keep: cpu: native launches from lanes that an exhausted pool held up can hang (docs/allocation.md)
// FLAGS: --fl-pool=1M
// ENV: FL_POOL=64K
// ENV: FL_POOL=off
#include "include/test.h"

constexpr int bytes = 1000;
__global__ void check(int i, char *p, int *bad) {
  for (int j = 0; j < bytes; j++)
    if (p[j] != (char)(i * 31 + j))
      atomicAdd(bad, 1);
}
__global__ void parent(char **kept, int *bad, int *got) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  char *p = nullptr;
  cudaError_t e = cudaSuccess;
  if (i % 3 == 0)
    e = cudaMalloc(&p, bytes);
  else
    p = i % 3 == 1 ? (char *)malloc(bytes) : new char[bytes];
  if (i % 3 == 0 && (e != cudaSuccess) != (p == nullptr))
    atomicAdd(bad, 1);
  if (e != cudaSuccess && (e != cudaErrorMemoryAllocation || cudaGetLastError() != e))
    atomicAdd(bad, 1);
  kept[i] = p;
  if (!p)
    return;
  atomicAdd(got, 1);
  for (int j = 0; j < bytes; j++)
    p[j] = (char)(i * 31 + j);
  check<<<1, 1>>>(i, p, bad);
}
__global__ void release(char **kept) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 == 2)
    delete[] kept[i];
  else
    free(kept[i]);
}

int main() {
  const int n = 20000 / 64 * 64;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20);
  char **kept = device_zeros<char *>(n);
  int *bad = device_zeros<int>(1), *got = device_zeros<int>(4);
  for (int r = 0; r < 4; r++) {
    parent<<<n / 64, 64>>>(kept, bad, got + r);
    release<<<n / 64, 64>>>(kept);
  }
  std::vector<int> counts = to_host(got, 4);
  int ok = to_host(bad, 1)[0] == 0;
  for (int r = 0; r < 4; r++)
    ok &= counts[r] > 1000 && counts[r] <= n && counts[r] > counts[0] / 2;
  printf("%d %d %d %d\n%s\n", counts[0], counts[1], counts[2], counts[3], ok ? "PASS" : "FAIL");
  return !ok;
}
