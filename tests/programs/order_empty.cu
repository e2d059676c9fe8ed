// Grids without blocks of parents whose launches are in an order, between others of the same place, as of a search whose frontier is empty: CUDA refuses them, and nothing else happens.
// ENV: FL_CHOICE=t3
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void child(unsigned *p, int by) { p[threadIdx.x] = p[threadIdx.x] * 3 + by; }
__global__ void parent(unsigned *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    child<<<1, 32>>>(p + 32 * i, 1);
    child<<<1, 32>>>(p + 32 * i, 2);
  }
}
static cudaError_t level(unsigned *p, int n) {
  parent<<<(n + 31) / 32, 32>>>(p, n);
  return cudaGetLastError();
}

int main() {
  const int n = 3, rounds = 30;
  unsigned *p = device_zeros<unsigned>(32 * n);
  std::vector<unsigned> want(32 * n);
  bool ok = true;
  for (int r = 0; r < rounds; r++) {
    for (int k = 0; k < 3; k++) {
      CHECK(level(p, n));
      CHECK(cudaDeviceSynchronize());
      for (unsigned &x : want)
        x = x * 9 + 5;
    }
    ok &= level(p, 0) != cudaSuccess && cudaGetLastError() == cudaSuccess;
  }
  return verdict(ok && to_host(p, 32 * n) == want, "values differ, or the error");
}
