// What stands in for malloc, free, cudaMalloc, cudaFree, new and delete in device code (docs/allocation.md). In a program that is compiled
// with FL_POOL (its size in bytes; 0: chosen at run time) small requests come from a pool; all others, and all where there is no pool, go
// where they would have gone. What is freed is told apart by its address.
#ifndef FREELAUNCH_HEAP_H
#define FREELAUNCH_HEAP_H
#include "platform.h"
#ifdef FL_POOL
#include "pool.h"
#include <flrt.h>
#endif

namespace fl {
// What cudaMalloc of `n` bytes does in device code with the memory `m` that was found for them: where there is none, and where none was
// asked for, *p stays as it is.
template <class T> FL_DEVICE cudaError_t allocated(T **p, size_t n, void *m) {
  if (!m)
    return n ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
  *p = static_cast<T *>(m);
  return cudaSuccess;
}

#ifndef FL_POOL
FL_DEVICE void *request(size_t n) { return ::malloc(n); }
FL_DEVICE void release(void *p) { ::free(p); }
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
inline void ready_pool() {}
#else
#ifdef __CUDA_ARCH__
#define FL_ON_DEVICE true
#else
#define FL_ON_DEVICE false
#endif
static __device__ pool *pool_here;
FL_DEVICE pool *the_pool() {
  pool *p = pool_here;
  // A kernel that already ran when the pool was made may have cached that there is none.
  return p ? p : *const_cast<pool *volatile *>(&pool_here);
}

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
// Before the first launch on a device: the pool's memory. What goes wrong here leaves the program without a pool, and with its own errors.
// It happens in a stream of its own, and in a relaxed mode, because some other stream may just be captured.
static inline void start_pool(int device) {
  const flrt_aside aside = flrt_step_aside();
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess) {
    void **const head = flrt_enter_pool(device);
    if (!*head)
      *head = make_pool(stream);
    if (*head)
      cudaMemcpyToSymbolAsync(pool_here, head, sizeof *head, 0, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    flrt_leave_pool();
    cudaStreamDestroy(stream);
  }
  flrt_step_back(aside);
}
static inline void ready_pool() {
  static unsigned long long ready[FLRT_DEVICES]; // the context and 1
  static int lock;
  const flrt_device &on = *flrt_here(); // enlarges the device's heap, which must happen before it is used
  unsigned long long *const here = &ready[on.device];
  if (__atomic_load_n(here, __ATOMIC_ACQUIRE) == on.context + 1)
    return;
  flrt_enter(&lock);
  if (*here != on.context + 1) {
    start_pool(on.device);
    __atomic_store_n(here, on.context + 1, __ATOMIC_RELEASE);
  }
  flrt_leave(&lock);
}
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

// Around the grid of a launch that stays as it is.
template <class T> static inline T &&with_pool(T &&grid) {
  ready_pool();
  return static_cast<T &&>(grid);
}
static inline dim3 with_pool(dim3 grid) {
  ready_pool();
  return grid;
}

FL_DEVICE void *request(size_t n) {
  if (n - 1 < pool_largest)
    if (pool *p = the_pool())
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
struct tag {}; // new (fl::heap::tag{}) T

// Objects, so that `using fl::heap::free;` in a body rules: besides a function, those that an argument's type brings along would be candidates.
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
    if (pool *q = the_pool())
      if (void *m = pool_take(q, u32(n))) {
        *p = static_cast<T *>(m);
        return cudaSuccess;
      }
#endif
#if defined(__CUDA_ARCH__) && !defined(__CUDACC_RDC__) // else it is a stub
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

FL_BOTH void *allocate(size_t n) {
#if defined(__CUDA_ARCH__) || defined(FLCPU)
  if (FL_ON_DEVICE && n - 1 < pool_largest)
    if (pool *p = the_pool())
      if (void *m = pool_take(p, u32(n)))
        return m;
#endif
#ifdef FLCPU
  if (FL_ON_DEVICE) // there it gives NULL where the host's throws
    return ::operator new(n, std::nothrow);
#endif
  return ::operator new(n);
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
} // namespace fl

#ifdef FL_POOL
// On the device it gives NULL where there is no memory, and then nothing may be constructed.
#if defined(__CUDA_ARCH__) || defined(FLCPU)
#define FL_MAY_BE_NULL noexcept
#else
#define FL_MAY_BE_NULL
#endif
__host__ __device__ __forceinline__ void *operator new(size_t n,
                                                              fl::heap::tag) FL_MAY_BE_NULL {
  return fl::heap::allocate(n);
}
__host__ __device__ __forceinline__ void *operator new[](size_t n,
                                                                fl::heap::tag) FL_MAY_BE_NULL {
  return fl::heap::allocate(n);
}
// Called where a constructor throws, on the host.
__host__ __device__ __forceinline__ void operator delete(void *p, fl::heap::tag) {
  ::operator delete(p);
}
__host__ __device__ __forceinline__ void operator delete[](void *p, fl::heap::tag) {
  ::operator delete(p);
}
#undef FL_MAY_BE_NULL
#endif
#endif
