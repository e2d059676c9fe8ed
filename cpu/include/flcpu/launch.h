// The runtime API's ways to launch a kernel by its address.
#ifndef FLCPU_LAUNCH_H
#define FLCPU_LAUNCH_H
#include "../flcpu.h"
#include <tuple>
#include <utility>

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();

namespace flcpu {
namespace detail {

// Launches and reports the error that the launch itself caused, as the launching functions of the
// API do.
cudaError_t swap_last_error(cudaError_t error);
template <class F>
inline cudaError_t checked_launch(dim3 grid, dim3 block, size_t shared, cudaStream_t stream, F f) {
  const cudaError_t before = swap_last_error(cudaSuccess);
  launch(grid, block, shared, stream, f);
  const cudaError_t error = cudaPeekAtLastError();
  if (error == cudaSuccess)
    swap_last_error(before);
  return error;
}

template <class... P, size_t... I>
inline cudaError_t launch_packed(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                 size_t shared, cudaStream_t stream, std::index_sequence<I...>) {
  (void)args;
  std::tuple<std::remove_cv_t<P>...> values(*static_cast<std::remove_cv_t<P> *>(args[I])...);
  return checked_launch(grid, block, shared, stream, [=] { kernel(std::get<I>(values)...); });
}

} // namespace detail
} // namespace flcpu

template <class... P>
inline cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                    size_t shared = 0, cudaStream_t stream = 0) {
  return flcpu::detail::launch_packed(kernel, grid, block, args, shared, stream,
                                      std::index_sequence_for<P...>());
}

template <class... P>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                               void **args, size_t shared = 0,
                                               cudaStream_t stream = 0) {
  return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                      A &&...args) {
  std::tuple<std::remove_cv_t<P>...> values(static_cast<A &&>(args)...);
  return flcpu::detail::checked_launch(config->gridDim, config->blockDim, config->dynamicSmemBytes,
                                       config->stream, [=] { std::apply(kernel, values); });
}
#endif
