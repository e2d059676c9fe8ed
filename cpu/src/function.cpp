// What is known of kernels by their addresses: their bounds, where they have some, and what the program allows them.
#include "sched.h"

#include "flcpu/api.h"
#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace flcpu::detail {

static constexpr int most_dynamic = 227 * 1024;
struct function {
  int most_threads = 1024, dynamic = 48 * 1024, carveout = -1;
  bool allowed = false; // `dynamic` is what the program says
};
static cudaError_t refuse() {
  thread_error() = cudaErrorInvalidValue;
  return cudaErrorInvalidValue;
}

struct functions {
  std::mutex lock;
  std::unordered_map<const void *, function> known;
};
// Made at the first use, which may be in a static object of any file.
static functions &all() {
  static functions *f = new functions;
  return *f;
}
static function facts_of(const void *kernel) {
  functions &f = all();
  std::lock_guard<std::mutex> hold(f.lock);
  const auto found = f.known.find(kernel);
  return found == f.known.end() ? function() : found->second;
}

static std::atomic<bool> any_bounds;
void bound_threads(const void *kernel, long long bound) {
  functions &f = all();
  std::lock_guard<std::mutex> hold(f.lock);
  if (bound > 0 && bound < 1024) {
    f.known[kernel].most_threads = int(bound);
    any_bounds = true;
  }
}

cudaError_t function_attributes(cudaFuncAttributes *attributes, const void *kernel) {
  const function is = facts_of(kernel);
  *attributes = cudaFuncAttributes();
  attributes->maxThreadsPerBlock = is.most_threads;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = is.dynamic;
  attributes->preferredShmemCarveout = is.carveout;
  return cudaSuccess;
}

cudaError_t set_function_attribute(const void *kernel, cudaFuncAttribute attribute, int value) {
  functions &f = all();
  std::lock_guard<std::mutex> hold(f.lock);
  const bool carveout = attribute == cudaFuncAttributePreferredSharedMemoryCarveout;
  if (carveout ? value < -1 || value > 100 : value < 0)
    return refuse();
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (value > most_dynamic)
      return refuse();
    f.known[kernel].dynamic = value;
    f.known[kernel].allowed = true;
  } else if (carveout) {
    f.known[kernel].carveout = value;
  }
  return cudaSuccess;
}

cudaError_t occupancy(int *blocks, const void *kernel, int threads, size_t shared) {
  const function is = facts_of(kernel);
  *blocks = threads > 0 && threads <= is.most_threads && shared <= size_t(is.dynamic) ? 1 : 0;
  return cudaSuccess;
}

// A host's launch: of the device's it is not known what they are allowed (docs/semantics.md).
static bool is_allowed(const void *kernel, size_t shared, size_t declared) {
  if (shared + declared <= 48 * 1024 || flcpu::on_device())
    return true;
  const function is = facts_of(kernel);
  return is.allowed && shared <= size_t(is.dynamic);
}

cudaError_t best_block(int *grid, int *block, const void *kernel, size_t shared, int limit) {
  const int most = std::min(256, facts_of(kernel).most_threads);
  int each = 1, processors = 1;
  *block = limit > 0 ? std::min(limit, most) : most;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  const cudaError_t error = occupancy(&each, kernel, *block, shared);
  *grid = processors * each;
  return error;
}

} // namespace flcpu::detail

bool flcpu::detail::is_refused(const void *kernel, dim3 block, size_t shared) {
  return too_much_shared(shared, kernel) ||
         (any_bounds && too_large(block, facts_of(kernel).most_threads));
}
bool flcpu::too_much_shared(size_t shared, const void *kernel, size_t declared) {
  const bool much = !detail::is_allowed(kernel, shared, declared);
  if (much)
    detail::refuse();
  return much;
}
