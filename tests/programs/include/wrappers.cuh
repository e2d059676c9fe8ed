// Launches kernels that it is given.
#pragma once
#include <utility>
namespace lib {
template <typename Kernel, typename... Args>
__device__ cudaError_t launch(Kernel kernel, // any
                              int n, Args &&...args) {
  if (n <= 0)
    return cudaSuccess; /* nothing */
  kernel<<<(n + 31) / 32, 32>>>(std::forward<Args>(args)...);
  return cudaGetLastError();
}
} // namespace lib
