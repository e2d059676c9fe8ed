// What the engines' host sides share.
#ifndef FREELAUNCH_HOST_H
#define FREELAUNCH_HOST_H
#include "roots.h"

namespace __fl {
// Files of a program may differ in what the stream NULL is (flrt.h). So what names streams here has internal linkage, or is part of what calls it, or is a template over
// descriptors, which are each file's own: the linker would else take one file's for another's.

// While it lives, the device of a launch's stream is the current one.
struct on_its_device {
  const int was;
  __attribute__((always_inline)) explicit on_its_device(const host_config &c) : was(flrt_enter_device(c.stream)) {}
  on_its_device(const on_its_device &) = delete;
  ~on_its_device() { flrt_leave_device(was); }
};

// The runtime's entry of parent P, launched from one place in the host's code, on a device. The first call fills it in: `setup` adds what the
// engine wants to keep. `strategy` is for the log.
template <class P, class Setup>
flrt_parent &known_parent(const flrt_device &on, const host_config &c, const char *strategy, const Setup &setup) {
  static flrt_parent *all;
  static int lock;
  const auto find = [&] {
    flrt_parent *p = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
    while (p && (p->on != &on || p->context != on.context || p->place != c.key))
      p = p->sibling;
    return p;
  };
  flrt_parent *p = find();
  if (p)
    return *p;
  flrt_enter(&lock);
  p = find();
  if (!p) {
    p = new flrt_parent();
    p->eldest = all ? all->eldest : p;
    p->place = p->key = c.key;
    p->strategy = strategy;
    const flrt_seed *seeds = nullptr;
    size_t n = 0;
    if constexpr (has_seeds<P>) {
      seeds = P::seeds;
      n = sizeof P::seeds / sizeof *P::seeds;
    }
    flrt_parent_start(p, &on, __PRETTY_FUNCTION__, seeds, n);
#ifdef __CUDACC_DEBUG__ // functions of ours are calls, some twenty above each other
    flrt_deepen_stack(on.device, 4096);
#endif
    setup(*p);
    p->sibling = all;
    __atomic_store_n(&all, p, __ATOMIC_RELEASE);
  }
  flrt_leave(&lock);
  return *p;
}

// What kernels are told of the device that they run on (worklist.h).
inline u32 facts_of(const flrt_device &d) { return u32(d.device) | u32(d.multiprocessors) << 8 | u32(d.cc_major * 10 + d.cc_minor) << 20; }

inline size_t threads_of(const config &c) { return volume(c.grid) * volume(c.block); }
// How many worklists there are for so many that launch, each into its own: not many more, since each has tables of 40 KB where rounds follow, and of few numbers, as memory is kept for each.
inline size_t lists_for(size_t launching, size_t most) {
  size_t lists = 8;
  while (lists < launching && lists < most)
    lists *= 8;
  return lists < most ? lists : most;
}
// Where threads may launch more than once nobody knows beforehand how often: there is room for 64 records of each, as far as `flrt_spare` goes. Records that each of so many worklists has for
// so many threads.
template <class P> size_t room_for_loops(const flrt_device &facts, const host_config &c, size_t threads, size_t lists) {
  const size_t fits = launches_often<P> ? flrt_spare(&facts, c.stream) / (list_bytes<P> * lists) : 0;
  return threads < fits / 64 ? threads * 64 : fits;
}
// As worklists say it.
inline u32 number_of_threads(const config &c) { return threads_of(c) < ~u32(0) ? u32(threads_of(c)) : ~u32(0); }

// How a launch of a parent is carried out where there is no choice.
inline flrt_choice no_choice() {
  flrt_choice c = {};
  c.weigh = 1;
  return c;
}
// What tells launches of a parent apart, as far as that can be seen: sizes, and numbers and addresses among the arguments. Never 0.
inline void tell(u64 &told, u64 value) {
  told = (told ^ value) * 0x9E3779B97F4A7C15ull;
  told ^= told >> 29;
}
template <class T> constexpr bool is_address = false;
template <class T> constexpr bool is_address<T *> = true;
template <class T> void tell_argument(u64 &told, const T &argument) {
  if constexpr (is_address<T> || is_number<T>) {
    u64 bytes = 0;
    memcpy(&bytes, &argument, sizeof argument);
    tell(told, bytes);
  }
}
template <class... Args> u32 told_by(const config &c, const Args &...args) {
  u64 told = u64(c.grid.x) << 32 | c.block.x;
  tell(told, u64(c.grid.y) << 32 | c.grid.z);
  tell(told, u64(c.block.y) << 32 | c.block.z);
  (tell_argument(told, args), ...);
  return u32(told >> 32) | 1;
}
// How a launch of a parent is carried out.
template <class... Args> static flrt_choice choice_of(flrt_parent &parent, const host_config &c, const Args &...args) {
  return flrt_capturing(c.stream) ? flrt_of_graph(&parent) : flrt_decide(&parent, told_by(c, args...));
}

// What is made for a kernel's parameters alone is each file's own: another may have a class of the same name.
// `kernel<<<...>>>(params...)`, with the errors of just that: cudaLaunchKernelEx reports bad configurations differently.
template <class... Params>
static cudaError_t launch_plain(const config &c, void (*kernel)(Params...), Params... params) {
  void *all[] = {const_cast<void *>(static_cast<const void *>(&params))..., nullptr};
  return cudaLaunchKernel(symbol_of(kernel), c.grid, c.block, all, c.shared, c.stream);
}

template <class... Params, class... Args> static void launch_itself(const config &c, void (*kernel)(Params...), const Args &...args) {
  launch_plain<Params...>(c, kernel, static_cast<Params>(args)...);
}

// Lets a kernel be launched with as much dynamic shared memory as there is. Not with as much as a launch at hand needs: what one thread of the host allows for its
// launch, another may take back before that is made. Returns how much that is, besides the kernel's own, of which debug builds (-G) have more.
template <class... Params> static unsigned allow_shared(const flrt_device &facts, void (*kernel)(Params...)) {
  cudaFuncAttributes compiled = {};
  if (cudaFuncGetAttributes(&compiled, kernel) != cudaSuccess)
    return 48 * 1024;
  const int most = facts.shared_optin - int(compiled.sharedSizeBytes);
  if (compiled.maxDynamicSharedSizeBytes != most)
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  return unsigned(most);
}

constexpr size_t own_of_worker = 8192; // bytes of shared memory that a worker block has for itself, at most
// Worker blocks of a size, of a form of a parent, that a multiprocessor holds. To ask CUDA takes longer than the rest of a launch, so the parent keeps the last answer at
// each `place`: 0 is the fused engine's, the others are for so many sizes of blocks whose children are their own.
template <class... Params> u32 resident_workers(flrt_parent &parent, void (*kernel)(Params...), u32 place, u32 block, size_t shared) {
  const u64 asked = u64(shared) << 32 | block << 8;
  u64 known = __atomic_load_n(&parent.resident[place], __ATOMIC_RELAXED);
  if ((known & ~u64(255)) != asked) {
    int resident = 0;
    if (shared + own_of_worker > 48 * 1024)
      allow_shared(*parent.on, kernel);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, int(block), shared);
    known = asked | (resident > 0 ? u32(resident) : 0);
    __atomic_store_n(&parent.resident[place], known, __ATOMIC_RELAXED);
  }
  return known & 255;
}

// Does a form of parent P need that? The parent's configuration is not refused, but what the program has allowed the parent, it has not allowed its forms, whose own
// shared variables come on top of the parent's.
template <class P> bool needs_leave(const config &c) {
  return c.shared != 0 && c.shared + static_bytes<typename P::shared> + most_own_shared > usual_shared;
}

// The same, or another way, but not yet: a launch whose arguments are at `args`.
template <class... Params>
static flrt_kernel launch_of(void (*kernel)(Params...), flrt_how how, dim3 grid, dim3 block, size_t shared, void **args) {
  static const unsigned sizes[] = {unsigned(sizeof(Params))..., 0};
  flrt_kernel k = {};
  k.how = how;
  k.function = reinterpret_cast<const void *>(kernel);
  k.grid = grid;
  k.block = block;
  k.shared = shared;
  k.args = args;
  k.sizes = sizes;
  k.n_args = sizeof...(Params);
#ifdef FLRT_TYPED_LAUNCHES
  k.start = [](const flrt_kernel *l, cudaStream_t stream) {
    return cudaLaunchKernel(reinterpret_cast<void (*)(Params...)>(reinterpret_cast<uintptr_t>(l->function)), l->grid, l->block, l->args, l->shared,
                            stream);
  };
#endif
  return k;
}
// Launched with a configuration that CUDA rejects, so that CUDA rejects it.
template <class P> __global__ void nothing() {}
template <class P> __global__ void __launch_bounds__(1) nothing_wide() {}
// Behind the launch of a parent which, or whose drain, launches from the device, be it what is kept native: where the stream is captured, an empty kernel. A graph of CUDA's (13.0) does
// not wait for what its last kernels launch, loses some of it, or never ends (docs/results/2026-11-29-h200-graphs.md).
template <class P, bool launches = keeps_launches<P>> void end_captured(const host_config &c) {
  if constexpr (launches && !on_cpu)
    if (flrt_capturing(c.stream))
      launch_plain<>(config(1, 1, 0, c.stream), nothing<P>);
}
// The same behind the parent's own symbol.
template <class P, class... Params, class... Args> static void launch_symbol(const host_config &c, void (*kernel)(Params...), const Args &...args) {
  launch_itself(c, kernel, args...);
  end_captured<P, device_launches>(c);
}

// What is kept of the stream may make launches faster, but for parents that launch on the device themselves: a limit that the program sets for such launches later
// would not be that of a graph's.
template <class P> flrt_stream *chains_in(flrt_stream *kept) { return keeps_launches<P> ? nullptr : kept; }

// Forms of a parent take more registers than its own symbol, which may have been what the program asked how large blocks can be, and shared memory besides. Where a
// block of that size does not fit a form, the symbol is launched.
template <class P, class Form, class... Params, class... Args>
static bool launched_itself(const host_config &c, Form *form, void (*kernel)(Params...), const Args &...args) {
  constexpr size_t always = 65536 / 256; // with as many registers as a thread can have
  constexpr int devices = 32;
  static unsigned known[devices]; // of threads that a block of the form may have
  const size_t threads = volume(c.block);
  const bool large = threads > always && threads <= 1024, leave = needs_leave<P>(c);
  if (!large && !leave)
    return false;
  const flrt_device &facts = *flrt_here();
  const int device = facts.device;
  unsigned most = device < devices ? __atomic_load_n(&known[device], __ATOMIC_RELAXED) : 0;
  size_t shared = 0;
  if (!most || leave) {
    cudaFuncAttributes compiled = {};
    if (cudaFuncGetAttributes(&compiled, form) != cudaSuccess)
      return false;
    most = unsigned(compiled.maxThreadsPerBlock);
    shared = leave ? c.shared + compiled.sharedSizeBytes : 0;
    if (device < devices)
      __atomic_store_n(&known[device], most, __ATOMIC_RELAXED);
  }
  if ((!large || threads <= most) && shared <= size_t(facts.shared_optin))
    return false;
  launch_symbol<P>(c, kernel, args...);
  return true;
}
// An instance of a parent whose shared variables leave no room for a form is launched as it is, and says so once.
template <class P, class... Params, class... Args> static void launch_without_room(const host_config &c, void (*kernel)(Params...), const Args &...args) {
  static bool said;
  if (!__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
    fprintf(stderr, "freelaunch: %s: launched as it is: its shared variables leave no room for what its launches need\n", c.key ? c.key : "a kernel");
  launch_symbol<P>(c, kernel, args...);
}

// No grid that CUDA launches: asked before anything is made ready, which is as large as the grid.
template <class P> static bool refuses_sizes(const host_config &c) {
  const dim3 &g = c.grid, &b = c.block;
  if (g.x - 1 < 0x7fffffffu && g.y - 1 < 65535u && g.z - 1 < 65535u && b.x - 1 < 1024u && b.y - 1 < 1024u && b.z - 1 < 64u && volume(b) <= 1024)
    return false;
  launch_plain<>(c, nothing<P>);
  return true;
}
// What CUDA would reject of a parent's own symbol, whatever its forms might take: more threads than the program says it is launched with, and more dynamic
// shared memory than the program has allowed it.
template <class P> bool refuses_threads(const host_config &c, long long bound, long long = 0, long long = 0) {
  const u64 threads = volume(c.block);
  if (bound <= 0 || threads <= u64(bound) || threads > 1024)
    return false;
#ifdef FLCPU
  flcpu::too_large(c.block, bound);
#else
  launch_plain<>(c, nothing_wide<P>);
#endif
  return true;
}
inline bool allows_shared(const void *kernel, size_t shared, size_t own) {
  cudaFuncAttributes compiled = {};
  return shared == 0 || shared + own <= usual_shared || cudaFuncGetAttributes(&compiled, kernel) != cudaSuccess || shared <= size_t(compiled.maxDynamicSharedSizeBytes);
}
template <class P, class... Params> static bool refuses_shared(const host_config &c, void (*kernel)(Params...)) {
  if (allows_shared(reinterpret_cast<const void *>(kernel), c.shared, static_bytes<typename P::shared>))
    return false;
  config refused = c; // of a kernel without variables
  refused.shared += usual_shared;
  launch_plain<>(refused, nothing<P>);
  return true;
}
} // namespace __fl
#endif
