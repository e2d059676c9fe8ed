// Functions' attributes and occupancy: kernels differ in what they are allowed alone.
#ifndef FLCPU_FUNCTION_H
#define FLCPU_FUNCTION_H
#include "types.h"

#ifndef FLCPU_ANY
#define FLCPU_ANY FLCPU_HD
#endif

namespace flcpu {
namespace detail {
FLCPU_ANY cudaError_t function_attributes(cudaFuncAttributes *attributes, const void *kernel);
FLCPU_ANY cudaError_t occupancy(int *blocks, const void *kernel, int threads, size_t shared);
cudaError_t set_function_attribute(const void *kernel, cudaFuncAttribute attribute, int value);
cudaError_t best_block(int *grid, int *block, const void *kernel, size_t shared, int limit);
// What a kernel's __launch_bounds__ say.
void bound_threads(const void *kernel, long long bound);
} // namespace detail
} // namespace flcpu

template <class F>
FLCPU_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F *kernel) {
  return flcpu::detail::function_attributes(a, (const void *)kernel);
}
template <class F>
inline cudaError_t cudaFuncSetAttribute(F *kernel, cudaFuncAttribute attribute, int value) {
  return flcpu::detail::set_function_attribute((const void *)kernel, attribute, value);
}
template <class F> inline cudaError_t cudaFuncSetCacheConfig(F *, cudaFuncCache) {
  return cudaSuccess;
}
template <class F>
FLCPU_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F kernel,
                                                                       int threads, size_t shared) {
  return flcpu::detail::occupancy(blocks, (const void *)kernel, threads, shared);
}
template <class F>
FLCPU_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, F kernel, int threads, size_t shared, unsigned int) {
  return flcpu::detail::occupancy(blocks, (const void *)kernel, threads, shared);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F kernel,
                                                      size_t shared = 0, int limit = 0) {
  return flcpu::detail::best_block(grid, block, (const void *)kernel, shared, limit);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, F kernel,
                                                               size_t shared = 0, int limit = 0,
                                                               unsigned int = 0) {
  return flcpu::detail::best_block(grid, block, (const void *)kernel, shared, limit);
}
template <class F>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, F kernel, int, int) {
  cudaFuncAttributes is;
  const cudaError_t error = flcpu::detail::function_attributes(&is, (const void *)kernel);
  *shared = size_t(is.maxDynamicSharedSizeBytes);
  return error;
}
template <class U, class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F kernel,
                                                                  U size_of, int limit = 0) {
  cudaError_t error = flcpu::detail::best_block(grid, block, (const void *)kernel, 0, limit);
  return error ? error
               : flcpu::detail::best_block(grid, block, (const void *)kernel, size_of(*block),
                                           limit);
}
#endif
