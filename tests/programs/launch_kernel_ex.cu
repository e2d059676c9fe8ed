// Parents are launched by cudaLaunchKernelEx and cudaLaunchKernelExC, with attributes that wrappers may leave out and others that are for the kernel itself.
#include "include/test.h"

__global__ void child(int n, int x, unsigned *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] = data[j] * 5 + x;
}
__global__ void parent(int n, unsigned *data) {
  cudaGridDependencySynchronize();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
  if (i % 2)
    child<<<1, 16>>>(16, 7, data + i * n);
  cudaTriggerProgrammaticLaunchCompletion();
}
template <class T, int extra> __global__ void instance(const T n, unsigned *const data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
  if (i % 2)
    child<<<1, 16>>>(16, extra, data + i * n);
}
struct Count {
  int n;
  operator int() const { return n; }
};
template <class... P, class... A>
static cudaError_t launch(const cudaLaunchConfig_t &config, void (*kernel)(P...), A... args) {
  return cudaLaunchKernelEx(&config, kernel, args...);
}
static cudaLaunchAttribute attribute(cudaLaunchAttributeID id, int value) {
  cudaLaunchAttribute a = {};
  a.id = id;
  if (id == cudaLaunchAttributePriority)
    a.val.priority = value;
  if (id == cudaLaunchAttributeProgrammaticStreamSerialization)
    a.val.programmaticStreamSerializationAllowed = value;
  if (id == cudaLaunchAttributeCooperative)
    a.val.cooperative = value;
  if (id == cudaLaunchAttributeMemSyncDomain)
    a.val.memSyncDomain = (cudaLaunchMemSyncDomain)value;
  return a;
}

int main() {
  int parents = 60, n = 70, rounds = 12;
  unsigned *data = device_zeros<unsigned>(parents * n);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(5);
  config.blockDim = dim3(parents / 5);
  CHECK(cudaStreamCreate(&config.stream));
  CHECK(cudaLaunchKernelEx(&config, parent, Count{n}, data));
  CHECK(::cudaLaunchKernelEx(&config, &parent, (short)n, data));
  CHECK(launch(config, parent, n, data));
  CHECK(cudaLaunchKernelEx(&config, instance<long, 7>, n, data));
  CHECK(launch(config, &instance<int, 7>, n, data));
  void *args[] = {&n, &data};
  CHECK(cudaLaunchKernelExC(&config, (const void *)parent, args));
  CHECK(cudaLaunchKernelExC(&config, (void *)&parent, args));
  // Without meaning for what is computed, or with none at all.
  cudaLaunchAttribute several[] = {
      attribute(cudaLaunchAttributeProgrammaticStreamSerialization, 1),
      attribute(cudaLaunchAttributeIgnore, 0), attribute(cudaLaunchAttributePriority, 0),
      attribute(cudaLaunchAttributeCooperative, 0),
      attribute(cudaLaunchAttributeMemSyncDomain, 0)};
  config.attrs = several;
  for (config.numAttrs = 1; config.numAttrs <= 5; config.numAttrs++)
    CHECK(cudaLaunchKernelEx(&config, parent, n, data));
  config.numAttrs = 0;

  // What CUDA refuses launches nothing.
  int refused = 0;
  for (dim3 grid : {dim3(0), dim3(1, 70000), dim3(1, 1, 70000)}) {
    config.gridDim = grid;
    refused += cudaLaunchKernelEx(&config, parent, n, data) != cudaSuccess;
    refused += cudaGetLastError() != cudaSuccess;
  }
  config.gridDim = dim3(1);
  for (dim3 block : {dim3(0), dim3(1025), dim3(32, 64), dim3(1, 1, 65)}) {
    config.blockDim = block;
    refused += cudaLaunchKernelExC(&config, (const void *)parent, args) != cudaSuccess;
    refused += cudaGetLastError() != cudaSuccess;
  }
  config.blockDim = dim3(1);
  config.dynamicSmemBytes = 1 << 20;
  refused += launch(config, instance<int, 7>, n, data) != cudaSuccess;
  refused += cudaGetLastError() != cudaSuccess;
  if (refused != 16)
    return verdict(false, "refused: " + std::to_string(refused));

  std::vector<unsigned> want(parents * n);
  for (int k = 0; k < parents * n; k++)
    for (int round = 0; round < rounds; round++) {
      want[k] = want[k] * 5 + k / n;
      if (k / n % 2 && k % n < 16)
        want[k] = want[k] * 5 + 7;
    }
  return compare(to_host(data, want.size()), want);
}
