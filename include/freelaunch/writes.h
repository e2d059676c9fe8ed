// How children write to memory (src/plan/stores.c): what is there already is left out, scattered stores are exchanges, and atomic operations of which a thread has many under way are reductions.
#ifndef FREELAUNCH_WRITES_H
#define FREELAUNCH_WRITES_H
#include "platform.h"

namespace __fl {
// Stores what may be there already: stores of many threads to one place wait for each other, loads do not. The value comes as a value: a constant of
// the program need not have an address. Memory that nobody has set may hold what is no bool.
template <class T> static __host__ __device__ __forceinline__ bool is_there(const T &place, T wanted) { return place == wanted; }
__host__ __device__ __forceinline__ bool is_there(const bool &place, bool wanted) {
  return reinterpret_cast<const unsigned char &>(place) == static_cast<unsigned char>(wanted);
}
template <class T, class V> static __host__ __device__ __forceinline__ constexpr void store_new(T &place, V value) {
  const T wanted = static_cast<T>(value);
  if (!is_there(place, wanted))
    place = wanted;
}
// `level[v] = now` as an atomic exchange: `by_exchange(level[v]) = now` (analysis/memory/scattered.c). Classes, types of other sizes and what is volatile are stored as they were.
template <class T> class exchanged {
  T &place;

public:
  explicit __host__ __device__ __forceinline__ constexpr exchanged(T &p) : place(p) {}
  __host__ __device__ __forceinline__ constexpr void operator=(T value) const { store_by_exchange(&place, value); }
};
template <class T> struct is_word { static constexpr bool value = !__is_class(T) && !__is_union(T) && (sizeof(T) == 4 || sizeof(T) == 8); };
template <class T, bool = is_word<T>::value> struct exchange_of { using type = T &; };
template <class T> struct exchange_of<T, true> { using type = exchanged<T>; };
template <class T> struct exchange_of<volatile T, true> { using type = volatile T &; };
template <class T> static __host__ __device__ __forceinline__ constexpr typename exchange_of<T>::type by_exchange(T &place) {
  return typename exchange_of<T>::type(place);
}

// Atomic operations in loops that do not use their results. In a kernel with fences ptxas has each of them return what it found, since it may be the reading half of an acquire; who does not look at that
// has acquired nothing. Of memory that is not global the multiprocessor does them itself.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define FL_REDUCE(name, op, reg, p, v)                                                             \
  if (__isGlobal(p))                                                                               \
    asm volatile("red.relaxed.gpu.global." op " [%0], %1;" ::"l"(__cvta_generic_to_global(p)),     \
                 reg(v)                                                                            \
                 : "memory");                                                                      \
  else                                                                                             \
    ::name(p, v);
#else
#define FL_REDUCE(name, op, reg, p, v) ::name(p, v);
#endif
#define FL_REDUCING(T, name, op, reg)                                                              \
  FL_DEVICE T name(T *p, T v) {                                                                    \
    FL_REDUCE(name, op, reg, p, v)                                                                 \
    return 0;                                                                                      \
  }
#define FL_REDUCING_ORDER(T, type, reg)                                                            \
  FL_REDUCING(T, atomicMin, "min." type, reg) FL_REDUCING(T, atomicMax, "max." type, reg)
#define FL_REDUCING_BITS(T, type, reg)                                                             \
  FL_REDUCING(T, atomicAnd, "and." type, reg)                                                      \
  FL_REDUCING(T, atomicOr, "or." type, reg)                                                        \
  FL_REDUCING(T, atomicXor, "xor." type, reg)
namespace reducing {
FL_REDUCING(int, atomicAdd, "add.u32", "r")
FL_REDUCING(u32, atomicAdd, "add.u32", "r")
FL_REDUCING(u64, atomicAdd, "add.u64", "l")
FL_REDUCING(float, atomicAdd, "add.f32", "f")
FL_REDUCING(double, atomicAdd, "add.f64", "d")
FL_DEVICE int atomicSub(int *p, int v) { return atomicAdd(p, int(0 - u32(v))); }
FL_DEVICE u32 atomicSub(u32 *p, u32 v) { return atomicAdd(p, 0 - v); }
FL_REDUCING(u32, atomicInc, "inc.u32", "r")
FL_REDUCING(u32, atomicDec, "dec.u32", "r")
FL_REDUCING_ORDER(int, "s32", "r")
FL_REDUCING_ORDER(u32, "u32", "r")
FL_REDUCING_ORDER(long long, "s64", "l")
FL_REDUCING_ORDER(u64, "u64", "l")
FL_REDUCING_BITS(int, "b32", "r")
FL_REDUCING_BITS(u32, "b32", "r")
FL_REDUCING_BITS(u64, "b64", "l")
} // namespace reducing
#undef FL_REDUCING_BITS
#undef FL_REDUCING_ORDER
#undef FL_REDUCING
#undef FL_REDUCE

// Atomic operations that are loads where they would write what is there already (analysis/memory/silent.c): of what is in memory, or of what the
// multiprocessor's cache holds.
#define FL_SILENT(T, name, look, changes)                                                          \
  FL_DEVICE T name(T *p, T v) {                                                                    \
    const T old = look(p);                                                                         \
    return changes ? ::name(p, v) : old;                                                           \
  }
#define FL_SILENT_ORDER(T, look)                                                                   \
  FL_SILENT(T, atomicMin, look, v < old) FL_SILENT(T, atomicMax, look, old < v)
#define FL_SILENT_ORDERS(look)                                                                     \
  FL_SILENT_ORDER(int, look)                                                                       \
  FL_SILENT_ORDER(u32, look)                                                                       \
  FL_SILENT_ORDER(long long, look)                                                                 \
  FL_SILENT_ORDER(u64, look)
#define FL_SILENT_BITS(T)                                                                          \
  FL_SILENT(T, atomicAnd, load_relaxed, (old & v) != old)                                          \
  FL_SILENT(T, atomicOr, load_relaxed, (old | v) != old)                                           \
  FL_DEVICE T atomicCAS(T *p, T expected, T v) {                                                   \
    const T old = load_relaxed(p);                                                                 \
    return old == expected ? ::atomicCAS(p, expected, v) : old;                                    \
  }
namespace silent {
FL_SILENT_ORDERS(load_relaxed)
FL_SILENT_BITS(int)
FL_SILENT_BITS(u32)
FL_SILENT_BITS(u64)
} // namespace silent
namespace cached {
FL_SILENT_ORDERS(load_cached)
} // namespace cached
#undef FL_SILENT_BITS
#undef FL_SILENT_ORDERS
#undef FL_SILENT_ORDER
#undef FL_SILENT
} // namespace __fl
#endif
