// What CUDA's device runtime says of launches and allocations that it refuses, and leaves alone: the error of each, when it is forgotten, and
// the pointer for which there is no memory.
// STRATEGIES: keep auto t1 t2 t3 mega t4 warp block multiblock grid
// ENV: FL_CHOICE=t4
// REMARK-t1: launch of 'adds': t1
// REMARK-t4: launch of 'adds': t4
// SANITIZE-keep: off
#include "include/test.h"

__global__ void adds(int *sum) { atomicAdd(sum, 1); }

constexpr int calls = 22;
__global__ void parent(int *sum, int *got, int width, int none) {
  int *const here = got + calls * (blockIdx.x * blockDim.x + threadIdx.x);
  int mark = 0, n = 0;
  int *p = &mark;
  here[n++] = cudaMalloc(&p, none);
  here[n++] = p == &mark;
  here[n++] = cudaGetLastError();
  here[n++] = cudaMalloc(&p, (size_t)1 << 60);
  here[n++] = p == &mark;
  here[n++] = cudaPeekAtLastError();
  here[n++] = cudaGetLastError();
  here[n++] = cudaFree(nullptr);
  here[n++] = cudaMalloc(&p, 40);
  here[n++] = p != &mark;
  here[n++] = cudaFree(p);
  here[n++] = malloc((size_t)1 << 60) == nullptr;
  here[n++] = cudaGetLastError();
  adds<<<1, 128 * width>>>(sum);
  here[n++] = cudaPeekAtLastError();
  here[n++] = cudaGetLastError();
  here[n++] = cudaGetLastError();
  adds<<<none, 32>>>(sum);
  here[n++] = cudaGetLastError();
  adds<<<1, none>>>(sum);
  here[n++] = cudaGetLastError();
  adds<<<dim3(1, 65536), 32>>>(sum);
  here[n++] = cudaGetLastError();
  adds<<<1, dim3(1, 1, 65)>>>(sum);
  here[n++] = cudaGetLastError();
  adds<<<1, width, 400 * 1024>>>(sum);
  here[n++] = cudaGetLastError();
  adds<<<1, width>>>(sum);
  here[n++] = cudaGetLastError();
}

int main() {
  const int parents = 64, width = 32, refused = cudaErrorInvalidConfiguration;
  const int want[calls] = {cudaErrorInvalidValue, 1, cudaErrorInvalidValue, cudaErrorMemoryAllocation, 1, cudaErrorMemoryAllocation,
                           cudaErrorMemoryAllocation, 0, 0, 1, 0, 1, 0, refused, refused, 0, refused, refused, refused, refused, refused, 0};
  int *sum = device_zeros<int>(1), *got = device_zeros<int>(calls * parents);
  parent<<<2, parents / 2>>>(sum, got, width, 0);
  const std::vector<int> h = to_host(got, calls * parents);
  bool ok = to_host(sum, 1)[0] == parents * width;
  for (int i = 0; i < calls * parents; i++) {
    if (h[i] != want[i % calls] && ok)
      printf("thread %d, call %d: %d\n", i / calls, i % calls, h[i]);
    ok &= h[i] == want[i % calls];
  }
  return verdict(ok, "errors, pointers or sums differ");
}
