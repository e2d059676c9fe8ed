// Macros that call device functions which ask for their block: for its last error, its indices, its barrier, by way of other functions and other macros.
// REMARK-t1: launch of 'descend': t1
// REMARK-t1: launch of 'leaf': t1
// SANITIZE-keep: off
// SANITIZE-t4: off
#include "include/test.h"

#define CHECK_ERROR(what) check_error(what, __FILE__, __LINE__)
#define CHECK_ALL(what)                                                                            \
  do {                                                                                             \
    CHECK_ERROR(what);                                                                             \
  } while (0)
#define RANK() rank_of(0)
#define PLAIN(x) twice(x)
#define SUM(v) sum_over_block((v))

__device__ int errors;
__device__ void check_error(const char *what, const char *file, int line) {
  if (cudaGetLastError() != cudaSuccess)
    atomicAdd(&errors, line > 0 && file && what);
}
__device__ int index_in_block() { return threadIdx.x + threadIdx.y * blockDim.x; }
__device__ int rank_of(int base) { return base + index_in_block(); }
__device__ int twice(int x) { return 2 * x; }
__device__ int sum_over_block(int v) { return __syncthreads_count(v > 1); }

__global__ void leaf(int *out) {
  const int rank = RANK();
  const int above = SUM(rank);
  atomicAdd(out + rank, PLAIN(above));
}
__global__ void descend(int *out, int depth) {
  if (threadIdx.x != 0)
    return;
  if (depth == 0)
    leaf<<<1, dim3(8, 5)>>>(out);
  else
    descend<<<2, 3>>>(out, depth - 1);
  CHECK_ERROR("descend");
  leaf<<<1, 2000>>>(out);
  CHECK_ALL("too many threads");
}

int main() {
  int *out = device_zeros<int>(40);
  descend<<<1, 3>>>(out, 3);
  cudaDeviceSynchronize();
  int found = 0;
  cudaMemcpyFromSymbol(&found, errors, sizeof found);
  std::vector<int> want(40, 8 * 2 * 38);
  return compare(to_host(out, 40), want) | (found == 15 ? 0 : 1);
}
