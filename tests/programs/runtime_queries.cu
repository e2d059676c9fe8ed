// Calls of the device runtime that mean the same in any context: they are made as they are written, and the program is compiled with -rdc.
// REMARK-t1: launch of 'leaf': t1
// REMARK-t4: launch of 'leaf': t4
// REMARK-grid: launch of 'leaf': grid
#include "include/test.h"

__global__ void leaf(int i, int *result) {
  int n = 0, version = 0, registers = 0, processors = 0;
  size_t heap = 0;
  bool right = cudaGetDeviceCount(&n) == cudaSuccess && cudaRuntimeGetVersion(&version) == cudaSuccess && n > 0 && version > 0;
  // A stand-in knows the second of these, and the device runtime all.
  right = right && cudaDeviceGetAttribute(&registers, cudaDevAttrMaxRegistersPerBlock, 0) == cudaSuccess && registers > 0;
  right = right && ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess && processors > 0;
  auto asks = [&heap](cudaLimit limit) { return cudaDeviceGetLimit(&heap, limit) == cudaSuccess && heap > 0; };
  if (right && asks(cudaLimitMallocHeapSize))
    atomicAdd(result, i);
}
// All that the stand-ins know.
__global__ void known(int *got) {
  size_t limit = 0;
  const auto ask = [&](cudaError_t e) { got[15] += e != cudaSuccess; };
  ask(cudaDeviceGetAttribute(got + 0, cudaDevAttrMultiProcessorCount, 0));
  ask(cudaDeviceGetAttribute(got + 1, cudaDevAttrComputeCapabilityMajor, 0));
  ask(cudaDeviceGetAttribute(got + 2, cudaDevAttrComputeCapabilityMinor, 0));
  ask(cudaDeviceGetAttribute(got + 3, cudaDevAttrMaxThreadsPerBlock, 0));
  ask(cudaDeviceGetAttribute(got + 4, cudaDevAttrMaxBlockDimX, 0));
  ask(cudaDeviceGetAttribute(got + 5, cudaDevAttrMaxBlockDimY, 0));
  ask(cudaDeviceGetAttribute(got + 6, cudaDevAttrMaxBlockDimZ, 0));
  ask(cudaDeviceGetAttribute(got + 7, cudaDevAttrMaxGridDimX, 0));
  ask(cudaDeviceGetAttribute(got + 8, cudaDevAttrMaxGridDimY, 0));
  ask(cudaDeviceGetAttribute(got + 9, cudaDevAttrMaxGridDimZ, 0));
  ask(cudaDeviceGetAttribute(got + 10, cudaDevAttrWarpSize, 0));
  ask(cudaDeviceGetAttribute(got + 11, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  ask(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  got[15] += limit == 0;
}
__global__ void asks(int *got) { known<<<1, 1>>>(got); }
static const cudaDeviceAttr attributes[] = {cudaDevAttrMultiProcessorCount, cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
                                            cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
                                            cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrWarpSize,
                                            cudaDevAttrMaxSharedMemoryPerBlock};

__device__ int blocks_for(int threads) {
  int blocks = 0;
  cudaFuncAttributes a;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, leaf, threads, 0) != cudaSuccess || blocks < 1)
    return 0;
  return cudaFuncGetAttributes(&a, leaf) == cudaSuccess && a.maxThreadsPerBlock >= threads ? 2 : 0;
}
__global__ void parent(int *results) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int blocks = blocks_for(32);
  if (i % 3)
    leaf<<<blocks, i % 3>>>(i, results + i);
}

int main() {
  const int parents = 128;
  int *results = device_zeros<int>(parents);
  allow_launches(parents);
  parent<<<4, parents / 4>>>(results);
  std::vector<int> got = to_host(results, parents);
  bool ok = true;
  for (int i = 0; i < parents; i++)
    ok &= got[i] == 2 * (i % 3) * i;
  int *told = device_zeros<int>(16);
  asks<<<1, 1>>>(told);
  got = to_host(told, 16);
  for (int i = 0; i < 12; i++) {
    int want = 0;
    ok &= cudaDeviceGetAttribute(&want, attributes[i], 0) == cudaSuccess && got[i] == want;
  }
  ok &= got[15] == 0;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
