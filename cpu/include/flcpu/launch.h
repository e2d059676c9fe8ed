// The runtime API's ways to launch a kernel by its address.
#ifndef FLCPU_LAUNCH_H
#define FLCPU_LAUNCH_H
#include "../flcpu.h"
#include <utility>

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();

namespace flcpu {
namespace detail {

// Has the kernel at an address bounds that this is beyond, or is it not allowed so much dynamic shared memory? Then it is the calling thread's last error.
bool is_refused(const void *kernel, dim3 block, size_t shared);
// Launches and reports the error that the launch itself caused, as the launching functions of the
// API do.
cudaError_t swap_last_error(cudaError_t error);
// What attributes ask for: false, and the calling thread's last error, if there is none where some are counted.
bool is_complete(const cudaLaunchConfig_t *config);
// Records the events among them, once the launch has been made. Otherwise they tell it how to go about it, and here there is one way.
cudaError_t record_events(const cudaLaunchConfig_t *config, cudaError_t launched);
template <class F>
inline cudaError_t checked_launch(dim3 grid, dim3 block, size_t shared, cudaStream_t stream, F f) {
  const cudaError_t before = swap_last_error(cudaSuccess);
  launch(grid, block, shared, stream, f);
  const cudaError_t error = cudaPeekAtLastError();
  if (error == cudaSuccess)
    swap_last_error(before);
  return error;
}

// What is made for a kernel's parameters alone is each file's own: another may have a class of the same name.
namespace {

// An argument as CUDA hands it over: bytes, which nothing constructs or destroys.
template <class P> struct bytes_of {
  alignas(P) unsigned char bytes[sizeof(P)];
  explicit bytes_of(const P &p) {
    __builtin_memcpy(bytes, &reinterpret_cast<const char &>(p), sizeof(P));
  }
  P &object() { return reinterpret_cast<P &>(bytes); }
};
// Does a call pass an object of P by its bytes? If not, it passes the address of what the caller constructs and destroys, as the C++ ABI (Itanium) has it.
template <class P>
constexpr bool called_by_bytes =
    (std::is_copy_constructible<P>::value || std::is_move_constructible<P>::value) &&
    (std::is_trivially_copy_constructible<P>::value || !std::is_copy_constructible<P>::value) &&
    (std::is_trivially_move_constructible<P>::value || !std::is_move_constructible<P>::value) &&
    std::is_trivially_destructible<P>::value;
template <class P> struct same { using type = P; };
template <class P> using same_type = typename same<P>::type; // not deduced
template <class P> using called_with = std::conditional_t<called_by_bytes<P>, P, P &>;
template <class P> using value_category = std::conditional_t<called_by_bytes<P>, P &&, P &>;
template <class... P> void call_with_bytes(void (*kernel)(P...), bytes_of<P>... args) {
  reinterpret_cast<void (*)(called_with<P>...)>(kernel)(
      static_cast<called_with<P>>(static_cast<value_category<P>>(args.object()))...);
}

template <class... P, size_t... I>
inline cudaError_t launch_packed(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                 size_t shared, cudaStream_t stream, std::index_sequence<I...>) {
  (void)args;
  if (is_refused(reinterpret_cast<const void *>(kernel), block, shared))
    return cudaPeekAtLastError();
  return [&](bytes_of<P>... bytes) {
    return checked_launch(grid, block, shared, stream,
                          [=] { call_with_bytes<P...>(kernel, bytes...); });
  }(bytes_of<P>(*static_cast<const P *>(args[I]))...);
}

} // namespace
} // namespace detail

// Launches a kernel that takes objects whose copies are more than bytes, or cannot be made.
template <class... P>
static void launch_handed(dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                          void (*kernel)(P...), const detail::same_type<P> &...args) {
  if (detail::is_refused(reinterpret_cast<const void *>(kernel), block, shared))
    return;
  [&](detail::bytes_of<P>... bytes) {
    launch(grid, block, shared, stream, [=] { detail::call_with_bytes<P...>(kernel, bytes...); });
  }(detail::bytes_of<P>(args)...);
}
} // namespace flcpu

template <class... P>
static inline cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                           size_t shared = 0, cudaStream_t stream = 0) {
  return flcpu::detail::launch_packed(kernel, grid, block, args, shared, stream,
                                      std::index_sequence_for<P...>());
}

template <class... P>
static inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                                      void **args, size_t shared = 0,
                                                      cudaStream_t stream = 0) {
  return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

namespace flcpu {
namespace detail {
// A kernel, or the address of one, as its configuration says.
template <class K>
static inline cudaError_t launch_as(const cudaLaunchConfig_t *config, K kernel, void **args) {
  if (!is_complete(config))
    return cudaErrorInvalidValue;
  return record_events(config, cudaLaunchKernel(kernel, config->gridDim, config->blockDim, args,
                                                config->dynamicSmemBytes, config->stream));
}
} // namespace detail
} // namespace flcpu

template <class... P>
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                              void (*kernel)(P...), void **args) {
  return flcpu::detail::launch_as(config, kernel, args);
}

template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                             A &&...args) {
  return [&](P... values) {
    void *all[] = {const_cast<char *>(&reinterpret_cast<const volatile char &>(values))...,
                   nullptr};
    return cudaLaunchKernelExC(config, kernel, all);
  }(static_cast<A &&>(args)...);
}

namespace flcpu {

template <class... P>
static cudaError_t launch_by_address(const void *address, dim3 grid, dim3 block, void **args,
                                     size_t shared, cudaStream_t stream) {
  return cudaLaunchKernel(reinterpret_cast<void (*)(P...)>(reinterpret_cast<uintptr_t>(address)),
                          grid, block, args, shared, stream);
}
// A kernel that can be launched by its untyped address, cudaLaunchKernel((const void *)kernel, ...). Generated code declares one
// for every kernel whose address the program takes.
class kernel_symbol {
  using entry = cudaError_t (*)(const void *, dim3, dim3, void **, size_t, cudaStream_t);
  const void *address_;
  entry launch_;
  kernel_symbol *next_;
  static kernel_symbol *&first() {
    static kernel_symbol *list;
    return list;
  }

public:
  template <class... P>
  __attribute__((always_inline)) explicit kernel_symbol(void (*kernel)(P...), long long bound = 0,
                                                        long long = 0, long long = 0)
      : address_(reinterpret_cast<const void *>(kernel)), launch_(launch_by_address<P...>),
        next_(first()) {
    first() = this;
    detail::bound_threads(address_, bound);
  }
  kernel_symbol(const kernel_symbol &) = delete;
  kernel_symbol &operator=(const kernel_symbol &) = delete;
  ~kernel_symbol() { // of a library that is unloaded
    kernel_symbol **at = &first();
    while (*at && *at != this)
      at = &(*at)->next_;
    if (*at)
      *at = next_;
  }
  // cudaErrorInvalidDeviceFunction if no kernel has this address.
  static cudaError_t launch(const void *address, dim3 grid, dim3 block, void **args, size_t shared,
                            cudaStream_t stream) {
    for (const kernel_symbol *s = first(); s; s = s->next_)
      if (s->address_ == address)
        return s->launch_(address, grid, block, args, shared, stream);
    return cudaErrorInvalidDeviceFunction;
  }
};

// The symbol of an instance of a kernel template, which its body calls for.
template <auto kernel> static const kernel_symbol symbol_of(kernel);
template <auto kernel> inline void know_instance() { static_cast<void>(&symbol_of<kernel>); }

// What stands between <<< and >>>.
struct config {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  config(dim3 g, dim3 b, size_t s = 0, cudaStream_t st = nullptr)
      : grid(g), block(b), shared(s), stream(st) {}
};

// `f<<<g, b>>>(x)` through a pointer: launch_pointer(f, config(g, b))(x).
template <class... P> static auto launch_pointer(void (*kernel)(P...), const config &c) {
  return
      [=](P... args) { launch_handed<P...>(c.grid, c.block, c.shared, c.stream, kernel, args...); };
}

// Of an object that becomes a pointer.
template <class F, std::enable_if_t<std::is_class<F>::value, int> = 0>
static auto launch_pointer(const F &object, const config &c) {
  return launch_pointer(+const_cast<F &>(object), c);
}

// The same of one of several kernels of a name, told apart by the arguments: `call(x...)` calls it.
template <class F> class overloaded_launch {
  F call_;
  config config_;

public:
  overloaded_launch(F call, const config &c) : call_(call), config_(c) {}
  template <class... A> void operator()(A... args) const {
    launch(config_.grid, config_.block, config_.shared, config_.stream,
           [=, call = call_]() mutable { call(args...); });
  }
};
template <class F> overloaded_launch<F> launch_overloaded(F call, const config &c) {
  return overloaded_launch<F>(call, c);
}

} // namespace flcpu

inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                    size_t shared, cudaStream_t stream) {
  return flcpu::kernel_symbol::launch(kernel, grid, block, args, shared, stream);
}
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                       void **args) {
  return flcpu::detail::launch_as(config, kernel, args);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                               void **args, size_t shared, cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}
#endif
