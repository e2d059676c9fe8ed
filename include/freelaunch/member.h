// Calls of members of classes that only an instance of a template tells, `policy.visit(x)`: where the class has a copy of the member for a context, `visit__fl_ctx`,
// it is called; where it has none, the member does not depend on its block and is called as it is. Included, with the names, by who has such calls.
#ifndef FREELAUNCH_MEMBER_H
#define FREELAUNCH_MEMBER_H
#include "serial.h"
#include "hide_macros.h"

namespace __fl {
namespace open_call {
template <class T> struct plain { using type = T; };
template <class T> struct plain<T &> : plain<T> {};
template <class T> struct plain<T &&> : plain<T> {};
template <class T> struct plain<const T> : plain<T> {};
template <class T> struct plain<volatile T> : plain<T> {};
template <class T> struct plain<const volatile T> : plain<T> {};
template <bool which, class T, class F> struct pick { using type = T; };
template <class T, class F> struct pick<false, T, F> { using type = F; };
template <class T> constexpr bool is_function = same<const T, T>; // of types that are not const
template <class T> constexpr bool is_pointer = false;
template <class T> constexpr bool is_pointer<T *> = true;

// Classes that cannot have others derived from them. Those of the program say by a friend, `f__fl_marks`, that they, or their bases, have copies of a member.
template <class T> constexpr bool closed = __is_union(T) || (__is_class(T) && __is_final(T));

// A class that has the members of two: a name that both have is ambiguous in it, whoever may use it.
template <class T, class Named, bool can = __is_class(T) && !closed<T>>
struct beside : T, Named {};
template <class T, class Named> struct beside<T, Named, false> {};
} // namespace open_call
} // namespace __fl

#include "show_macros.h"

// For a member `f`: `f__fl_of(object).f__fl_ctx(ctx, x)`, `f__fl_at(pointer)->f__fl_ctx(ctx, x)`, `f__fl_in<T>::f__fl_ctx(ctx, x)`.
#define FL_MEMBER(f)                                                                               \
  namespace {                                                                                      \
  struct f##__fl_named {                                                                           \
    int f##__fl_ctx;                                                                               \
  };                                                                                               \
  template <class T, class = void> constexpr bool f##__fl_marked = false;                          \
  template <class T>                                                                               \
  constexpr bool                                                                                   \
      f##__fl_marked<T, __fl::exists<decltype(f##__fl_marks(static_cast<const T *>(nullptr)))>> =    \
          true;                                                                                    \
  template <class T, class = void>                                                                 \
  constexpr bool f##__fl_lacks = __fl::open_call::closed<T> && !f##__fl_marked<T>;                   \
  template <class T>                                                                               \
  constexpr bool f##__fl_lacks<                                                                    \
      T, __fl::exists<decltype(&__fl::open_call::beside<T, f##__fl_named>::f##__fl_ctx)>> = true;      \
  template <class T, class = void> constexpr bool f##__fl_holds = false;                           \
  template <class T>                                                                               \
  constexpr bool f##__fl_holds<T, __fl::exists<decltype(__fl::declare<T>().f)>> =                      \
      !__fl::open_call::is_function<                                                                 \
          typename __fl::open_call::plain<decltype(__fl::declare<T>().f)>::type>;                      \
  template <class T> struct f##__fl_plain {                                                        \
    T &&fl_object;                                                                                 \
    static_assert(!f##__fl_holds<T>, "a member that may depend on its block is no function");      \
    __device__ const f##__fl_plain *operator->() const { return this; }                            \
    template <class C, class... A>                                                                 \
    __device__ __forceinline__ auto f##__fl_ctx(C &, A &&...a) const                               \
        -> decltype(static_cast<T &&>(fl_object).f(static_cast<A &&>(a)...)) {                     \
      return static_cast<T &&>(fl_object).f(static_cast<A &&>(a)...);                              \
    }                                                                                              \
    template <class X, class... Xs, class C, class... A>                                           \
    __device__ __forceinline__ decltype(auto) f##__fl_ctx(C &, A &&...a) const {                   \
      return static_cast<T &&>(fl_object).template f<X, Xs...>(static_cast<A &&>(a)...);           \
    }                                                                                              \
    template <auto x, auto... xs, class C, class... A>                                             \
    __device__ __forceinline__ decltype(auto) f##__fl_ctx(C &, A &&...a) const {                   \
      return static_cast<T &&>(fl_object).template f<x, xs...>(static_cast<A &&>(a)...);           \
    }                                                                                              \
  };                                                                                               \
  template <class T> struct f##__fl_plain_in {                                                     \
    template <class C, class... A>                                                                 \
    static __device__ __forceinline__ auto f##__fl_ctx(C &, A &&...a)                              \
        -> decltype(T::f(static_cast<A &&>(a)...)) {                                               \
      return T::f(static_cast<A &&>(a)...);                                                        \
    }                                                                                              \
    template <class X, class... Xs, class C, class... A>                                           \
    static __device__ __forceinline__ decltype(auto) f##__fl_ctx(C &, A &&...a) {                  \
      return T::template f<X, Xs...>(static_cast<A &&>(a)...);                                     \
    }                                                                                              \
    template <auto x, auto... xs, class C, class... A>                                             \
    static __device__ __forceinline__ decltype(auto) f##__fl_ctx(C &, A &&...a) {                  \
      return T::template f<x, xs...>(static_cast<A &&>(a)...);                                     \
    }                                                                                              \
  };                                                                                               \
  template <class T>                                                                               \
  __device__ __forceinline__                                                                       \
      typename __fl::open_call::pick<f##__fl_lacks<typename __fl::open_call::plain<T>::type>,          \
                                   f##__fl_plain<T>, T &&>::type f##__fl_of(T &&object) {          \
    if constexpr (f##__fl_lacks<typename __fl::open_call::plain<T>::type>)                           \
      return f##__fl_plain<T>{static_cast<T &&>(object)};                                          \
    else                                                                                           \
      return static_cast<T &&>(object);                                                            \
  }                                                                                                \
  template <class T, bool = __fl::open_call::is_pointer<typename __fl::open_call::plain<T>::type>>     \
  struct f##__fl_to {                                                                              \
    using to = decltype(*__fl::declare<T>());                                                        \
    using type =                                                                                   \
        typename __fl::open_call::pick<f##__fl_lacks<typename __fl::open_call::plain<to>::type>,       \
                                     f##__fl_plain<to>,                                            \
                                     typename __fl::open_call::plain<T>::type>::type;                \
  };                                                                                               \
  template <class T>                                                                               \
  struct f##__fl_to<T, false> : f##__fl_to<decltype(__fl::declare<T>().operator->())> {};            \
  template <class T>                                                                               \
  __device__ __forceinline__ typename f##__fl_to<T>::type f##__fl_at(T &&pointer) {                \
    if constexpr (!__fl::open_call::is_pointer<typename __fl::open_call::plain<T>::type>)              \
      return f##__fl_at(pointer.operator->());                                                     \
    else if constexpr (f##__fl_lacks<typename __fl::open_call::plain<decltype(*pointer)>::type>)     \
      return f##__fl_plain<decltype(*pointer)>{*pointer};                                          \
    else                                                                                           \
      return static_cast<typename __fl::open_call::plain<T>::type>(pointer);                         \
  }                                                                                                \
  template <class T>                                                                               \
  using f##__fl_in =                                                                               \
      typename __fl::open_call::pick<f##__fl_lacks<typename __fl::open_call::plain<T>::type>,          \
                                   f##__fl_plain_in<T>, T>::type;                                  \
  }

// The same for objects that are called: `fl_call__fl_of(object).fl_call__fl_ctx(ctx, x)`. What is no class, a function or a pointer to one, has no copy.
#define FL_OBJECTS                                                                                 \
  namespace {                                                                                      \
  struct fl_call__fl_named {                                                                       \
    int fl_call__fl_ctx;                                                                           \
  };                                                                                               \
  template <class T, class = void> constexpr bool fl_call__fl_marked = false;                      \
  template <class T>                                                                               \
  constexpr bool fl_call__fl_marked<                                                               \
      T, __fl::exists<decltype(fl_call__fl_marks(static_cast<const T *>(nullptr)))>> = true;         \
  template <class T, class = void>                                                                 \
  constexpr bool fl_call__fl_lacks =                                                               \
      __fl::open_call::closed<T> ? !fl_call__fl_marked<T> : !__is_class(T);                          \
  template <class T>                                                                               \
  constexpr bool fl_call__fl_lacks<                                                                \
      T, __fl::exists<decltype(&__fl::open_call::beside<T, fl_call__fl_named>::fl_call__fl_ctx)>> =    \
      true;                                                                                        \
  template <class T> struct fl_call__fl_plain {                                                    \
    T &&fl_object;                                                                                 \
    template <class C, class... A>                                                                 \
    __device__ __forceinline__ auto fl_call__fl_ctx(C &, A &&...a) const                           \
        -> decltype(static_cast<T &&>(fl_object)(static_cast<A &&>(a)...)) {                       \
      return static_cast<T &&>(fl_object)(static_cast<A &&>(a)...);                                \
    }                                                                                              \
  };                                                                                               \
  template <class T>                                                                               \
  __device__ __forceinline__                                                                       \
      typename __fl::open_call::pick<fl_call__fl_lacks<typename __fl::open_call::plain<T>::type>,      \
                                   fl_call__fl_plain<T>, T &&>::type                               \
      fl_call__fl_of(T &&object) {                                                                 \
    if constexpr (fl_call__fl_lacks<typename __fl::open_call::plain<T>::type>)                       \
      return fl_call__fl_plain<T>{static_cast<T &&>(object)};                                      \
    else                                                                                           \
      return static_cast<T &&>(object);                                                            \
  }                                                                                                \
  }
#endif
