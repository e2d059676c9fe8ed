// nvcc's own atomic functions (`__nv_atomic_fetch_add(p, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)`). Orders and scopes make no difference here.
// It needs the qualifiers, whosever they are: clang reads it behind the toolkit's headers, too (src/front/toolkit.c).
#ifndef FLCPU_BUILTIN_ATOMICS_H
#define FLCPU_BUILTIN_ATOMICS_H

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

#if defined(__CUDA__) && defined(__clang__)
#define FLCPU_BODY(...) ;
#define FLCPU_TEMPLATE(...) template <__VA_ARGS__> __device__
#else
#define FLCPU_BODY(...)                                                                            \
  { __VA_ARGS__ }
#define FLCPU_TEMPLATE(...) template <__VA_ARGS__> inline
#endif
#define FLCPU_SCOPE int = __NV_THREAD_SCOPE_SYSTEM
#define FLCPU_ORDER int, FLCPU_SCOPE

FLCPU_TEMPLATE(class T)
void __nv_atomic_load(const T *p, T *to, FLCPU_ORDER)
    FLCPU_BODY(__atomic_load(p, to, __ATOMIC_SEQ_CST);) FLCPU_TEMPLATE(class T) T
    __nv_atomic_load_n(const T *p, FLCPU_ORDER)
        FLCPU_BODY(T v; __atomic_load(p, &v, __ATOMIC_SEQ_CST); return v;)
            FLCPU_TEMPLATE(class T) void __nv_atomic_store(T *p, T *v, FLCPU_ORDER)
                FLCPU_BODY(__atomic_store(p, v, __ATOMIC_SEQ_CST);)
                    FLCPU_TEMPLATE(class T, class V) void __nv_atomic_store_n(T *p, V v,
                                                                              FLCPU_ORDER)
                        FLCPU_BODY(T now = T(v); __atomic_store(p, &now, __ATOMIC_SEQ_CST);)
                            FLCPU_TEMPLATE(class T) void __nv_atomic_exchange(T *p, T *v, T *to,
                                                                              FLCPU_ORDER)
                                FLCPU_BODY(__atomic_exchange(p, v, to, __ATOMIC_SEQ_CST);)
                                    FLCPU_TEMPLATE(class T, class V) T
    __nv_atomic_exchange_n(T *p, V v, FLCPU_ORDER)
        FLCPU_BODY(T now = T(v), old; __atomic_exchange(p, &now, &old, __ATOMIC_SEQ_CST);
                   return old;)
            FLCPU_TEMPLATE(class T) bool __nv_atomic_compare_exchange(T *p, T *expected, T *v, bool,
                                                                      int, FLCPU_ORDER)
                FLCPU_BODY(return __atomic_compare_exchange(p, expected, v, false, __ATOMIC_SEQ_CST,
                                                            __ATOMIC_SEQ_CST);)
                    FLCPU_TEMPLATE(class T,
                                   class V) bool __nv_atomic_compare_exchange_n(T *p, T *expected,
                                                                                V v, bool, int,
                                                                                FLCPU_ORDER)
                        FLCPU_BODY(T now = T(v);
                                   return __atomic_compare_exchange(p, expected, &now, false,
                                                                    __ATOMIC_SEQ_CST,
                                                                    __ATOMIC_SEQ_CST);)
#if defined(__CUDA__) && defined(__clang__)
                            extern __device__ void __nv_atomic_thread_fence(FLCPU_ORDER);
#else
                            inline void __nv_atomic_thread_fence(FLCPU_ORDER) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
#endif

#define FLCPU_FETCH(name, expression)                                                              \
  FLCPU_TEMPLATE(class T, class V)                                                                 \
  T __nv_atomic_fetch_##name(T *p, V given, FLCPU_ORDER)                                           \
      FLCPU_BODY(T old; T v = T(given); __atomic_load(p, &old, __ATOMIC_RELAXED); for (T now;;) {  \
        now = T(expression);                                                                       \
        if (__atomic_compare_exchange(p, &old, &now, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))   \
          return old;                                                                              \
      })                                                                                           \
          FLCPU_TEMPLATE(class T, class V) void __nv_atomic_##name(                                \
              T *p, V v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)                          \
              FLCPU_BODY(__nv_atomic_fetch_##name(p, v, order, scope);)
FLCPU_FETCH(add, old + v)
FLCPU_FETCH(sub, old - v)
FLCPU_FETCH(and, old &v)
FLCPU_FETCH(or, old | v)
FLCPU_FETCH(xor, old ^ v)
FLCPU_FETCH(min, old < v ? old : v)
FLCPU_FETCH(max, old > v ? old : v)
#undef FLCPU_FETCH
#undef FLCPU_ORDER
#undef FLCPU_SCOPE
#undef FLCPU_TEMPLATE
#undef FLCPU_BODY
#endif
