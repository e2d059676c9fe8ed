// What generated code uses of flcpu.h and launch.h, by names that no program has macros of (freelaunch/system.h).
#ifndef FLCPU_RESERVED_H
#define FLCPU_RESERVED_H
#include "../flcpu.h"
#include "launch.h"
#include "device.h"

namespace flcpu {
using fl__config = config;
using fl__kernel_symbol = kernel_symbol;
template <auto kernel> inline void fl__know_instance() { know_instance<kernel>(); }
template <class T> using fl__declared = declared<T>;
template <class T> using fl__pointed_to = pointed_to<T>;
template <class T> using fl__dynamic_array = dynamic_array<T>;
template <class T, size_t align = alignof(T)> inline T &fl__shared(const void *key) {
  return shared<T, align>(key);
}
template <class T> inline T *fl__dynamic_shared() { return dynamic_shared<T>(); }
template <class F>
inline void fl__launch(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream, F body) {
  launch(grid, block, bytes, stream, static_cast<F &&>(body));
}
template <class... P> static auto fl__launch_pointer(void (*kernel)(P...), const config &c) {
  return launch_pointer(kernel, c);
}
template <class... P>
static void fl__launch_handed(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream,
                              void (*kernel)(P...), const detail::same_type<P> &...args) {
  launch_handed<P...>(grid, block, bytes, stream, kernel, args...);
}
template <class F> inline overloaded_launch<F> fl__launch_overloaded(F call, const config &c) {
  return launch_overloaded(call, c);
}
inline bool fl__too_large(dim3 block, long long bound, long long = 0, long long = 0) {
  return too_large(block, bound);
}
inline bool fl__too_much_shared(size_t bytes, const void *kernel, size_t declared = 0) {
  return too_much_shared(bytes, kernel, declared);
}
inline void fl__yield() { yield(); }
[[noreturn]] inline void fl__no_ptx(const char *file, unsigned line, const char *instructions) {
  no_ptx(file, line, instructions);
}
namespace detail {
inline unsigned fl__thread_rank() { return thread_rank(); }
} // namespace detail
namespace fl__detail = detail;
} // namespace flcpu
#endif
