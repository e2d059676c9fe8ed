// The block scheduler of the CPU target: runs CUDA kernels, and the launches they make in turn, on
// the processor's cores.
//
// Workers (operating system threads) take blocks of grids. Inside a block one fiber runs CUDA
// thread after CUDA thread as a plain loop; only a thread that has to wait (barrier, warp
// operation, join, yield) keeps its fiber, and another fiber goes on with the rest. A block stays
// with the worker that started it.
#ifndef FLCPU_H
#define FLCPU_H
#include "flcpu/types.h"
#include <type_traits>

// The library itself writes the built-in variables; for everyone else they are constants.
#ifndef FLCPU_MUTABLE_BUILTINS
#define FLCPU_MUTABLE_BUILTINS const
#endif
#define FLCPU_TLS __thread
#define FLCPU_TLS_MODEL __attribute__((tls_model("initial-exec")))

// The built-in variables of the running CUDA thread; zero outside kernels.
extern FLCPU_TLS FLCPU_MUTABLE_BUILTINS uint3 threadIdx FLCPU_TLS_MODEL;
extern FLCPU_TLS FLCPU_MUTABLE_BUILTINS uint3 blockIdx FLCPU_TLS_MODEL;
extern FLCPU_TLS FLCPU_MUTABLE_BUILTINS dim3 blockDim FLCPU_TLS_MODEL;
extern FLCPU_TLS FLCPU_MUTABLE_BUILTINS dim3 gridDim FLCPU_TLS_MODEL;
static constexpr int warpSize = 32;

namespace flcpu {

namespace detail {

// What inline code needs to see of a running block: where its shared variables are.
struct block_view {
  struct entry {
    const void *key;
    void *data;
  };
  static constexpr unsigned cached =
      16; // entries of the direct-mapped cache over all shared variables
  entry cache[cached];
  void *dynamic; // dynamic shared memory; null until first used
};
extern FLCPU_TLS block_view *current_block FLCPU_TLS_MODEL; // null on the host

void *shared_slow(const void *key, size_t size, size_t align);
void *dynamic_slow();
bool is_shared(const void *p); // is it in the running block's shared memory?

// Checks a launch and makes room for its body of `size` bytes; body null (and the thread's last
// error set) if CUDA would reject it. submit() takes it over once the body is constructed.
struct prepared {
  void *body;
  struct node *grid;
};
prepared prepare(dim3 grid, dim3 block, size_t shared, size_t size, size_t align,
                 void (*call)(void *), void (*destroy)(void *));
void submit(prepared launch, cudaStream_t stream);

// What a stream of the host's is to do later, and may do again: a node of the graph that it is captured into.
struct operation {
  virtual ~operation() = default;
  virtual void run() const = 0;
};
extern int captures; // how many there are
bool captured_now(cudaStream_t stream);
inline bool is_captured(cudaStream_t stream) {
  return __builtin_expect(__atomic_load_n(&captures, __ATOMIC_RELAXED) != 0, 0) &&
         captured_now(stream);
}
void record(cudaStream_t stream, const operation *what, int type);
// Is it what CUDA accepts? If not, that is the calling thread's last error.
bool is_accepted(dim3 grid, dim3 block, size_t shared);

// A rendezvous of the lanes of a warp: `value[i]` is what lane i brought, for the lanes in `lanes`.
struct warp_round {
  const uint64_t *value;
  unsigned lanes;
  void *group;
};
warp_round warp_enter(unsigned mask, uint64_t value);
void warp_leave(const warp_round &round);
// The lanes of the warp that come to a place together with the calling one.
unsigned warp_converge(const char *, int); // the file and the line

// Block barrier; the results are those of __syncthreads_count, _and and _or over `predicate`.
struct barrier_result {
  int count, all, any;
};
barrier_result block_barrier(int predicate);
// One of 16 more, for `threads` of the block; 0: for all. Does the thread wait there?
void numbered_barrier(unsigned number, unsigned threads, bool waits);
void grid_barrier();

// Linear index of the running CUDA thread in its block.
unsigned thread_rank();

} // namespace detail

template <class F> void launch(dim3 grid, dim3 block, size_t shared, cudaStream_t stream, F body);
namespace detail {
template <class F> struct launch_operation final : operation {
  dim3 grid, block;
  size_t shared;
  F body;
  launch_operation(dim3 g, dim3 b, size_t s, const F &f) : grid(g), block(b), shared(s), body(f) {}
  void run() const override { launch(grid, block, shared, cudaStream_t(), F(body)); }
};
} // namespace detail

// Launches a grid whose every CUDA thread calls body(); `body` is copied. From the host it returns
// when the grid and all that it launched are complete, unless the stream is captured. Inside a kernel it has the meaning of a
// device-side launch into `stream`. A configuration that CUDA rejects launches nothing and sets the
// calling thread's last error.
template <class F> void launch(dim3 grid, dim3 block, size_t shared, cudaStream_t stream, F body) {
  if (detail::is_captured(stream)) {
    if (detail::is_accepted(grid, block, shared))
      detail::record(stream, new detail::launch_operation<F>(grid, block, shared, body), 0);
    return;
  }
  void (*destroy)(void *) = nullptr;
  if constexpr (!std::is_trivially_destructible<F>::value)
    destroy = [](void *p) { static_cast<F *>(p)->~F(); };
  const detail::prepared made = detail::prepare(
      grid, block, shared, sizeof(F), alignof(F), [](void *p) { (*static_cast<F *>(p))(); },
      destroy);
  if (!made.body)
    return;
  new (made.body) F(static_cast<F &&>(body));
  detail::submit(made, stream);
}

// Has a block more threads than a kernel's __launch_bounds__ allow? Then it is the calling thread's last error.
bool too_large(dim3 block, long long bound, long long = 0, long long = 0);
// The same of a host's launch with more dynamic shared memory than the kernel is allowed, beside what it declares.
bool too_much_shared(size_t shared, const void *kernel, size_t declared = 0);

template <class T> using pointed_to = std::remove_pointer_t<T>;
// The type of a shared variable, which is declared as a reference.
template <class T> using declared = std::remove_reference_t<T>;

// The running block's variable that belongs to `key` (any address that is unique to the variable):
// the same object for all threads of a block, not initialised, gone when the block ends. Each file's
// own, as is all that is made for types alone: another file may have a class of the same name.
template <class T, size_t align = alignof(T)> static inline T &shared(const void *key) {
  detail::block_view *block = detail::current_block;
  if (__builtin_expect(block != nullptr, 1)) {
    const uintptr_t bits = reinterpret_cast<uintptr_t>(key);
    const detail::block_view::entry &e =
        block->cache[(bits ^ (bits >> 4)) % detail::block_view::cached];
    if (__builtin_expect(e.key == key, 1))
      return *static_cast<T *>(e.data);
  }
  return *static_cast<T *>(
      detail::shared_slow(key, sizeof(T), align > alignof(T) ? align : alignof(T)));
}

// The running block's dynamic shared memory, aligned to 256 bytes.
template <class T> inline T *dynamic_shared() {
  detail::block_view *block = detail::current_block;
  if (__builtin_expect(block && block->dynamic, 1))
    return static_cast<T *>(block->dynamic);
  return static_cast<T *>(detail::dynamic_slow());
}

// Stands for an `extern __shared__ T name[]` at namespace scope: usable as a pointer to the running
// block's dynamic shared memory.
template <class T> struct dynamic_array {
  operator T *() const { return dynamic_shared<T>(); }
  template <class U> explicit operator U *() const {
    return reinterpret_cast<U *>(dynamic_shared<T>());
  }
  T *operator->() const { return dynamic_shared<T>(); }
};

// For loops that wait for other threads: lets the other threads of the block, other blocks and
// other grids run. On the host it gives the processor away.
void yield();

namespace detail {
void wait_for(const void *key, bool (*met)(void *), void *argument);
void run_team(dim3 threads, void (*call)(void *), void *body);
} // namespace detail

// Waits until met() is true, as a loop around yield() would, but without running the thread to find
// out: met() is called on the scheduler's stack and only looks at memory. Threads of a block that
// give the same key (any address; null: none) wait for the same thing, and one's condition is looked
// at for all.
template <class F> inline void wait_until(const void *key, F met) {
  if (!met())
    detail::wait_for(
        key, [](void *p) -> bool { return (*static_cast<F *>(p))(); }, &met);
}

// Runs body() in as many CUDA threads of their own, beside the calling thread and in its block, and
// returns when they have ended. threadIdx, __syncthreads and warp operations are the team's there;
// blockDim stays that of the block.
template <class F> inline void team(dim3 threads, const F &body) {
  detail::run_team(
      threads, [](void *p) { (*static_cast<const F *>(p))(); },
      const_cast<void *>(static_cast<const void *>(&body)));
}

// Whether the caller runs inside a kernel.
bool on_device();

// Number of operating system threads that run blocks (FL_CPU_THREADS, else the number of cores).
int workers();

} // namespace flcpu
#endif
