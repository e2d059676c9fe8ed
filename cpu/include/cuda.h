// Stand-in for the driver API's header: its basic types, and what says an error's name, for checks in headers that are shared. Any other call of the driver API
// is an error at compile time.
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
#endif
