// A launch that asks for more shared memory than any block can have is refused, and harms no other: not those of the same kernel, nor of others.
// STRATEGIES: keep auto t1 t2 t3 mega t4 warp block multiblock grid
// ENV: FL_CHOICE=t4
// REMARK-t1: launch of 'adds': t1
// SANITIZE-keep: off
#include "include/test.h"

__global__ void adds(int *sum) {
  extern __shared__ int part[];
  part[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0)
    for (unsigned i = 0; i < blockDim.x; i++)
      atomicAdd(sum, part[i]);
}
__global__ void plain(int *sum) { atomicAdd(sum, 1); }
__global__ void parent(int *sum, int *refused) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  plain<<<1, 32, 1 << 20>>>(sum);
  refused[3 * i] = cudaGetLastError() != cudaSuccess;
  adds<<<2, 16, 400 * 1024>>>(sum);
  refused[3 * i + 1] = cudaGetLastError() != cudaSuccess;
  plain<<<2, 32>>>(sum);
  adds<<<2, 16, 16 * sizeof(int)>>>(sum);
  refused[3 * i + 2] = cudaGetLastError() != cudaSuccess;
}

__global__ void declares(int *sum) { // beside what the host asks for
  __shared__ int own[8192];
  extern __shared__ int part[];
  own[threadIdx.x] = part[threadIdx.x] = 1;
  __syncthreads();
  atomicAdd(sum, own[31 - threadIdx.x] + part[31 - threadIdx.x]);
}
// 48 KB in all, and more where the program has allowed it.
static bool host_refused() {
  const size_t rest = 16 * 1024;
  int *sum = device_zeros<int>(1);
  declares<<<1, 32, rest>>>(sum);
  bool ok = cudaGetLastError() == cudaSuccess;
  declares<<<1, 32, rest + 16>>>(sum);
  ok &= cudaGetLastError() == cudaErrorInvalidValue;
  CHECK(cudaFuncSetAttribute(declares, cudaFuncAttributeMaxDynamicSharedMemorySize, int(rest + 1024)));
  declares<<<1, 32, rest + 1024>>>(sum);
  return ok && cudaGetLastError() == cudaSuccess && to_host(sum, 1)[0] == 128;
}

int main() {
  const int parents = 200;
  allow_launches(4 * parents);
  int *sum = device_zeros<int>(1), *refused = device_zeros<int>(3 * parents);
  parent<<<4, parents / 4>>>(sum, refused);
  std::vector<int> got = to_host(refused, 3 * parents);
  bool ok = host_refused() && to_host(sum, 1)[0] == parents * (64 + 2 * 16 * 17 / 2);
  for (int i = 0; i < 3 * parents; i++)
    ok &= got[i] == (i % 3 < 2);
  return verdict(ok, "sums or errors differ");
}
