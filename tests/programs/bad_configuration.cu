// Zero blocks, zero threads or more than 1,024 threads: the launching thread sees error 9, once;
// all others go on.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// SANITIZE-keep: off
#include "include/test.h"

__global__ void child(int *ran) { atomicAdd(ran, 1); }

__global__ void parent(int *ran, int *errors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (i % 6) {
  case 0:
    child<<<0, 32>>>(ran + i);
    break;
  case 1:
    child<<<1, 1025>>>(ran + i);
    break;
  case 2:
    child<<<2, i * 1000>>>(ran + i);
    break;
  case 3:
    child<<<1, 0>>>(ran + i);
    break;
  case 4:
    child<<<2, dim3(33, 32)>>>(ran + i);
    break;
  case 5:
    child<<<2, 16>>>(ran + i);
  }
  errors[i * 3] = cudaPeekAtLastError();
  errors[i * 3 + 1] = cudaGetLastError();
  child<<<1, 1024>>>(ran + i);
  errors[i * 3 + 2] = cudaGetLastError();
}

int main() {
  const int n = 60;
  int *ran = device_zeros<int>(n * 4);
  std::vector<int> want(n * 4);
  parent<<<3, n / 3>>>(ran, ran + n);
  for (int i = 0; i < n; i++) {
    want[i] = 1024 + (i % 6 == 5 ? 32 : 0);
    want[n + i * 3] = want[n + i * 3 + 1] = i % 6 == 5 ? 0 : 9;
  }
  return compare(to_host(ran, want.size()), want);
}
