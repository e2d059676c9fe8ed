// Stand-in for the driver API's header: its basic types only. A call of the driver API is an error
// at compile time.
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
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
#endif
