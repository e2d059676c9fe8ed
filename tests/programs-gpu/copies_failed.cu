// A copy back behind a parent whose child fails says so, and so does every call behind it.
// STRATEGIES: keep t1 t4 auto
// ENV: FL_COPIES=0
// SANITIZE-keep: off
#include "../programs/include/test.h"
#include <cstring>

__global__ void child(int *data, int i) {
  if (i == 77)
    asm("trap;");
  data[i] = i;
}
__global__ void parent(int n, int first, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<1, 1>>>(data, first + i);
}

int main() {
  int *data = device_zeros<int>(1000), word = -1;
  parent<<<1, 64>>>(60, 100, data);
  CHECK(cudaMemcpy(&word, data + 120, sizeof word, cudaMemcpyDeviceToHost));
  bool ok = word == 120;
  if (getenv("FL_TEST") && !strcmp(getenv("FL_TEST"), "memcheck")) {
    printf("PASS\n"); // a trap is an error for it
    return 0;
  }
  parent<<<1, 128>>>(100, 0, data);
  ok &= cudaMemcpy(&word, data + 120, sizeof word, cudaMemcpyDeviceToHost) == cudaErrorLaunchFailure;
  ok &= word == 120;
  ok &= cudaMemcpy(&word, data + 120, sizeof word, cudaMemcpyDeviceToHost) == cudaErrorLaunchFailure;
  ok &= cudaGetLastError() == cudaErrorLaunchFailure;
  printf(ok ? "PASS\n" : "FAIL\n");
  return !ok;
}
