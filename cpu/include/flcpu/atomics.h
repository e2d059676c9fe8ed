// Atomic functions: the processor's own atomics, because blocks run on several threads. The scope
// suffixes make no difference.
#ifndef FLCPU_ATOMICS_H
#define FLCPU_ATOMICS_H
#include "base.h"

#ifdef FLCPU_PARSE
#define FLCPU_ATOMIC(T, name, ...)                                                                 \
  extern __device__ T atomic##name(T *p, T v);                                                     \
  extern __device__ T atomic##name##_block(T *p, T v);                                             \
  extern __device__ T atomic##name##_system(T *p, T v);
#define FLCPU_CAS(T)                                                                               \
  extern __device__ T atomicCAS(T *p, T expected, T v);                                            \
  extern __device__ T atomicCAS_block(T *p, T expected, T v);                                      \
  extern __device__ T atomicCAS_system(T *p, T expected, T v);
#define FLCPU_RMW(T, name, builtin) FLCPU_ATOMIC(T, name)
#define FLCPU_LOOP(T, name, expression) FLCPU_ATOMIC(T, name)
#else
#define FLCPU_ATOMIC(T, name, ...)                                                                 \
  inline T atomic##name(T *p, T v) { __VA_ARGS__ }                                                 \
  inline T atomic##name##_block(T *p, T v) { return atomic##name(p, v); }                          \
  inline T atomic##name##_system(T *p, T v) { return atomic##name(p, v); }
#define FLCPU_RMW(T, name, builtin) FLCPU_ATOMIC(T, name, return builtin(p, v, __ATOMIC_ACQ_REL);)
// `expression` gives the new value from `old` and `v`.
#define FLCPU_LOOP(T, name, expression)                                                            \
  FLCPU_ATOMIC(                                                                                    \
      T, name, T old; __atomic_load(p, &old, __ATOMIC_RELAXED); for (;;) {                         \
        T now = (expression);                                                                      \
        if (__atomic_compare_exchange(p, &old, &now, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))   \
          return old;                                                                              \
      })
#define FLCPU_CAS(T)                                                                               \
  inline T atomicCAS(T *p, T expected, T v) {                                                      \
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);       \
    return expected;                                                                               \
  }                                                                                                \
  inline T atomicCAS_block(T *p, T expected, T v) { return atomicCAS(p, expected, v); }            \
  inline T atomicCAS_system(T *p, T expected, T v) { return atomicCAS(p, expected, v); }
#endif

#define FLCPU_INTEGER(T)                                                                           \
  FLCPU_RMW(T, Add, __atomic_fetch_add)                                                            \
  FLCPU_RMW(T, Exch, __atomic_exchange_n)                                                          \
  FLCPU_RMW(T, And, __atomic_fetch_and)                                                            \
  FLCPU_RMW(T, Or, __atomic_fetch_or)                                                              \
  FLCPU_RMW(T, Xor, __atomic_fetch_xor)                                                            \
  FLCPU_LOOP(T, Min, old < v ? old : v)                                                            \
  FLCPU_LOOP(T, Max, old > v ? old : v)                                                            \
  FLCPU_CAS(T)
FLCPU_INTEGER(int)
FLCPU_INTEGER(unsigned int)
FLCPU_INTEGER(unsigned long long)
FLCPU_RMW(int, Sub, __atomic_fetch_sub)
FLCPU_RMW(unsigned int, Sub, __atomic_fetch_sub)
FLCPU_LOOP(long long, Min, old < v ? old : v)
FLCPU_LOOP(long long, Max, old > v ? old : v)
FLCPU_RMW(long long, And, __atomic_fetch_and)
FLCPU_RMW(long long, Or, __atomic_fetch_or)
FLCPU_RMW(long long, Xor, __atomic_fetch_xor)
FLCPU_LOOP(unsigned int, Inc, old >= v ? 0 : old + 1)
FLCPU_LOOP(unsigned int, Dec, old == 0 || old > v ? v : old - 1)
FLCPU_LOOP(float, Add, old + v)
FLCPU_LOOP(double, Add, old + v)
FLCPU_LOOP(float, Exch, v)
FLCPU_CAS(unsigned short)
#undef FLCPU_INTEGER
#undef FLCPU_RMW
#undef FLCPU_LOOP
#undef FLCPU_CAS
#undef FLCPU_ATOMIC
#endif
