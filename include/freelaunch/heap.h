// What stands in for malloc, free, cudaMalloc, cudaFree, new and delete in device code (docs/allocation.md). In a program that is compiled
// with FL_POOL (its size in bytes; 0: chosen at run time) small requests come from a pool; all others, and all where there is no pool, go
// where they would have gone. What is freed is told apart by its address. FL_POOL_LINKED: there is a pool only if the linker says so.
#ifndef FREELAUNCH_HEAP_H
#define FREELAUNCH_HEAP_H
#include "platform.h"
#ifdef FL_POOL
#include "pool.h"
#include <flrt.h>
#endif

namespace __fl {
// What cudaMalloc of `n` bytes does in device code with the memory `m` that was found for them: where there is none, and where none was
// asked for, *p stays as it is.
template <class T> FL_DEVICE cudaError_t allocated(T **p, size_t n, void *m) {
  if (!m)
    return n ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
  *p = static_cast<T *>(m);
  return cudaSuccess;
}

// Before the first launch on a device: its heap, and the pool.
static inline void ready_pool();
// Around the grid of a launch that stays as it is: when the first kernel that allocates has run, the device's heap can no longer be enlarged.
template <class T> static inline T &&with_heap(T &&grid) {
  ready_pool();
  return static_cast<T &&>(grid);
}
static inline dim3 with_heap(dim3 grid) {
  ready_pool();
  return grid;
}

#ifndef FL_POOL
FL_DEVICE void *request(size_t n) { return ::malloc(n); }
FL_DEVICE void release(void *p) { ::free(p); }
static inline void ready_pool() { (void)flrt_here(); }
#else

#ifdef FLCPU
#define FL_ON_DEVICE flcpu::on_device()
// The CPU target has one device, whose memory is the host's.
inline pool *start_pool() {
  const size_t bytes = flrt_pool_bytes(FL_POOL, pool_page_bytes, pool_most_pages);
  const pool_plan plan(bytes / pool_page_bytes);
  void *memory = nullptr;
  if (!bytes || posix_memalign(&memory, pool_page_bytes, plan.all()))
    return nullptr;
  char *const head = static_cast<char *>(memory) + plan.pages * pool_page_bytes;
  memset(head, 0, plan.head);
  return new (head) pool(plan.made(static_cast<char *>(memory)));
}
inline pool *the_pool() {
  static pool *const p = start_pool();
  return p;
}
inline pool *pool_to_take() { return the_pool(); }
inline pool *pool_for_objects() { return the_pool(); }
static inline void ready_pool() {}
#else
#ifdef __CUDA_ARCH__
#define FL_ON_DEVICE true
#else
#define FL_ON_DEVICE false
#endif
// What a file's device code knows of the pool; null: nothing.
struct pool_places {
  pool *to_free;  // blocks of which may come here
  pool *to_take;  // that serves requests
  pool *to_build; // and those of `new`
};
static __device__ pool_places pool_here;
FL_DEVICE pool *the_pool() {
  pool *p = pool_here.to_free;
  // A kernel that already ran when the pool was made may have cached that there is none.
  return p ? p : *const_cast<pool *volatile *>(&pool_here.to_free);
}
FL_DEVICE pool *pool_to_take() { return pool_here.to_take; }
FL_DEVICE pool *pool_for_objects() { return pool_here.to_build; }

#ifdef FL_POOL_LINKED
// The linker gives them the value 1 where flcc has seen that all of the program's device code frees by calls that know the pool, and that its `delete` does,
// too (src/driver/pool.c). Else they have none; gold puts such names where the program begins, so it is the value's last bit that counts.
extern "C" __attribute__((weak, visibility("hidden"))) char fl_pool_linked, fl_pool_linked_objects;
static inline bool is_linked(char *name) {
  char *volatile at = name;
  return reinterpret_cast<size_t>(at) & 1;
}
static inline bool pool_serves() { return is_linked(&fl_pool_linked); }
static inline bool pool_serves_objects() { return is_linked(&fl_pool_linked_objects); }
#else
static inline bool pool_serves() { return true; }
static inline bool pool_serves_objects() { return true; }
#endif

// A file whose device code allocates or frees. All of a program's are known before anything else of it runs.
class pool_user {
public:
  pool_user(const void *places, bool serves, bool objects)
      : serves_(serves), places_(places), objects_(objects) {
    flrt_enter(&lock_);
    next_ = first_;
    first_ = this;
    __atomic_fetch_add(&serving_, serves, __ATOMIC_RELEASE);
    for (int i = 0; i < 2 * FLRT_DEVICES; i++) // a library that was loaded later
      __atomic_store_n(&ready_[i], 0, __ATOMIC_RELEASE);
    flrt_leave(&lock_);
  }
  pool_user(const pool_user &) = delete;
  pool_user &operator=(const pool_user &) = delete;
  ~pool_user() {
    flrt_enter(&lock_);
    pool_user **at = &first_;
    while (*at && *at != this)
      at = &(*at)->next_;
    if (*at)
      *at = next_;
    __atomic_fetch_sub(&serving_, serves_, __ATOMIC_RELEASE);
    flrt_leave(&lock_);
  }
  // Sees to it that all files know the current device's pool; a file whose requests it serves has it made by `make`.
  void ready(void *(*make)(cudaStream_t)) const {
    if (!__atomic_load_n(&serving_, __ATOMIC_ACQUIRE))
      return;
    const flrt_device &on = *flrt_here(); // enlarges the device's heap, which must happen before it is used
    unsigned long long *const here = &ready_[on.device + serves_ * FLRT_DEVICES];
    if (__atomic_load_n(here, __ATOMIC_ACQUIRE) == on.context + 1)
      return;
    flrt_enter(&lock_);
    if (*here != on.context + 1) {
      start(on.device, serves_ ? make : nullptr);
      __atomic_store_n(here, on.context + 1, __ATOMIC_RELEASE);
    }
    flrt_leave(&lock_);
  }

private:
  bool serves_;
  const void *places_;
  bool objects_;
  pool_user *next_ = nullptr;
  inline static pool_user *first_;
  inline static int lock_;
  inline static int serving_; // files that are served
  inline static unsigned long long ready_[2 * FLRT_DEVICES]; // the context and 1, for files that are not served and those that are

  static cudaError_t put(const pool_user *u, const pool_places &p, size_t bytes, cudaStream_t stream) {
    return cudaMemcpyToSymbolAsync(u->places_, &p, bytes, 0, cudaMemcpyHostToDevice, stream);
  }
  // Before any code can take blocks, all code that frees must know them.
  static void tell(void *head, cudaStream_t stream) {
    pool *const all = static_cast<pool *>(head);
    bool known = true;
    for (const pool_user *u = first_; u; u = u->next_)
      known &= put(u, pool_places{all, nullptr, nullptr}, sizeof all, stream) == cudaSuccess;
    known &= cudaStreamSynchronize(stream) == cudaSuccess;
    for (const pool_user *u = first_; u && known; u = u->next_)
      if (u->serves_)
        put(u, pool_places{all, all, u->objects_ ? all : nullptr}, sizeof(pool_places), stream);
    cudaStreamSynchronize(stream);
  }
  // What goes wrong here leaves the program without a pool, and with its own errors. It happens in a stream of its own, and in a relaxed mode,
  // because some other stream may just be captured.
  static void start(int device, void *(*make)(cudaStream_t)) {
    const flrt_aside aside = flrt_step_aside();
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess) {
      void **const head = flrt_enter_pool(device);
      if (!*head && make)
        *head = make(stream);
      if (*head)
        tell(*head, stream);
      flrt_leave_pool();
      cudaStreamDestroy(stream);
    }
    flrt_step_back(aside);
  }
};
static pool_user this_pool_user __attribute__((init_priority(101)))(&pool_here, pool_serves(), pool_serves_objects());

// Makes the pool of a device, as large as there is memory for. Returns the address of its head; null if there is none.
static inline void *make_pool(cudaStream_t stream) {
  size_t bytes = flrt_pool_bytes(FL_POOL, pool_page_bytes, pool_most_pages);
  void *memory = nullptr;
  while (bytes >= pool_page_bytes &&
         cudaMalloc(&memory, pool_plan(bytes / pool_page_bytes).all()) != cudaSuccess)
    bytes /= 2;
  if (!memory)
    return nullptr;
  const pool_plan plan(bytes / pool_page_bytes);
  const pool p = plan.made(static_cast<char *>(memory));
  char *const head = p.begin + p.bytes;
  if (cudaMemsetAsync(head, 0, plan.head, stream) == cudaSuccess &&
      cudaMemcpyAsync(head, &p, sizeof p, cudaMemcpyHostToDevice, stream) == cudaSuccess &&
      cudaStreamSynchronize(stream) == cudaSuccess)
    return head;
  cudaFree(memory);
  return nullptr;
}
static inline void ready_pool() { this_pool_user.ready(make_pool); }
#endif

#if defined(__CUDACC_RDC__) && !defined(FLCPU)
// Never launched. Without a kernel of blocks this large in the file, the pool's functions would take so many registers that such blocks of
// other kernels could not be launched.
static __global__ __launch_bounds__(1024) __attribute__((used)) void pool_keeps_to_registers(
    void **p, u32 bytes) {
  pool *const here = the_pool();
  pool_give(here, *p);
  *p = pool_take(here, bytes);
}
#endif

FL_DEVICE void *request(size_t n) {
  if (n - 1 < pool_largest)
    if (pool *p = pool_to_take())
      if (void *m = pool_take(p, u32(n)))
        return m;
  return ::malloc(n);
}
FL_DEVICE bool in_pool(const void *m) {
  const pool *p = the_pool();
  return p && size_t(static_cast<const char *>(m) - p->begin) < p->bytes;
}
FL_DEVICE void release(void *m) {
  if (in_pool(m))
    pool_give(the_pool(), m);
  else
    ::free(m);
}

template <class T> struct element_in { using type = T; };
template <class T, size_t n> struct element_in<T[n]> : element_in<T> {};

// For the host, too, because of functions that run on both sides: there they are what they are called.
#define FL_BOTH __host__ __device__ __forceinline__
#ifdef __CUDA_ARCH__
#define FL_OBJECT static __device__ constexpr
#else
#define FL_OBJECT static constexpr
#endif
namespace heap {
struct tag {}; // new (__fl::heap::tag{}) T

// Objects, so that `using __fl::heap::free;` in a body rules: besides a function, those that an argument's type brings along would be candidates.
struct call_malloc {
  FL_BOTH void *operator()(size_t n) const {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
    if (FL_ON_DEVICE)
      return request(n);
#endif
    return ::malloc(n);
  }
};
struct call_free {
  FL_BOTH void operator()(void *p) const {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
    if (FL_ON_DEVICE)
      return release(p);
#endif
    ::free(p);
  }
};
template <class T> FL_BOTH cudaError_t allocate_for(T **p, size_t n) {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
  if (FL_ON_DEVICE && n - 1 < pool_largest)
    if (pool *q = pool_to_take())
      if (void *m = pool_take(q, u32(n))) {
        *p = static_cast<T *>(m);
        return cudaSuccess;
      }
#endif
#if defined(__CUDA_ARCH__) && !defined(__CUDACC_RDC__) // without the device's runtime its cudaMalloc does nothing
  return allocated(p, n, n ? ::malloc(n) : nullptr);
#else
  return ::cudaMalloc(reinterpret_cast<void **>(p), n);
#endif
}
FL_BOTH cudaError_t give_back(void *p) {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
  if (FL_ON_DEVICE && in_pool(p)) {
    pool_give(the_pool(), p);
    return cudaSuccess;
  }
#endif
#if defined(__CUDA_ARCH__) && !defined(__CUDACC_RDC__)
  ::free(p);
  return cudaSuccess;
#else
  return ::cudaFree(p);
#endif
}
struct call_cuda_malloc {
  template <class T> FL_BOTH cudaError_t operator()(T **p, size_t n) const {
    return allocate_for(p, n);
  }
};
struct call_cuda_free {
  FL_BOTH cudaError_t operator()(void *p) const { return give_back(p); }
};
FL_OBJECT call_malloc malloc{};
FL_OBJECT call_free free{};
FL_OBJECT call_cuda_malloc cudaMalloc{};
FL_OBJECT call_cuda_free cudaFree{};

// `new T`, and `new T[n]`: what is not of the pool comes from the operator that `delete`, or `delete[]`, is the other half of.
template <bool array> static FL_BOTH void *allocate(size_t n) {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
  if (FL_ON_DEVICE && n - 1 < pool_largest)
    if (pool *p = pool_for_objects())
      if (void *m = pool_take(p, u32(n)))
        return m;
#endif
#ifdef FLCPU
  if (FL_ON_DEVICE) // there it gives NULL where the host's throws
    return array ? ::operator new[](n, std::nothrow) : ::operator new(n, std::nothrow);
#endif
  return array ? ::operator new[](n) : ::operator new(n);
}
// `delete p`, and `delete[] p`. An array whose elements need a destructor has their number in front of it; one without elements may begin where its block ends.
template <class T> static FL_BOTH void destroy(T *p) {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
  const void *m = const_cast<const void *>(static_cast<const volatile void *>(p));
  if (p && FL_ON_DEVICE && in_pool(m)) {
    p->~T();
    pool_give(the_pool(), m);
    return;
  }
#endif
  delete p;
}
template <class T> static FL_BOTH void destroy_array(T *p) {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
  using element = typename element_in<T>::type;
  constexpr bool counted = !__has_trivial_destructor(element);
  const void *m = const_cast<const void *>(static_cast<const volatile void *>(p));
  if (p && FL_ON_DEVICE && in_pool(m = static_cast<const size_t *>(m) - counted)) {
    if constexpr (counted) {
      size_t n = *static_cast<const size_t *>(m);
      auto *first = reinterpret_cast<element *>(p);
      while (n-- > 0)
        first[n].~element();
    }
    pool_give(the_pool(), m);
    return;
  }
#endif
  delete[] p;
}
} // namespace heap
#undef FL_BOTH
#undef FL_OBJECT
#endif
} // namespace __fl

#ifdef FL_POOL
// On the device it gives NULL where there is no memory, and then nothing may be constructed.
#if defined(__CUDA_ARCH__) || defined(FLCPU)
#define FL_MAY_BE_NULL noexcept
#else
#define FL_MAY_BE_NULL
#endif
__host__ __device__ __forceinline__ void *operator new(size_t n,
                                                              __fl::heap::tag) FL_MAY_BE_NULL {
  return __fl::heap::allocate<false>(n);
}
__host__ __device__ __forceinline__ void *operator new[](size_t n,
                                                                __fl::heap::tag) FL_MAY_BE_NULL {
  return __fl::heap::allocate<true>(n);
}
// Called where a constructor throws, on the host.
__host__ __device__ __forceinline__ void operator delete(void *p, __fl::heap::tag) {
  ::operator delete(p);
}
__host__ __device__ __forceinline__ void operator delete[](void *p, __fl::heap::tag) {
  ::operator delete[](p);
}
#undef FL_MAY_BE_NULL
#endif
#endif
