// The host launches parents with more threads than their __launch_bounds__ allow, or more dynamic shared memory than the program has allowed them:
// by name, through pointers, by cudaLaunchKernel and cudaLaunchKernelEx. No form of them runs then.
// STRATEGIES: keep auto t1 t3 t4 block
#include "include/test.h"

__global__ void child(int *count) { atomicAdd(count, 1); }
__global__ void parent(int *count) {
  extern __shared__ int part[];
  part[threadIdx.x + 15000] = 1;
  __syncthreads();
  child<<<1, part[15000 + threadIdx.x]>>>(count);
}
// More in all than every kernel may have, of which the dynamic part is no more than that.
__global__ void heavy(int *count) {
  extern __shared__ int part[];
  __shared__ int own[5000];
  own[threadIdx.x + 4000] = part[threadIdx.x + 9999] = 1;
  __syncthreads();
  child<<<1, own[threadIdx.x + 4000]>>>(count);
}
template <int a, int b> struct Sum { static constexpr int value = a + b; };
template <int n> __global__ void __launch_bounds__(Sum<n, 1>::value) bounded(int *count) { child<<<1, 1>>>(count); }
__global__ void __launch_bounds__(64, 1) narrow(int *count);
__global__ void narrow(int *count) { child<<<1, 1>>>(count); }
__global__ void __launch_bounds__(64) narrow(long, int *count) { child<<<1, 1>>>(count); }
#ifdef JOINS
__global__ void __launch_bounds__(32) joining(int *count) {
  child<<<1, 1>>>(count);
  cudaDeviceSynchronize();
}
#endif

static void all(int *count, size_t shared, int more, std::vector<int> &errors) {
  void *args[] = {&count};
  void (*volatile pointer)(int *) = parent, (*volatile other)(int *) = narrow;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.dynamicSmemBytes = shared;
  const auto note = [&](cudaError_t error) {
    const cudaError_t last = cudaGetLastError();
    errors.push_back(error == last ? error : -1);
  };
  parent<<<1, 1, shared>>>(count), note(cudaPeekAtLastError());
  pointer<<<1, 1, shared>>>(count), note(cudaPeekAtLastError());
  note(cudaLaunchKernel((const void *)parent, 1, 1, args, shared, 0));
  note(cudaLaunchKernelEx(&config, parent, count));
  bounded<63><<<1, 64 + more>>>(count), note(cudaPeekAtLastError());
  narrow<<<1, 64 + more>>>(count), note(cudaPeekAtLastError());
  narrow<<<1, 64 + more>>>(3, count), note(cudaPeekAtLastError());
  other<<<1, 64 + more>>>(count), note(cudaPeekAtLastError());
  note(cudaLaunchKernel((const void *)other, 1, 64 + more, args, 0, 0));
  config.dynamicSmemBytes = 0;
  config.blockDim = dim3(64 + more);
  note(cudaLaunchKernelEx(&config, other, count));
#ifdef JOINS
  joining<<<1, 32 + more>>>(count), note(cudaPeekAtLastError());
#endif
}

int main() {
  const size_t shared = 61000;
  int *count = device_zeros<int>(1), want = 4 + 6 * 64 + 2;
#ifdef JOINS
  want += 32;
#endif
  std::vector<int> refused, accepted;
  all(count, shared, 1, refused);
  if (to_host(count, 1)[0] != 0)
    return verdict(false, "what is refused ran");
  CHECK(cudaFuncSetAttribute(parent, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
  cudaFuncAttributes is;
  CHECK(cudaFuncGetAttributes(&is, parent));
  all(count, shared, 0, accepted);
  CHECK(cudaFuncSetAttribute(heavy, cudaFuncAttributeMaxDynamicSharedMemorySize, 40000));
  void (*volatile pointer)(int *) = heavy;
  heavy<<<1, 1, 40000>>>(count), accepted.push_back(cudaGetLastError());
  pointer<<<1, 1, 40000>>>(count), accepted.push_back(cudaGetLastError());
  bool ok = is.maxDynamicSharedSizeBytes == (int)shared;
  for (int error : refused) // by cudaLaunchKernelEx CUDA may call it otherwise
#ifdef FLCPU
    ok &= error == cudaErrorInvalidValue;
#else
    ok &= error > 0;
#endif
  for (int error : accepted)
    ok &= error == cudaSuccess;
  ok &= cudaFuncSetAttribute(parent, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20) == cudaErrorInvalidValue;
  ok &= cudaGetLastError() == cudaErrorInvalidValue;
  return verdict(ok && to_host(count, 1)[0] == want, "errors or counts");
}
