// The runtime API on the host and on the device.
#include "check.h"
#include <cstring>
#include <cuda.h>
#include <string>
#include <vector>

__constant__ float table[4];
__device__ int counter;
__device__ int matrix[2][3];

static void errors() {
  CHECK(cudaErrorInvalidConfiguration == 9 && cudaErrorLaunchPendingCountExceeded == 69 &&
        cudaErrorUnknown == 999 && cudaErrorNotSupported == 801);
  CHECK(
      !strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument"));
  CHECK(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation"));
  CHECK(!strcmp(cudaGetErrorString(cudaSuccess), "no error"));
  CHECK(!strcmp(cudaGetErrorString(cudaError_t(12345)), "unrecognized error code"));
  CHECK(cudaSetDevice(3) == cudaErrorInvalidDevice);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
  const char *name, *text;
  CHECK(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &name) == CUDA_SUCCESS);
  CHECK(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text) == CUDA_SUCCESS);
  CHECK(!strcmp(name, "CUDA_ERROR_INVALID_VALUE") && !strcmp(text, "invalid argument"));
  CHECK(cuGetErrorName(CUresult(5), &name) == CUDA_ERROR_INVALID_VALUE && !name);
}

static void memory() {
  int *a, *b, *managed;
  void *raw;
  CHECK(cudaMalloc(&a, 400) == cudaSuccess && cudaMalloc(&raw, 1) == cudaSuccess);
  CHECK(reinterpret_cast<uintptr_t>(a) % 256 == 0);
  CHECK(cudaMalloc((void **)&b, 400) == cudaSuccess);
  CHECK(cudaMallocManaged(&managed, 400) == cudaSuccess);
  std::vector<int> host(100), back(100);
  for (int i = 0; i < 100; i++)
    host[size_t(i)] = i;
  CHECK(cudaMemcpy(a, host.data(), 400, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyAsync(b, a, 400, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(back.data(), b, 400, cudaMemcpyDeviceToHost) == cudaSuccess && back == host);
  CHECK(cudaMemset(a, 0xff, 8) == cudaSuccess && a[0] == -1 && a[1] == -1 && a[2] == 2);
  CHECK(cudaMemcpy2D(a, 40, host.data(), 20, 8, 3, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(a[0] == 0 && a[1] == 1 && a[10] == 5 && a[21] == 11 && a[22] == 22);
  CHECK(cudaMemset2D(b, 40, 0, 4, 10) == cudaSuccess && b[10] == 0 && b[11] == 11);
  CHECK(cudaMemcpy(a, b, 4, cudaMemcpyKind(17)) == cudaErrorInvalidMemcpyDirection);
  cudaGetLastError();
  CHECK(cudaFree(a) == cudaSuccess && cudaFree(b) == cudaSuccess &&
        cudaFree(nullptr) == cudaSuccess);
  cudaFree(managed);
  cudaFree(raw);
  float *pinned;
  CHECK(cudaMallocHost(&pinned, 16) == cudaSuccess && cudaFreeHost(pinned) == cudaSuccess);
  CHECK(cudaHostAlloc(&pinned, 16, cudaHostAllocMapped) == cudaSuccess);
  float *same;
  CHECK(cudaHostGetDevicePointer(&same, pinned, 0) == cudaSuccess && same == pinned);
  cudaFreeHost(pinned);
  CHECK(cudaMallocAsync(&a, 16, 0) == cudaSuccess && cudaFreeAsync(a, 0) == cudaSuccess);
  size_t pitch;
  CHECK(cudaMallocPitch(&a, &pitch, 100, 4) == cudaSuccess && pitch == 512);
  cudaFree(a);
  size_t free_bytes, total;
  CHECK(cudaMemGetInfo(&free_bytes, &total) == cudaSuccess && free_bytes <= total && total);
}

static void symbols() {
  const float v[4] = {1, 2, 3, 4};
  float back[2];
  CHECK(cudaMemcpyToSymbol(table, v, sizeof v) == cudaSuccess && table[3] == 4);
  CHECK(cudaMemcpyToSymbol(table, v, 4, 8) == cudaSuccess && table[2] == 1);
  CHECK(cudaMemcpyFromSymbol(back, table, 8, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back[0] == 2 && back[1] == 1);
  const int n = 7;
  CHECK(cudaMemcpyToSymbol(counter, &n, sizeof n) == cudaSuccess && counter == 7);
  int *p;
  CHECK(cudaGetSymbolAddress((void **)&p, counter) == cudaSuccess && p == &counter);
  CHECK(cudaGetSymbolAddress(&p, matrix) == cudaSuccess && p == &matrix[0][0]);
  size_t size;
  CHECK(cudaGetSymbolSize(&size, matrix) == cudaSuccess && size == 24);
}

static void device() {
  int n = 0, v = 0;
  CHECK(cudaGetDeviceCount(&n) == cudaSuccess && n == 1);
  CHECK(cudaGetDevice(&n) == cudaSuccess && n == 0);
  cudaDeviceProp p;
  CHECK(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
  CHECK(std::string(p.name) == "Freelaunch CPU" && p.warpSize == 32 && p.major == 9);
  CHECK(p.multiProcessorCount >= 2);
  CHECK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess &&
        v == p.multiProcessorCount);
  CHECK(cudaDeviceGetAttribute(&v, cudaDeviceAttr(9999), 0) == cudaErrorInvalidValue &&
        v == p.multiProcessorCount);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  size_t limit;
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 5000) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess &&
        limit == 5000);
  CHECK(cudaRuntimeGetVersion(&v) == cudaSuccess && v == 13000);
  flcpu::launch(0, 1, 0, nullptr, [] {}); // refused, which only cudaGetLastError() tells
  CHECK(cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && cudaDeviceReset() == cudaSuccess);
}

__global__ void add(int *p, int v, const short w) { atomicAdd(p, v + w); }
template <class T> __global__ void set(T *p, T v) {
  if (threadIdx.x == 0)
    *p = v;
}

static void launching() {
  int sum = 0, value = 5;
  short w = 1;
  int *p = &sum;
  void *args[] = {&p, &value, &w};
  CHECK(cudaLaunchKernel(add, dim3(2), dim3(3), args, 0, nullptr) == cudaSuccess && sum == 36);
  CHECK(cudaLaunchCooperativeKernel(add, 1, 1, args, 0, nullptr) == cudaSuccess && sum == 42);
  CHECK(cudaLaunchKernel(add, dim3(2), dim3(3000), args) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue && sum == 42);
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 4;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, add, p, 1, 0) == cudaSuccess && sum == 50);
  CHECK(cudaLaunchKernelEx(&config, set<int>, p, 3) == cudaSuccess && sum == 3);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, add) == cudaSuccess &&
        attributes.maxThreadsPerBlock == 1024);
  CHECK(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) ==
        cudaSuccess);
  CHECK(cudaFuncSetCacheConfig(set<float>, cudaFuncCachePreferL1) == cudaSuccess);
  int blocks = 0, grid = 0, block = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 128, 0) == cudaSuccess &&
        blocks == 1);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, set<int>, 2048, 0, 0) ==
            cudaSuccess &&
        blocks == 0);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0) == cudaSuccess && grid >= 2 &&
        block == 256);
}

static void streams_and_events() {
  cudaStream_t s, t, u;
  CHECK(cudaStreamCreate(&s) == cudaSuccess);
  CHECK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking) == cudaSuccess);
  CHECK(cudaStreamCreateWithPriority(&u, cudaStreamNonBlocking, -1) == cudaSuccess);
  cudaEvent_t a, b;
  CHECK(cudaEventCreate(&a) == cudaSuccess);
  CHECK(cudaEventCreateWithFlags(&b, cudaEventBlockingSync) == cudaSuccess);
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, a, b) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  CHECK(cudaEventRecord(a, s) == cudaSuccess);
  int n = 0;
  int *p = &n;
  flcpu::launch(1, 32, 0, s, [=] { atomicAdd(p, 1); });
  CHECK(cudaEventRecord(b, s) == cudaSuccess && cudaStreamWaitEvent(t, b, 0) == cudaSuccess);
  CHECK(cudaEventSynchronize(b) == cudaSuccess && cudaEventQuery(b) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, a, b) == cudaSuccess && ms >= 0 && ms < 10000);
  CHECK(cudaStreamSynchronize(s) == cudaSuccess && cudaStreamQuery(s) == cudaSuccess && n == 32);
  CHECK(cudaLaunchHostFunc(
            s, [](void *q) { *static_cast<int *>(q) = 77; }, p) == cudaSuccess &&
        n == 77);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  CHECK(cudaStreamDestroy(s) == cudaSuccess && cudaStreamDestroy(t) == cudaSuccess &&
        cudaStreamDestroy(u) == cudaSuccess);
  CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

static void on_device() {
  flcpu::launch(4, 33, 0, 0, [] {
    int *p, *q = static_cast<int *>(malloc(16)), v = 0;
    CHECK(cudaMalloc(&p, 64) == cudaSuccess);
    p[15] = 3;
    CHECK(cudaMemcpyAsync(q, p + 15, 4, cudaMemcpyDeviceToDevice) == cudaSuccess && *q == 3);
    CHECK(cudaFree(p) == cudaSuccess);
    free(q);
    CHECK(cudaGetDevice(&v) == cudaSuccess && v == 0);
    CHECK(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0) == cudaSuccess && v == warpSize);
    CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidValue);
    __syncthreads();
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetErrorString(cudaGetLastError())[0] == 'n');
    if (threadIdx.x == 0 && blockIdx.x == 0)
      printf("printf from a kernel, %d\n", v);
  });
}

static void vector_types() {
  CHECK(alignof(float2) == 8 && alignof(float4) == 16 && sizeof(float3) == 12);
  CHECK(alignof(double2) == 16 && sizeof(double3) == 24 && alignof(double4) == 16);
  CHECK(alignof(char4) == 4 && alignof(short2) == 4 && alignof(longlong2) == 16);
  CHECK(alignof(uint4) == 16 && alignof(uint3) == 4 && sizeof(dim3) == 12);
  const float4 f = make_float4(1, 2, 3, 4);
  CHECK(f.x == 1 && f.w == 4 && make_uchar4(1, 2, 3, 4).z == 3 && make_longlong2(5, 6).y == 6);
  dim3 d(2, 3), e = 7, g = make_uint3(1, 2, 3);
  CHECK(d.z == 1 && e.x == 7 && e.y == 1 && g.z == 3);
}

int main() {
  errors();
  memory();
  symbols();
  device();
  launching();
  streams_and_events();
  on_device();
  vector_types();
  return finish();
}
