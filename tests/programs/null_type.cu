// `nullptr_t` without `std::`, which GCC's headers have and clang's do not.
// REMARK-t1: launch of 'child': t1
#include <cuda_runtime.h>
#include <cstdio>

struct Link {
  const int *to;
  __host__ __device__ Link(nullptr_t) : to(nullptr) {}
  __host__ __device__ Link(const int *p) : to(p) {}
};
__global__ void child(int *sum) {
  const Link none(nullptr), some(sum);
  atomicAdd(sum, !none.to + !!some.to);
}
__global__ void parent(int *sum) { child<<<1, threadIdx.x + 1>>>(sum); }

int main() {
  int *sum = nullptr, got = 0;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  parent<<<1, 4>>>(sum);
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  std::puts(got == 20 ? "PASS" : "FAIL");
  return got != 20;
}
