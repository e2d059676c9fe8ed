// Stand-in for the driver API's header: its basic types, and what says an error's name, for checks in headers that are shared. Any other call of the driver API
// is an error at compile time, which says so if it is of the usual ones.
#ifndef FLCPU_CUDA_H
#define FLCPU_CUDA_H
#include "cuda_runtime.h"
#define CUDA_VERSION CUDART_VERSION
typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;
inline const char *flcpu_driver_error(CUresult error, bool name) {
  switch (error) {
  case CUDA_SUCCESS:
    return name ? "CUDA_SUCCESS" : cudaGetErrorString(cudaSuccess);
  case CUDA_ERROR_INVALID_VALUE:
    return name ? "CUDA_ERROR_INVALID_VALUE" : cudaGetErrorString(cudaErrorInvalidValue);
  case CUDA_ERROR_OUT_OF_MEMORY:
    return name ? "CUDA_ERROR_OUT_OF_MEMORY" : cudaGetErrorString(cudaErrorMemoryAllocation);
  case CUDA_ERROR_NOT_INITIALIZED:
    return name ? "CUDA_ERROR_NOT_INITIALIZED" : cudaGetErrorString(cudaErrorInitializationError);
  case CUDA_ERROR_UNKNOWN:
    return name ? "CUDA_ERROR_UNKNOWN" : cudaGetErrorString(cudaErrorUnknown);
  }
  return nullptr;
}
inline CUresult cuGetErrorName(CUresult error, const char **name) {
  *name = flcpu_driver_error(error, true);
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuGetErrorString(CUresult error, const char **text) {
  *text = flcpu_driver_error(error, false);
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;

#if defined(FLCPU_LACKING)
typedef struct CUctx_st *CUcontext FLCPU_LACKS("contexts of the driver API are");
typedef struct CUmod_st *CUmodule FLCPU_LACKS("modules are");
typedef struct CUfunc_st *CUfunction FLCPU_LACKS("functions of the driver API are");
#define FLCPU_DRIVER(name) FLCPU_LACKING("calls of the driver API", name)
FLCPU_DRIVER(cuInit)
FLCPU_DRIVER(cuDeviceGet)
FLCPU_DRIVER(cuDeviceGetAttribute)
FLCPU_DRIVER(cuDeviceGetCount)
FLCPU_DRIVER(cuDeviceGetName)
FLCPU_DRIVER(cuDevicePrimaryCtxRetain)
FLCPU_DRIVER(cuCtxCreate)
FLCPU_DRIVER(cuCtxGetCurrent)
FLCPU_DRIVER(cuCtxSetCurrent)
FLCPU_DRIVER(cuCtxSynchronize)
FLCPU_DRIVER(cuModuleLoad)
FLCPU_DRIVER(cuModuleLoadData)
FLCPU_DRIVER(cuModuleGetFunction)
FLCPU_DRIVER(cuLaunchKernel)
FLCPU_DRIVER(cuMemAlloc)
FLCPU_DRIVER(cuMemAllocManaged)
FLCPU_DRIVER(cuMemFree)
FLCPU_DRIVER(cuMemcpyHtoD)
FLCPU_DRIVER(cuMemcpyDtoH)
FLCPU_DRIVER(cuMemCreate)
FLCPU_DRIVER(cuMemMap)
FLCPU_DRIVER(cuMemAddressReserve)
FLCPU_DRIVER(cuMemSetAccess)
FLCPU_DRIVER(cuMemGetAllocationGranularity)
#undef FLCPU_DRIVER
#endif
#endif
