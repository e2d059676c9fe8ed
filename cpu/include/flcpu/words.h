// Words of four bytes or two halves: the dot products __dp4a and __dp2a, and the operations on each part (__vadd4 and its kin).
#ifndef FLCPU_WORDS_H
#define FLCPU_WORDS_H
#include "vectors.h"

namespace flcpu {
namespace detail {
// The part `i` of a word.
template <class T> FLCPU_INLINE int part(unsigned word, int i) {
  return T(word >> 8 * sizeof(T) * unsigned(i));
}
// `v` as the part `i` of a word that is zero elsewhere.
template <class T> FLCPU_INLINE unsigned placed(int v, int i) {
  return (unsigned(v) & (sizeof(T) == 1 ? 0xffu : 0xffffu)) << 8 * sizeof(T) * unsigned(i);
}
// What a part of type T can hold that is nearest to `v`.
template <class T> FLCPU_INLINE int saturated(int v) {
  const int bits = 8 * int(sizeof(T)), low = T(-1) < 0 ? -(1 << (bits - 1)) : 0,
            high = T(-1) < 0 ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  return v < low ? low : v > high ? high : v;
}
template <class T> FLCPU_INLINE unsigned bits_of(const T &v) {
  unsigned word;
  memcpy(&word, &v, sizeof word);
  return word;
}
// Products of `n` parts of type A of `a` and of those of type B of `b` from `from` on, summed up.
template <class A, class B> FLCPU_INLINE unsigned dot(unsigned a, unsigned b, int from, unsigned c) {
  for (int i = 0; i < 4 / int(sizeof(A)); i++)
    c += unsigned(part<A>(a, i) * part<B>(b, from + i));
  return c;
}
} // namespace detail
} // namespace flcpu

#define FLCPU_DOT(R, name, A, B, VA, VB, from)                                                     \
  FLCPU_INLINE R name(R a, R b, R c) {                                                             \
    return R(flcpu::detail::dot<A, B>(unsigned(a), unsigned(b), from, unsigned(c)));               \
  }                                                                                                \
  FLCPU_INLINE R name(VA a, VB b, R c) {                                                           \
    return R(flcpu::detail::dot<A, B>(flcpu::detail::bits_of(a), flcpu::detail::bits_of(b), from,  \
                                      unsigned(c)));                                               \
  }
FLCPU_DOT(int, __dp4a, signed char, signed char, char4, char4, 0)
FLCPU_DOT(unsigned, __dp4a, unsigned char, unsigned char, uchar4, uchar4, 0)
FLCPU_DOT(int, __dp2a_lo, short, signed char, short2, char4, 0)
FLCPU_DOT(unsigned, __dp2a_lo, unsigned short, unsigned char, ushort2, uchar4, 0)
FLCPU_DOT(int, __dp2a_hi, short, signed char, short2, char4, 2)
FLCPU_DOT(unsigned, __dp2a_hi, unsigned short, unsigned char, ushort2, uchar4, 2)
#undef FLCPU_DOT

// An operation on parts x and y of type T of two words, or on one.
#define FLCPU_PARTS(name, T, expression)                                                           \
  FLCPU_INLINE unsigned name(unsigned a, unsigned b) {                                             \
    unsigned r = 0;                                                                                \
    for (int i = 0; i < 4 / int(sizeof(T)); i++) {                                                 \
      const int x = flcpu::detail::part<T>(a, i), y = flcpu::detail::part<T>(b, i);                \
      r |= flcpu::detail::placed<T>(expression, i);                                                \
    }                                                                                              \
    return r;                                                                                      \
  }
#define FLCPU_PARTS_OF_ONE(name, T, expression)                                                    \
  FLCPU_INLINE unsigned name(unsigned a) {                                                         \
    unsigned r = 0;                                                                                \
    for (int i = 0; i < 4 / int(sizeof(T)); i++) {                                                 \
      const int x = flcpu::detail::part<T>(a, i);                                                  \
      r |= flcpu::detail::placed<T>(expression, i);                                                \
    }                                                                                              \
    return r;                                                                                      \
  }
#define FLCPU_SUM_OF_PARTS(name, T)                                                                \
  FLCPU_INLINE unsigned name(unsigned a, unsigned b) {                                             \
    unsigned r = 0;                                                                                \
    for (int i = 0; i < 4 / int(sizeof(T)); i++) {                                                 \
      const int x = flcpu::detail::part<T>(a, i), y = flcpu::detail::part<T>(b, i);                \
      r += unsigned(x > y ? x - y : y - x);                                                        \
    }                                                                                              \
    return r;                                                                                      \
  }
#define FLCPU_COMPARE(name, n, T, operation)                                                       \
  FLCPU_PARTS(__vcmp##name##n, T, x operation y ? -1 : 0)                                          \
  FLCPU_PARTS(__vset##name##n, T, x operation y ? 1 : 0)
#define FLCPU_WORD(n, S, U)                                                                        \
  FLCPU_PARTS(__vadd##n, U, x + y)                                                                 \
  FLCPU_PARTS(__vaddss##n, S, flcpu::detail::saturated<S>(x + y))                                  \
  FLCPU_PARTS(__vaddus##n, U, flcpu::detail::saturated<U>(x + y))                                  \
  FLCPU_PARTS(__vsub##n, U, x - y)                                                                 \
  FLCPU_PARTS(__vsubss##n, S, flcpu::detail::saturated<S>(x - y))                                  \
  FLCPU_PARTS(__vsubus##n, U, flcpu::detail::saturated<U>(x - y))                                  \
  FLCPU_PARTS(__vavgu##n, U, (x + y + 1) / 2)                                                      \
  FLCPU_PARTS(__vhaddu##n, U, (x + y) / 2)                                                         \
  FLCPU_PARTS(__vabsdiffu##n, U, x > y ? x - y : y - x)                                            \
  FLCPU_PARTS(__vabsdiffs##n, S, x > y ? x - y : y - x)                                            \
  FLCPU_PARTS(__vmaxs##n, S, x > y ? x : y)                                                        \
  FLCPU_PARTS(__vmaxu##n, U, x > y ? x : y)                                                        \
  FLCPU_PARTS(__vmins##n, S, x < y ? x : y)                                                        \
  FLCPU_PARTS(__vminu##n, U, x < y ? x : y)                                                        \
  FLCPU_PARTS_OF_ONE(__vneg##n, S, -x)                                                             \
  FLCPU_PARTS_OF_ONE(__vnegss##n, S, flcpu::detail::saturated<S>(-x))                              \
  FLCPU_PARTS_OF_ONE(__vabs##n, S, x < 0 ? -x : x)                                                 \
  FLCPU_PARTS_OF_ONE(__vabsss##n, S, flcpu::detail::saturated<S>(x < 0 ? -x : x))                  \
  FLCPU_SUM_OF_PARTS(__vsads##n, S)                                                                \
  FLCPU_SUM_OF_PARTS(__vsadu##n, U)                                                                \
  FLCPU_COMPARE(eq, n, U, ==)                                                                      \
  FLCPU_COMPARE(ne, n, U, !=)                                                                      \
  FLCPU_COMPARE(gts, n, S, >)                                                                      \
  FLCPU_COMPARE(gtu, n, U, >)                                                                      \
  FLCPU_COMPARE(ges, n, S, >=)                                                                     \
  FLCPU_COMPARE(geu, n, U, >=)                                                                     \
  FLCPU_COMPARE(lts, n, S, <)                                                                      \
  FLCPU_COMPARE(ltu, n, U, <)                                                                      \
  FLCPU_COMPARE(les, n, S, <=)                                                                     \
  FLCPU_COMPARE(leu, n, U, <=)
FLCPU_WORD(4, signed char, unsigned char)
FLCPU_WORD(2, short, unsigned short)
#undef FLCPU_WORD
#undef FLCPU_COMPARE
#undef FLCPU_SUM_OF_PARTS
#undef FLCPU_PARTS_OF_ONE
#undef FLCPU_PARTS
#endif
