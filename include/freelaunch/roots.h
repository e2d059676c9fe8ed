// How a parent's arguments, as far as launches below it pass them on, get to its drain. What is a number, such as the level of a search, the parent leaves in the
// worklist's head: a launch that changes it need not change the drain in its graph, which takes the host as long as changing the parent does. The others,
// addresses and classes, which hardly change, the drain is sent as a parameter, where they take no registers.
#ifndef FREELAUNCH_ROOTS_H
#define FREELAUNCH_ROOTS_H
#include "worklist.h"

namespace __fl {
template <class T, class... Ts> constexpr bool one_of = (false || ... || same<T, Ts>);
template <class T>
constexpr bool is_number = __is_enum(T) || one_of<T, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                                                  long long, unsigned long long, float, double>;

template <class P, class Positions = typename make_indices<roots<P>::size>::type> struct numbers_of;
template <class P, u32... J> struct numbers_of<P, indices<J...>> {
  static constexpr bool copies = __is_trivially_copyable(roots<P>);
  template <u32 I> static constexpr bool has = copies && I < numbers_room && is_number<element<roots<P>, I>>;
  static constexpr bool any = (false || ... || has<J>);

  template <u32 I> static __host__ __device__ __forceinline__ auto &in(roots<P> &r) {
    return const_cast<element<roots<P>, I> &>(r.template get<I>());
  }
  template <u32 I, class T> static FL_DEVICE void leave_one(worklist_head *h, const T &x) {
    if constexpr (has<I>)
      *reinterpret_cast<T *>(&h->numbers[I]) = x;
  }
  template <u32 I> static FL_DEVICE void take_one(const worklist_head *h, roots<P> &r) {
    if constexpr (has<I>)
      in<I>(r) = *reinterpret_cast<const element<roots<P>, I> *>(&h->numbers[I]);
  }
  template <u32 I> static void blank_one(roots<P> &r) {
    if constexpr (has<I>)
      in<I>(r) = element<roots<P>, I>();
  }
  template <class... Args> static FL_DEVICE void leave(worklist_head *h, const Args &...args) { (..., leave_one<J>(h, args)); }
  static FL_DEVICE void leave_all(worklist_head *h, const roots<P> &r) { (..., leave_one<J>(h, r.template get<J>())); }
  static FL_DEVICE void take(const worklist_head *h, roots<P> &r) { (..., take_one<J>(h, r)); }
  static void blank(roots<P> &r) { (..., blank_one<J>(r)); }
};

// All threads of parent P come to one of these first, with its own arguments.
template <class P, class... Args> FL_DEVICE void leave_roots(const worklist &w, const Args &...args) {
  if constexpr (numbers_of<P>::any)
    if (first_of_grid())
      numbers_of<P>::leave(w.head, args...);
}
template <class P> FL_DEVICE void leave_all_roots(const worklist &w, const typename P::args &args) {
  if constexpr (numbers_of<P>::any)
    if (first_of_grid())
      numbers_of<P>::leave_all(w.head, args);
}
// In the drain: what it was sent, with the numbers that the parent has left.
template <class P> FL_DEVICE decltype(auto) found_roots(const worklist &w, const roots<P> &sent) {
  if constexpr (numbers_of<P>::any) {
    roots<P> r = sent;
    numbers_of<P>::take(w.head, r);
    return r;
  } else {
    return (sent);
  }
}
// What the drain is sent of what the parent is launched with.
template <class P, class... Args> roots<P> sent_roots(const Args &...args) {
  if constexpr (roots<P>::size != 0) {
    roots<P> r(args...);
    numbers_of<P>::blank(r);
    return r;
  } else {
    return roots<P>();
  }
}
} // namespace __fl
#endif
