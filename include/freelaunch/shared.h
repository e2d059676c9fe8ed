// Static shared variables of a virtual block: those of the kernel and those of the device functions that it calls stand one behind the other. A
// function's variables are one struct, however often it is called.
#ifndef FREELAUNCH_SHARED_H
#define FREELAUNCH_SHARED_H
#include "base.h"

namespace __fl {
template <class... Ls> struct joined { using type = list<>; };
template <class L> struct joined<L> { using type = L; };
template <class A, class B, class... R>
struct joined<A, B, R...> : joined<typename concat<A, B>::type, R...> {};
template <class... Ls> using join = typename joined<Ls...>::type;
// ... where void stands for an empty one.
template <class L> struct list_or_none { using type = L; };
template <> struct list_or_none<void> { using type = list<>; };
template <class... Ls> using join_some = join<typename list_or_none<Ls>::type...>;
// Parameters of a function that is there for its type.
template <class... Ts> constexpr void unread(const volatile Ts &...) {}

template <class Done, class Todo> struct unique;
template <class Done> struct unique<Done, list<>> { using type = Done; };
template <bool known, class Done, class T, class Rest> struct unique_step : unique<Done, Rest> {};
template <class... D, class T, class Rest>
struct unique_step<false, list<D...>, T, Rest> : unique<list<D..., T>, Rest> {};
template <class... D, class T, class... R>
struct unique<list<D...>, list<T, R...>>
    : unique_step<(same<D, T> || ...), list<D...>, T, list<R...>> {};

__host__ __device__ constexpr size_t round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }
// Where the last of these ends, if they stand one behind the other.
template <class... S> __host__ __device__ constexpr size_t end_of() {
  size_t at = 0;
  ((at = round_up(at, alignof(S)) + round16(sizeof(S))), ...);
  return at;
}
template <class L> struct shares_of;
template <class... S> struct shares_of<list<S...>> {
  alignas(16) alignas(S...) char bytes[end_of<S...>()];
  template <class T> static __host__ __device__ constexpr size_t offset() {
    static_assert((same<S, T> || ...), "shared variables of a function that is not called here");
    size_t at = 0, found = 0;
    ((at = round_up(at, alignof(S)), found = same<S, T> ? at : found, at += round16(sizeof(S))), ...);
    return found;
  }
};
// `shared` of a kernel that calls functions with shared variables of their own.
template <class L> struct shares : shares_of<typename unique<list<>, L>::type> {};

// `extern __shared__ T x[]`.
template <class T> FL_DEVICE T *dynamic_array(char *memory) {
  static_assert(alignof(T) <= 16, "freelaunch: dynamic shared memory that is aligned to more than 16 bytes; build with "
                                  "--fl-strategy=keep");
  return reinterpret_cast<T *>(memory);
}

// Where the variables S stand in all those of a kernel.
template <class All, class S> struct place {
  static constexpr size_t offset = 0;
};
template <class L, class S> struct place<shares<L>, S> {
  static constexpr size_t offset = shares<L>::template offset<S>();
};
} // namespace __fl
#endif
