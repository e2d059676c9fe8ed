// The usual checks of errors, by a macro and a function for both sides that names the error, and namespaces that are called as a library's.
// REMARK-t1: launch of 'fill<int>': t1
// REMARK-t1: launch of 'own': t1
// STRATEGIES: keep auto t1 t3 t4
// TARGET-keep: cpu
#include "include/test.h"
#include <cstring>

#define VERIFY(e) { verify((e), __FILE__, __LINE__); }
inline __host__ __device__ void verify(cudaError_t error, const char *file, int line) {
  if (error != cudaSuccess)
    printf("%s: %s %s:%d\n", cudaGetErrorName(error), cudaGetErrorString(error), file, line);
}
namespace lib {
namespace cub {
__device__ inline int one() { return 1; }
} // namespace cub
} // namespace lib
template <class T> __global__ void fill(T *p, T v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v;
}
__global__ void own(int *p) { atomicAdd(p, lib::cub::one()); /* not cub::BlockReduce */ }
__global__ void rounds(int *p, int n) {
  for (int k = 0; k < 3; k++) {
    fill<int><<<(n + 31) / 32, 32>>>(p, k + p[0], n);
    VERIFY(cudaDeviceSynchronize());
  }
}
__global__ void once(int *p) {
  own<<<1, 32>>>(p);
  VERIFY(cudaGetLastError());
}
// Whatever the error: as the host has it.
__device__ bool same(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}
__global__ void asks(const char *names, int codes, int *differ) {
  const int code = blockIdx.x * blockDim.x + threadIdx.x;
  if (code < codes && !same(cudaGetErrorName((cudaError_t)code), names + 64 * code)) {
    own<<<1, 1>>>(differ);
    printf("error %d: %s\n", code, cudaGetErrorName((cudaError_t)code));
  }
}

int main() {
  int *p = device_zeros<int>(64);
  rounds<<<1, 1>>>(p, 64);
  VERIFY(cudaDeviceSynchronize());
  once<<<1, 2>>>(p + 1);
  std::vector<int> want(64, 3);
  want[1] += 64;
  const int codes = 1024;
  std::vector<char> names(64 * codes);
  for (int code = 0; code < codes; code++)
    strncpy(&names[64 * code], cudaGetErrorName((cudaError_t)code), 63);
  char *there = device_zeros<char>(64 * codes);
  int *differ = device_zeros<int>(1);
  cudaMemcpy(there, names.data(), names.size(), cudaMemcpyHostToDevice);
  asks<<<codes / 64, 64>>>(there, codes, differ);
  if (const int n = to_host(differ, 1)[0])
    return verdict(false, std::to_string(n) + " names differ");
  return compare(to_host(p, 64), want);
}
