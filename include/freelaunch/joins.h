// For the host side of programs that join: they set the depth to which they will do so, and check the result. CUDA has no such limit any more on
// sm_90 and up; the fused engine needs none.
#ifndef FREELAUNCH_JOINS_H
#define FREELAUNCH_JOINS_H
#include <cuda_runtime.h>

inline cudaError_t fl__set_limit(cudaLimit limit, size_t value) {
  return limit == cudaLimitDevRuntimeSyncDepth ? cudaSuccess : cudaDeviceSetLimit(limit, value);
}
#define cudaDeviceSetLimit(...) fl__set_limit(__VA_ARGS__)
#endif
