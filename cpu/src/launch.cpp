// The checks that CUDA makes of a launch, and the last error.
#include "sched.h"

#include "flcpu/api.h"

cudaError_t cudaGetLastError() {
  cudaError_t &error = flcpu::detail::thread_error();
  const cudaError_t e = error;
  error = cudaSuccess;
  return e;
}

cudaError_t cudaPeekAtLastError() { return flcpu::detail::thread_error(); }

namespace flcpu::detail {

cudaError_t swap_last_error(cudaError_t now) {
  cudaError_t &error = thread_error();
  const cudaError_t before = error;
  error = now;
  return before;
}

bool is_complete(const cudaLaunchConfig_t *config) {
  const bool complete = config && (!config->numAttrs || config->attrs);
  if (!complete)
    thread_error() = cudaErrorInvalidValue;
  return complete;
}

cudaError_t record_events(const cudaLaunchConfig_t *config, cudaError_t launched) {
  for (unsigned i = 0; i < config->numAttrs && launched == cudaSuccess; i++) {
    const cudaLaunchAttribute &a = config->attrs[i];
    if (a.id == cudaLaunchAttributeProgrammaticEvent)
      launched = cudaEventRecord(a.val.programmaticEvent.event, config->stream);
    if (a.id == cudaLaunchAttributeLaunchCompletionEvent)
      launched = cudaEventRecord(a.val.launchCompletionEvent.event, config->stream);
  }
  return launched;
}

static bool accepts(dim3 grid, dim3 block, size_t shared) {
  return grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.x <= 0x7fffffffu &&
         grid.y <= 65535 && grid.z <= 65535 && block.x <= 1024 && block.y <= 1024 &&
         block.z <= 64 && uint64_t(block.x) * block.y * block.z <= 1024 && shared <= 227 * 1024;
}

bool is_accepted(dim3 grid, dim3 block, size_t shared) {
  const bool accepted = accepts(grid, block, shared);
  if (!accepted)
    thread_error() = on_device() ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
  return accepted;
}

prepared prepare(dim3 grid, dim3 block, size_t shared, size_t size, size_t align,
                 void (*call)(void *), void (*destroy)(void *)) {
  if (!is_accepted(grid, block, shared))
    return {nullptr, nullptr};
  node *n = new_node(size, align);
  n->grid = grid;
  n->threads = block;
  n->shared = shared;
  n->blocks = uint64_t(grid.x) * grid.y * grid.z;
  n->call = call;
  n->destroy = destroy;
  return {n->body, n};
}

void submit(prepared launch, cudaStream_t stream) { submit_node(launch.grid, stream); }

} // namespace flcpu::detail

// What CUDA refuses whatever the kernel is left to accepts().
bool flcpu::too_large(dim3 block, long long bound, long long, long long) {
  const uint64_t threads = uint64_t(block.x) * block.y * block.z;
  if (bound <= 0 || threads <= uint64_t(bound) || threads > 1024)
    return false;
  detail::thread_error() = on_device() ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
  return true;
}
