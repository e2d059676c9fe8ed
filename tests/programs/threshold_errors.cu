// Children that are run in the launching thread, by a threshold or in place, launch what is refused: that is the error of the child's thread, not of the parent's, which has its own.
// FLAGS: --fl-threshold=100
// ENV: FL_CHOICE=t4
// REMARK-t1: launch of 'child': t1.*fewer than 100 threads: t4
// REMARK-auto: launch of 'child': t1.*fewer than 100 threads: t4
// REMARK-block: launch of 'child': block
// SANITIZE-keep: off
#include "include/test.h"

__global__ void grandchild(int *p) { atomicAdd(p, 100); }
__global__ void child(int *errors, int *p, int threads) {
  if (threadIdx.x % 2)
    grandchild<<<1, threads>>>(p + threadIdx.x);
  errors[threadIdx.x] += cudaGetLastError() != cudaSuccess;
  errors[threadIdx.x] += 10 * (cudaGetLastError() != cudaSuccess);
}
__global__ void parent(int *errors, int *p, int threads, int most) {
  const int i = threadIdx.x;
  child<<<1, (i < 2 ? 4 : most)>>>(errors + 5 * i, p + 5 * i, threads);
  errors[5 * i + 4] = cudaGetLastError() != cudaSuccess;
}

int main() {
  int *p = device_zeros<int>(30), *errors = device_zeros<int>(30);
  parent<<<1, 3>>>(errors, p, 2000, 4);
  parent<<<1, 3>>>(errors + 15, p + 15, 1, 2000);
  const int refused = compare(to_host(errors, 30), {0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0,
                                                    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
  return refused | compare(to_host(p, 30), {0, 0,   0, 0,   0, 0, 0,   0, 0,   0, 0, 0, 0, 0, 0,
                                            0, 100, 0, 100, 0, 0, 100, 0, 100, 0, 0, 0, 0, 0, 0});
}
