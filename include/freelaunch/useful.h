// How many threads of a grid can do anything at all: kernels test an index against a bound, grids are rounded up.
#ifndef FREELAUNCH_USEFUL_H
#define FREELAUNCH_USEFUL_H
#include "base.h"

namespace __fl {
template <class T> constexpr bool integral = false;
template <class T> constexpr bool integral<const T> = integral<T>;
template <> constexpr bool integral<bool> = true;
template <> constexpr bool integral<char> = true;
template <> constexpr bool integral<signed char> = true;
template <> constexpr bool integral<unsigned char> = true;
template <> constexpr bool integral<short> = true;
template <> constexpr bool integral<unsigned short> = true;
template <> constexpr bool integral<int> = true;
template <> constexpr bool integral<unsigned> = true;
template <> constexpr bool integral<long> = true;
template <> constexpr bool integral<unsigned long> = true;
template <> constexpr bool integral<long long> = true;
template <> constexpr bool integral<unsigned long long> = true;
template <class T> constexpr bool wide = integral<T> && sizeof(T) >= 4;
// Numbers, pointers to such and arrays of such: what built-in operators are for.
template <class T> constexpr bool basic = integral<T> || same<T, float> || same<T, double>;
template <class T> constexpr bool basic<const T> = basic<T>;
template <class T> constexpr bool basic<T *> = basic<T>;
template <class T, size_t n> constexpr bool basic<T[n]> = basic<T>;

template <u32 bytes> struct bits_of { using type = u32; };
template <> struct bits_of<8> { using type = u64; };
template <class T> using bits = typename bits_of<sizeof(T)>::type;

// An integer of type T, of 32 bits or more. Operators give what they give for T, except that signed sums and products wrap around, too.
template <class T> struct modular {
  T value;
  FL_DEVICE constexpr explicit modular(T v) : value(v) {}
};
template <class A, class B> using common = decltype(A() + B());
template <class A, class B> FL_DEVICE auto operator+(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(bits<C>(C(a.value)) + bits<C>(C(b.value))));
}
template <class A, class B> FL_DEVICE auto operator-(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(bits<C>(C(a.value)) - bits<C>(C(b.value))));
}
template <class A, class B> FL_DEVICE auto operator*(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(bits<C>(C(a.value)) * bits<C>(C(b.value))));
}
// Divisors and widths of shifts are small positive constants.
template <class A, class B> FL_DEVICE auto operator/(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(a.value) / C(b.value));
}
template <class A, class B> FL_DEVICE auto operator%(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(a.value) % C(b.value));
}
template <class A, class B> FL_DEVICE auto operator<<(modular<A> a, modular<B> b) {
  return modular<A>(A(bits<A>(a.value) << b.value));
}
template <class A, class B> FL_DEVICE auto operator>>(modular<A> a, modular<B> b) {
  return modular<A>(a.value >> b.value);
}
template <class A, class B> FL_DEVICE auto operator&(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(a.value) & C(b.value));
}
template <class A, class B> FL_DEVICE auto operator|(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(a.value) | C(b.value));
}
template <class A, class B> FL_DEVICE auto operator^(modular<A> a, modular<B> b) {
  using C = common<A, B>;
  return modular<C>(C(a.value) ^ C(b.value));
}
template <class A> FL_DEVICE auto operator-(modular<A> a) { return modular<A>(A(0 - bits<A>(a.value))); }
template <class A> FL_DEVICE auto operator~(modular<A> a) { return modular<A>(~a.value); }
template <class T, class A> FL_DEVICE auto to(modular<A> a) {
  const T v = static_cast<T>(a.value);
  return modular<decltype(+v)>(+v);
}

FL_DEVICE u64 all_threads(const config &c) {
  return u64(c.grid.x) * c.grid.y * c.grid.z * (c.block.x * c.block.y * c.block.z);
}

// Threads of a one-dimensional grid of one-dimensional blocks whose index is below `bound`, as C++ compares an I with a B (or equal to it, if
// `inclusive`); they are the first ones. The index is `first` for the first thread and `last` for the last: a sum that may wrap around, in 32
// bits or more, of something constant, threadIdx.x if `threads`, and blockIdx.x * `stride`. All threads, unless it grows by one from
// thread to thread: then wrapping shows at the last.
template <bool threads, bool inclusive, class S, class I, class B>
FL_DEVICE u64 bounded(const config &c, modular<S> stride, modular<I> first, modular<I> last, modular<B> bound) {
  using C = common<I, B>;
  const u64 total = u64(c.grid.x) * c.block.x;
  const C from = C(first.value), to = C(last.value), end = C(bound.value);
  const bool steps = (u64(stride.value) == c.block.x || c.grid.x == 1) && (threads || c.block.x == 1);
  const bool grows = to >= from && (sizeof(C) == 4 || u64(to) - u64(from) == total - 1);
  if (!steps || !grows || total - 1 > 0x7fffffff)
    return total;
  if (end < from)
    return 0;
  const u64 below = u64(bits<C>(end) - bits<C>(from)); // up to 2^64 - 1
  return inclusive ? (below < total - 1 ? below + 1 : total) : below < total ? below : total;
}

template <class D, class = void> constexpr bool says_useful = false;
template <class D> constexpr bool says_useful<D, exists<decltype(&D::useful)>> = true;

// All threads of a grid of D beyond this many, in order of their blocks and of their places in them, have no effect. The configuration is valid.
template <class D> FL_DEVICE u64 useful_threads(const config &c, const typename D::args &args) {
  if constexpr (says_useful<D>)
    if ((c.grid.y | c.grid.z | c.block.y | c.block.z) == 1)
      return D::useful(c, args);
  return all_threads(c);
}
} // namespace __fl
#endif
