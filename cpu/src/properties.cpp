// The runtime API: what the device is said to be. Small enough that persistent kernels and their
// grid barriers fit the processor.
#include "sched.h"

#include "flcpu/api.h"
#include <sys/sysinfo.h>

using flcpu::detail::thread_error;

static cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess)
    thread_error() = error;
  return error;
}

// At least two, so that what is sized by it has blocks to synchronise.
static int processors() { return flcpu::workers() < 2 ? 2 : flcpu::workers(); }

cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  return result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) { return cudaSetDevice(device); }
cudaError_t cudaSetDeviceFlags(unsigned int) { return cudaSuccess; }
cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
  *flags = cudaDeviceMapHost;
  return cudaSuccess;
}
// No device is its own peer, and there are no others.
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  *can = 0;
  return result(device || peer ? cudaErrorInvalidDevice : cudaSuccess);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) { return result(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceDisablePeerAccess(int) { return result(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceReset() {
  thread_error() = cudaSuccess;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version) { return cudaRuntimeGetVersion(version); }
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}

// Kept so that a program reads back what it has set; nothing here is limited by them.
static std::atomic<size_t> limits[7] = {{1024}, {1048576}, {8388608}, {2}, {2048}, {64}, {0}};

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (unsigned(limit) >= 7)
    return result(cudaErrorUnsupportedLimit);
  limits[limit] = value;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
  if (unsigned(limit) >= 7)
    return result(cudaErrorUnsupportedLimit);
  *value = limits[limit];
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
  if (device != 0)
    return result(cudaErrorInvalidDevice);
  struct sysinfo info;
  sysinfo(&info);
  *p = cudaDeviceProp();
  snprintf(p->name, sizeof p->name, "Freelaunch CPU");
  p->totalGlobalMem = size_t(info.totalram) * info.mem_unit;
  p->sharedMemPerBlock = 48 * 1024;
  p->sharedMemPerBlockOptin = 227 * 1024;
  p->sharedMemPerMultiprocessor = 228 * 1024;
  p->reservedSharedMemPerBlock = 1024;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536;
  p->warpSize = 32;
  p->memPitch = 2147483647;
  p->maxThreadsPerBlock = 1024;
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
  p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 2147483647;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->totalConstMem = 65536;
  p->major = 9;
  p->minor = 0;
  p->textureAlignment = 512;
  p->texturePitchAlignment = 32;
  p->multiProcessorCount = processors();
  p->integrated = 1;
  p->canMapHostMemory = 1;
  p->concurrentKernels = 1;
  p->asyncEngineCount = 1;
  p->unifiedAddressing = 1;
  p->memoryBusWidth = 64;
  p->l2CacheSize = 1 << 20;
  p->maxThreadsPerMultiProcessor = 1024;
  p->maxBlocksPerMultiProcessor = 1;
  p->globalL1CacheSupported = p->localL1CacheSupported = 1;
  p->managedMemory = p->concurrentManagedAccess = p->pageableMemoryAccess = 1;
  p->hostNativeAtomicSupported = 1;
  p->pageableMemoryAccessUsesHostPageTables = p->directManagedMemAccessFromHost = 1;
  p->canUseHostPointerForRegisteredMem = 1;
  p->cooperativeLaunch = 1;
  p->memoryPoolsSupported = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
  if (device != 0)
    return result(cudaErrorInvalidDevice);
  if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax)
    return result(cudaErrorInvalidValue);
  switch (attribute) {
  case cudaDevAttrMaxThreadsPerBlock:
  case cudaDevAttrMaxBlockDimX:
  case cudaDevAttrMaxBlockDimY:
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *value = 1024;
    break;
  case cudaDevAttrMaxBlockDimZ:
    *value = 64;
    break;
  case cudaDevAttrMaxGridDimX:
    *value = 2147483647;
    break;
  case cudaDevAttrMaxGridDimY:
  case cudaDevAttrMaxGridDimZ:
    *value = 65535;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *value = 48 * 1024;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *value = 227 * 1024;
    break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    *value = 228 * 1024;
    break;
  case cudaDevAttrReservedSharedMemoryPerBlock:
    *value = 1024;
    break;
  case cudaDevAttrTotalConstantMemory:
  case cudaDevAttrMaxRegistersPerBlock:
  case cudaDevAttrMaxRegistersPerMultiprocessor:
    *value = 65536;
    break;
  case cudaDevAttrWarpSize:
    *value = 32;
    break;
  case cudaDevAttrMaxPitch:
    *value = 2147483647;
    break;
  case cudaDevAttrClockRate:
  case cudaDevAttrMemoryClockRate:
    *value = 1000000;
    break;
  case cudaDevAttrMultiProcessorCount:
    *value = processors();
    break;
  case cudaDevAttrMaxBlocksPerMultiprocessor:
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrIntegrated:
  case cudaDevAttrCanMapHostMemory:
  case cudaDevAttrAsyncEngineCount:
  case cudaDevAttrGpuOverlap:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrConcurrentManagedAccess:
  case cudaDevAttrPageableMemoryAccess:
  case cudaDevAttrHostNativeAtomicSupported:
  case cudaDevAttrCooperativeLaunch:
  case cudaDevAttrMemoryPoolsSupported:
  case cudaDevAttrCanUseHostPointerForRegisteredMem:
  case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
  case cudaDevAttrDirectManagedMemAccessFromHost:
    *value = 1;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *value = 9;
    break;
  case cudaDevAttrGlobalMemoryBusWidth:
    *value = 64;
    break;
  case cudaDevAttrL2CacheSize:
    *value = 1 << 20;
    break;
  default:
    *value = 0;
  }
  return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) {
  *device = 0;
  return cudaSuccess;
}
static const char bus_id[] = "0000:00:00.0";
cudaError_t cudaDeviceGetPCIBusId(char *id, int size, int device) {
  if (device != 0)
    return result(cudaErrorInvalidDevice);
  if (!id || size < int(sizeof bus_id))
    return result(cudaErrorInvalidValue);
  memcpy(id, bus_id, sizeof bus_id);
  return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
  if (!id || strcmp(id, bus_id) != 0)
    return result(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned int *flags, void *) {
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *v) {
  return result(v ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
