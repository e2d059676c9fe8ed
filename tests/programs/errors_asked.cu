// Errors of launches, asked for where the launch is, and in other functions than those that launch.
// STRATEGIES: keep auto t1 t3 t4 grid
// REMARK-t4: launch of 'child': t4
// REMARK-t4: launch of 'child': kept: 'check' asks for errors of another function's launches
// SANITIZE-keep: off
// SANITIZE-t4: off
#include "include/test.h"

__global__ void child(int *p) { atomicAdd(p, 1); }
__device__ void check(int *error) { *error = cudaGetLastError(); }
__device__ void launch(int *p, int threads) { child<<<1, threads>>>(p); }
__device__ void both(int *p, int threads, int *error) {
  child<<<1, threads>>>(p);
  *error = cudaPeekAtLastError() + 100 * cudaGetLastError();
}
__global__ void checks(int *p, int *errors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, i % 3 ? 32 : 2000>>>(p);
  check(errors + i);
}
__global__ void calls(int *p, int *errors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  launch(p, i % 3 ? 32 : 2000);
  errors[i] = cudaGetLastError();
}
__global__ void itself(int *p, int *errors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  both(p, i % 3 ? 32 : 2000, errors + i);
}

int main() {
  const int threads = 96;
  allow_launches(threads);
  int *p = device_zeros<int>(1), *errors = device_zeros<int>(3 * threads);
  checks<<<3, threads / 3>>>(p, errors);
  calls<<<3, threads / 3>>>(p, errors + threads);
  itself<<<3, threads / 3>>>(p, errors + 2 * threads);
  const std::vector<int> got = to_host(errors, 3 * threads);
  bool ok = to_host(p, 1)[0] == 3 * 32 * (threads / 3 * 2);
  for (int i = 0; i < 3 * threads; i++)
    ok &= got[i] == (i % 3 ? 0 : i < 2 * threads ? cudaErrorInvalidConfiguration : 101 * cudaErrorInvalidConfiguration);
  return verdict(ok, "errors or sums differ");
}
