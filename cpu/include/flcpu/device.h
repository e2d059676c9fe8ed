// Functions of device code other than arithmetic: barriers, warp operations, cached loads, clocks.
#ifndef FLCPU_DEVICE_H
#define FLCPU_DEVICE_H
#include "types.h"

#ifdef FLCPU_PARSE
#define FLCPU_DEVICE_FN extern __device__
#define FLCPU_BODY(...) ;
#define FLCPU_PLACE
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
static constexpr int warpSize = 32;
#else
#include "../flcpu.h"
#define FLCPU_DEVICE_FN inline
#define FLCPU_PLACE const char *flcpu_file = __builtin_FILE(), int flcpu_line = __builtin_LINE()
#define FLCPU_BODY(...)                                                                            \
  { __VA_ARGS__ }

namespace flcpu {
namespace detail {
// Any value of up to eight bytes as the 64 bits that travel through a warp.
template <class T> inline uint64_t to_bits(T v) {
  static_assert(sizeof(T) <= 8, "a warp operation moves at most eight bytes");
  uint64_t bits = 0;
  memcpy(&bits, &v, sizeof v);
  return bits;
}
template <class T> inline T from_bits(uint64_t bits) {
  T v;
  memcpy(&v, &bits, sizeof v);
  return v;
}
// One warp operation: what all lanes brought, until the object dies.
struct warp_values {
  warp_round round;
  warp_values(unsigned mask, uint64_t v) : round(warp_enter(mask, v)) {}
  ~warp_values() { warp_leave(round); }
  warp_values(const warp_values &) = delete;
  bool has(unsigned lane) const { return round.lanes >> lane & 1; }
};
// The lane `from` of those that take part, or the caller's own value.
template <class T> inline T shuffle(unsigned mask, T v, unsigned from) {
  warp_values all(mask, to_bits(v));
  return all.has(from) ? from_bits<T>(all.round.value[from]) : v;
}
} // namespace detail

// What flcc writes in place of inline PTX that has no meaning here.
[[noreturn]] inline void no_ptx(const char *file, unsigned line, const char *instructions) {
  fprintf(stderr, "flcpu: %s:%u: inline PTX cannot run on the CPU target: %s\n", file, line,
          instructions);
  fflush(nullptr); // what the program has printed before
  abort();
}
} // namespace flcpu
#endif

FLCPU_DEVICE_FN void __syncthreads() FLCPU_BODY(flcpu::detail::block_barrier(0);) FLCPU_DEVICE_FN
    int __syncthreads_count(int predicate)
        FLCPU_BODY(return flcpu::detail::block_barrier(predicate).count;) FLCPU_DEVICE_FN
    int __syncthreads_and(int predicate)
        FLCPU_BODY(return flcpu::detail::block_barrier(predicate).all;) FLCPU_DEVICE_FN
    int __syncthreads_or(int predicate)
        FLCPU_BODY(return flcpu::detail::block_barrier(predicate).any;) FLCPU_DEVICE_FN
    void __syncwarp(unsigned mask = 0xffffffffu)
        FLCPU_BODY(flcpu::detail::warp_values all(mask, 0);) FLCPU_DEVICE_FN
    void __threadfence_block() FLCPU_BODY(__atomic_thread_fence(__ATOMIC_SEQ_CST);) FLCPU_DEVICE_FN
    void __threadfence() FLCPU_BODY(__atomic_thread_fence(__ATOMIC_SEQ_CST);) FLCPU_DEVICE_FN
    void __threadfence_system() FLCPU_BODY(__atomic_thread_fence(__ATOMIC_SEQ_CST);) FLCPU_DEVICE_FN
    void __nanosleep(unsigned ns) FLCPU_BODY((void)ns; flcpu::yield();) FLCPU_DEVICE_FN
    void __trap()
        FLCPU_BODY(fputs("flcpu: __trap() in a kernel\n", stderr); fflush(nullptr); abort();) FLCPU_DEVICE_FN
    void __brkpt() FLCPU_BODY(__builtin_trap();) FLCPU_DEVICE_FN void __prof_trigger(int)
        FLCPU_BODY()
#ifdef FLCPU_PARSE
            extern "C" __device__
    void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                      size_t char_size);
#else
            [[noreturn]] inline void __assertfail(const char *message, const char *file,
                                                  unsigned line, const char *function, size_t = 1) {
  fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, message);
  abort();
}
#endif
FLCPU_DEVICE_FN long long clock64() FLCPU_BODY(timespec t; clock_gettime(CLOCK_MONOTONIC, &t);
                                               return t.tv_sec * 1000000000ll + t.tv_nsec;)

    // Which call it is, its line says: compilers make several of one.
    FLCPU_DEVICE_FN unsigned __activemask(FLCPU_PLACE)
        FLCPU_BODY(return flcpu::detail::warp_converge(flcpu_file, flcpu_line);) FLCPU_DEVICE_FN
    unsigned __ballot_sync(unsigned mask, int predicate)
        FLCPU_BODY(flcpu::detail::warp_values all(mask, predicate != 0); unsigned bits = 0;
                   for (unsigned i = 0; i < 32; i++) if (all.has(i) && all.round.value[i]) bits |=
                   1u << i;
                   return bits & mask;) FLCPU_DEVICE_FN int __any_sync(unsigned mask, int predicate)
            FLCPU_BODY(return __ballot_sync(mask, predicate) != 0;) FLCPU_DEVICE_FN
    int __all_sync(unsigned mask, int predicate)
        FLCPU_BODY(return __ballot_sync(mask, !predicate) == 0;) FLCPU_DEVICE_FN
    int __uni_sync(unsigned mask, int predicate) FLCPU_BODY(
        flcpu::detail::warp_values all(mask, predicate != 0);
        for (unsigned i = 0; i < 32;
             i++) if (all.has(i) && all.round.value[i] != uint64_t(predicate != 0)) return 0;
        return 1;)

// Barrier 0 of the whole block is that of __syncthreads().
FLCPU_DEVICE_FN void __barrier_sync_count(unsigned number, unsigned threads)
    FLCPU_BODY(if (number == 0 && threads == blockDim.x * blockDim.y * blockDim.z)
                   __syncthreads();
               else flcpu::detail::numbered_barrier(number, threads, true);)
FLCPU_DEVICE_FN void __barrier_sync(unsigned number)
    FLCPU_BODY(if (number == 0) __syncthreads();
               else flcpu::detail::numbered_barrier(number, 0, true);)
#ifndef FLCPU_PARSE
inline void __flcpu_barrier_arrive(unsigned number, unsigned threads) {
  flcpu::detail::numbered_barrier(number, threads, false);
}
#endif

#ifdef FLCPU_PARSE
#define FLCPU_SHUFFLES(T)                                                                          \
  extern __device__ T __shfl_sync(unsigned mask, T v, int lane, int width = 32);                   \
  extern __device__ T __shfl_up_sync(unsigned mask, T v, unsigned delta, int width = 32);          \
  extern __device__ T __shfl_down_sync(unsigned mask, T v, unsigned delta, int width = 32);        \
  extern __device__ T __shfl_xor_sync(unsigned mask, T v, int lane_mask, int width = 32);
#define FLCPU_MATCHES(T)                                                                           \
  extern __device__ unsigned __match_any_sync(unsigned mask, T v);                                 \
  extern __device__ unsigned __match_all_sync(unsigned mask, T v, int *same);
#else
#define FLCPU_SHUFFLES(T)                                                                          \
  inline T __shfl_sync(unsigned mask, T v, int lane, int width = 32) {                             \
    const unsigned me = flcpu::detail::thread_rank() % 32, w = unsigned(width);                    \
    return flcpu::detail::shuffle(mask, v, (me & ~(w - 1)) | (unsigned(lane) & (w - 1)));          \
  }                                                                                                \
  inline T __shfl_up_sync(unsigned mask, T v, unsigned delta, int width = 32) {                    \
    const unsigned me = flcpu::detail::thread_rank() % 32, w = unsigned(width);                    \
    return flcpu::detail::shuffle(mask, v, (me & (w - 1)) < delta ? me : me - delta);              \
  }                                                                                                \
  inline T __shfl_down_sync(unsigned mask, T v, unsigned delta, int width = 32) {                  \
    const unsigned me = flcpu::detail::thread_rank() % 32, w = unsigned(width);                    \
    return flcpu::detail::shuffle(mask, v, delta >= w - (me & (w - 1)) ? me : me + delta);         \
  }                                                                                                \
  inline T __shfl_xor_sync(unsigned mask, T v, int lane_mask, int width = 32) {                    \
    const unsigned me = flcpu::detail::thread_rank() % 32, w = unsigned(width);                    \
    const unsigned from = (me ^ unsigned(lane_mask)) & 31;                                         \
    return flcpu::detail::shuffle(mask, v, (from & ~(w - 1)) > (me & ~(w - 1)) ? me : from);       \
  }
#define FLCPU_MATCHES(T)                                                                           \
  inline unsigned __match_any_sync(unsigned mask, T v) {                                           \
    const uint64_t mine = flcpu::detail::to_bits(v);                                               \
    flcpu::detail::warp_values all(mask, mine);                                                    \
    unsigned bits = 0;                                                                             \
    for (unsigned i = 0; i < 32; i++)                                                              \
      if (all.has(i) && all.round.value[i] == mine)                                                \
        bits |= 1u << i;                                                                           \
    return bits;                                                                                   \
  }                                                                                                \
  inline unsigned __match_all_sync(unsigned mask, T v, int *same) {                                \
    const uint64_t mine = flcpu::detail::to_bits(v);                                               \
    flcpu::detail::warp_values all(mask, mine);                                                    \
    *same = 1;                                                                                     \
    for (unsigned i = 0; i < 32; i++)                                                              \
      if (all.has(i) && all.round.value[i] != mine)                                                \
        *same = 0;                                                                                 \
    return *same ? all.round.lanes : 0;                                                            \
  }
#endif
        FLCPU_SHUFFLES(int) FLCPU_SHUFFLES(unsigned int) FLCPU_SHUFFLES(long)
            FLCPU_SHUFFLES(unsigned long) FLCPU_SHUFFLES(long long)
                FLCPU_SHUFFLES(unsigned long long) FLCPU_SHUFFLES(float) FLCPU_SHUFFLES(double)
                    FLCPU_MATCHES(int) FLCPU_MATCHES(unsigned int) FLCPU_MATCHES(long)
                        FLCPU_MATCHES(unsigned long) FLCPU_MATCHES(long long)
                            FLCPU_MATCHES(unsigned long long) FLCPU_MATCHES(float)
                                FLCPU_MATCHES(double)
#undef FLCPU_SHUFFLES
#undef FLCPU_MATCHES

#define FLCPU_REDUCE(T, name, expression)                                                          \
  FLCPU_DEVICE_FN T __reduce_##name##_sync(unsigned mask, T v)                                     \
      FLCPU_BODY(flcpu::detail::warp_values all(mask, flcpu::detail::to_bits(v)); T a = v;         \
                 bool first = true; for (unsigned i = 0; i < 32; i++) if (all.has(i)) {            \
                   const T b = flcpu::detail::from_bits<T>(all.round.value[i]);                    \
                   a = first ? b : (expression);                                                   \
                   first = false;                                                                  \
                 } return a;)
                                    FLCPU_REDUCE(int, add, int(unsigned(a) + unsigned(b)))
                                        FLCPU_REDUCE(unsigned, add,
                                                     a + b) FLCPU_REDUCE(int, min, a < b ? a : b)
                                            FLCPU_REDUCE(unsigned, min, a < b ? a : b)
                                                FLCPU_REDUCE(int, max, a > b ? a : b)
                                                    FLCPU_REDUCE(unsigned, max, a > b ? a : b)
                                                        FLCPU_REDUCE(unsigned, and, a &b)
                                                            FLCPU_REDUCE(unsigned, or, a | b)
                                                                FLCPU_REDUCE(unsigned, xor, a ^ b)
#undef FLCPU_REDUCE

    // Cache hints mean little here. The loads and stores that bypass the first cache are what
    // programs exchange values between blocks with: they are atomic where the type allows it.
    template <class T>
    FLCPU_INLINE T __ldg(const T *p) {
  return *p;
}
template <class T> FLCPU_INLINE T __ldca(const T *p) { return *p; }
template <class T> FLCPU_INLINE T __ldlu(const T *p) { return *p; }
template <class T> FLCPU_INLINE T __ldcs(const T *p) { return *p; }
template <class T> FLCPU_INLINE T __ldcg(const T *p) {
  if constexpr (sizeof(T) <= 8 && alignof(T) == sizeof(T)) {
    T v;
    __atomic_load(p, &v, __ATOMIC_ACQUIRE);
    return v;
  } else {
    __asm__ volatile("" ::: "memory");
    return *p;
  }
}
template <class T> FLCPU_INLINE T __ldcv(const T *p) { return __ldcg(p); }
template <class T> FLCPU_INLINE void __stcg(T *p, std::enable_if_t<true, T> v) {
  if constexpr (sizeof(T) <= 8 && alignof(T) == sizeof(T)) {
    __atomic_store(p, &v, __ATOMIC_RELEASE);
  } else {
    *p = v;
    __asm__ volatile("" ::: "memory");
  }
}
template <class T> FLCPU_INLINE void __stwt(T *p, std::enable_if_t<true, T> v) { __stcg(p, v); }
template <class T> FLCPU_INLINE void __stwb(T *p, std::enable_if_t<true, T> v) { *p = v; }
template <class T> FLCPU_INLINE void __stcs(T *p, std::enable_if_t<true, T> v) { *p = v; }

// Programmatic dependent launch: grids of a stream do not overlap here.
FLCPU_DEVICE_FN void cudaTriggerProgrammaticLaunchCompletion() FLCPU_BODY() FLCPU_DEVICE_FN
    void cudaGridDependencySynchronize() FLCPU_BODY()

// Memory is a block's shared memory or global; what is constant or local is not told from that.
FLCPU_DEVICE_FN unsigned __isShared(const void *p)
    FLCPU_BODY(return flcpu::detail::is_shared(p);) FLCPU_DEVICE_FN unsigned __isGlobal(
        const void *p) FLCPU_BODY(return !flcpu::detail::is_shared(p);)

// All addresses are generic.
#define FLCPU_CVTA(space)                                                                          \
  FLCPU_INLINE size_t __cvta_generic_to_##space(const void *p) {                                   \
    return reinterpret_cast<size_t>(p);                                                            \
  }                                                                                                \
  FLCPU_INLINE void *__cvta_##space##_to_generic(size_t p) { return reinterpret_cast<void *>(p); }

FLCPU_CVTA(shared)
FLCPU_CVTA(global)
FLCPU_CVTA(constant)
FLCPU_CVTA(local)
FLCPU_CVTA(grid_constant)
#undef FLCPU_CVTA
#endif
