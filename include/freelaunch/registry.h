// Parents that the host launches by their address: through a pointer, by cudaLaunchKernel, or from a file that only declares them. Files that
// define a parent say so in static objects, and launches by address look there. A kernel that nobody registered is launched itself.
#ifndef FREELAUNCH_REGISTRY_H
#define FREELAUNCH_REGISTRY_H
#ifndef FL_OWN_WARNINGS
#pragma GCC system_header
#endif
#include "hide_macros.h"

#include "host.h"

namespace __fl {
// The key of launches of one parent from one place, made at the first.
struct key_at {
  const char *place; // "file:line"; each place has its own literal
  char *key;         // "kernel file:line"
  key_at *next;
};

// A parent that may be launched by the address of its symbol. Its wrapper is called with copies of what `args` points to.
class registered_parent {
public:
  using launcher = void (*)(void (*host)(), const host_config &c, void **args);
  registered_parent(const void *kernel, const char *name, void (*host)(), launcher launch, const unsigned *sizes, unsigned params)
      : kernel_(kernel), name_(name), host_(host), launch_(launch), sizes_(sizes), params_(params) {
    flrt_enter(&lock_);
    next_ = first_;
    first_ = this;
    flrt_leave(&lock_);
  }
  registered_parent(const registered_parent &) = delete;
  registered_parent &operator=(const registered_parent &) = delete;
  ~registered_parent() { // of a library that is unloaded
    flrt_enter(&lock_);
    registered_parent **at = &first_;
    while (*at && *at != this)
      at = &(*at)->next_;
    if (*at)
      *at = next_;
    flrt_leave(&lock_);
  }

  // NULL: none has this address.
  static registered_parent *find(const void *kernel) {
    flrt_enter(&lock_);
    registered_parent *p = first_;
    while (p && p->kernel_ != kernel)
      p = p->next_;
    flrt_leave(&lock_);
    return p;
  }
  // May arguments of these sizes, as the type of a pointer has them, be the kernel's?
  bool takes(const unsigned *sizes, unsigned args) const {
    return args == params_ && (args == 0 || memcmp(sizes, sizes_, args * sizeof *sizes) == 0);
  }
  bool takes_any() const { return params_ != 0; }
  // Does the program allow it so much dynamic shared memory? How much the kernel has besides is not known here.
  bool is_allowed(const config &c) const { return allows_shared(kernel_, c.shared, usual_shared); }
  void launch(const config &c, const char *place, void **args) { launch_(host_, c.at(key(place)), args); }

private:
  const void *kernel_;
  const char *name_;
  void (*host_)();
  launcher launch_;
  const unsigned *sizes_;
  unsigned params_;
  key_at *keys_ = nullptr;
  registered_parent *next_ = nullptr;
  inline static registered_parent *first_;
  inline static int lock_;

  // Lives on: what is known of a parent goes by it until the program ends.
  const char *key(const char *place) {
    flrt_enter(&lock_);
    key_at *k = keys_;
    while (k && k->place != place)
      k = k->next;
    if (!k) {
      const size_t room = strlen(name_) + strlen(place) + 2;
      k = new key_at{place, new char[room], keys_};
      snprintf(k->key, room, "%s %s", name_, place);
      keys_ = k;
    }
    flrt_leave(&lock_);
    return k->key;
  }
};

// The parent that is about to be launched by its address; NULL: it is another kernel.
inline registered_parent *parent_to_launch(const void *kernel) {
  (void)flrt_here(); // behind a kernel that allocates, the device's heap could not be enlarged
  return registered_parent::find(kernel);
}

// What is made for a kernel's parameters alone is each file's own, as in host.h.
template <class... Params> static const unsigned *sizes_of() {
  static const unsigned sizes[] = {unsigned(sizeof(Params))..., 0};
  return sizes;
}
template <class... Params, u32... I>
static void launch_registered(void (*host)(const host_config &, Params...), const host_config &c, void **args, indices<I...>) {
  (void)args;
  host(c, *static_cast<Params *>(args[I])...);
}
template <class... Params> static registered_parent register_parent(const char *name, void (*kernel)(Params...), void (*host)(const host_config &, Params...)) {
  return registered_parent(
      reinterpret_cast<const void *>(kernel), name, reinterpret_cast<void (*)()>(host),
      [](void (*wrapper)(), const host_config &c, void **args) {
        launch_registered(reinterpret_cast<void (*)(const host_config &, Params...)>(wrapper), c, args,
                          typename make_indices<sizeof...(Params)>::type());
      },
      sizes_of<Params...>(), sizeof...(Params));
}

// `kernel<<<...>>>(args...)` is launch_pointer(kernel, config)(args...). The key of `c` is the place. CUDA would copy the arguments once, too, into the
// parameters of what it calls.
template <class... Params> static auto launch_pointer(void (*kernel)(Params...), const host_config &c) {
  return [=](Params... params) {
    void *all[] = {const_cast<char *>(&reinterpret_cast<const volatile char &>(params))..., nullptr};
    registered_parent *parent = parent_to_launch(reinterpret_cast<const void *>(kernel));
    if (parent && parent->takes(sizes_of<Params...>(), sizeof...(Params)) && parent->is_allowed(c))
      parent->launch(c, c.key, all);
    else
      cudaLaunchKernel(symbol_of(kernel), c.grid, c.block, all, c.shared, c.stream);
  };
}
// Of an object that becomes a pointer.
template <class F, bool = __is_class(F)> struct if_class {};
template <class F> struct if_class<F, true> { using type = int; };
template <class F, typename if_class<F>::type = 0> static auto launch_pointer(const F &object, const host_config &c) {
  return launch_pointer(+const_cast<F &>(object), c);
}

// Launches a parent for a call that returns the error of the launch; false: the caller is to launch the kernel itself. The error is this launch's only where
// no other is left.
inline bool launch_parent(const char *place, const void *kernel, const config &c, void **args, cudaError_t *error) {
  registered_parent *parent = parent_to_launch(kernel);
  if (!parent || (!args && parent->takes_any()) || cudaPeekAtLastError() != cudaSuccess || !parent->is_allowed(c))
    return false;
  parent->launch(c, place, args);
  *error = cudaPeekAtLastError();
  return true;
}
// `cudaLaunchKernel(...)` is launch_kernel(place, ...).
static inline cudaError_t launch_kernel(const char *place, const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream) {
  cudaError_t error;
  return launch_parent(place, kernel, config(grid, block, shared, stream), args, &error) ? error
                                                                                         : cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}
template <class T>
static cudaError_t launch_kernel(const char *place, T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = nullptr) {
  cudaError_t error;
  return launch_parent(place, (const void *)kernel, config(grid, block, shared, stream), args, &error)
             ? error
             : cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

// Does a launch mean the same without this attribute? With a programmatic dependence it might begin earlier, and priorities are wishes; a priority that there
// is not is CUDA's to judge. Clusters, cooperative launches, events and domains mean something, and so may what is not known here.
inline bool may_leave_out(const cudaLaunchAttribute &a) {
  int least = 0, greatest = 0;
  switch (a.id) {
  case cudaLaunchAttributeIgnore:
    return true;
  case cudaLaunchAttributeCooperative:
    return !a.val.cooperative;
  case cudaLaunchAttributeProgrammaticStreamSerialization:
    return a.val.programmaticStreamSerializationAllowed == 0 || a.val.programmaticStreamSerializationAllowed == 1;
  case cudaLaunchAttributePriority:
    return cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && greatest <= a.val.priority && a.val.priority <= least;
  default:
    return false;
  }
}
// Would CUDA refuse to launch the kernel like that? Its error then is the call's own: cudaLaunchKernel has others.
inline bool is_refused(const void *kernel, const cudaLaunchConfig_t &c) {
  const u64 threads = u64(c.blockDim.x) * c.blockDim.y * c.blockDim.z;
  cudaFuncAttributes compiled = {};
  if (cudaFuncGetAttributes(&compiled, kernel) != cudaSuccess) {
    cudaGetLastError();
    return true;
  }
  return c.gridDim.x - 1 >= 0x7fffffffu || c.gridDim.y - 1 >= 65535 || c.gridDim.z - 1 >= 65535 || !threads || c.blockDim.z > 64 ||
         threads > u64(compiled.maxThreadsPerBlock) || c.dynamicSmemBytes > size_t(compiled.maxDynamicSharedSizeBytes);
}
inline bool launch_parent_ex(const char *place, const cudaLaunchConfig_t *c, const void *kernel, void **args, cudaError_t *error) {
  if (!c || (c->numAttrs && !c->attrs) || !parent_to_launch(kernel) || cudaPeekAtLastError() != cudaSuccess)
    return false;
  for (unsigned i = 0; i < c->numAttrs; i++)
    if (!may_leave_out(c->attrs[i]))
      return false;
  const auto &[grid, block, shared, into, attributes, n] = *c; // by their order: our own `stream` may go by another name
  (void)attributes, (void)n;
  return !is_refused(kernel, *c) && launch_parent(place, kernel, config(grid, block, shared, into), args, error);
}
// `cudaLaunchKernelExC(...)` is launch_kernel_exc(place, ...), and cudaLaunchKernelEx(...) launch_kernel_ex(place, ...).
static inline cudaError_t launch_kernel_exc(const char *place, const cudaLaunchConfig_t *c, const void *kernel, void **args) {
  cudaError_t error;
  return launch_parent_ex(place, c, kernel, args, &error) ? error : cudaLaunchKernelExC(c, kernel, args);
}
template <class... Params, class... Args>
static cudaError_t launch_kernel_ex(const char *place, const cudaLaunchConfig_t *c, void (*kernel)(Params...), Args &&...args) {
  return [&](Params... params) {
    void *all[] = {const_cast<char *>(&reinterpret_cast<const volatile char &>(params))..., nullptr};
    cudaError_t error;
    if (launch_parent_ex(place, c, (const void *)kernel, all, &error))
      return error;
#ifdef FLRT_TYPED_LAUNCHES
    return cudaLaunchKernelExC(c, kernel, all);
#else
    return cudaLaunchKernelExC(c, (const void *)kernel, all);
#endif
  }(static_cast<Args &&>(args)...);
}
// By a handle (cudaKernel_t).
template <class K, class... Args>
static cudaError_t launch_kernel_ex(const char *, const cudaLaunchConfig_t *c, K kernel, Args &&...args) {
  return cudaLaunchKernelEx(c, kernel, static_cast<Args &&>(args)...);
}
} // namespace __fl

#include "show_macros.h"
#endif
