// Floating point in 16 bits, with M bits of fraction and E of exponent: bits from numbers and back. What programs see of it is made of this by narrow_type.h.
#ifndef FLCPU_NARROW_H
#define FLCPU_NARROW_H
#include "atomics.h"
#include "device.h"
#include "math.h"
#include "../../../include/freelaunch/hide_macros.h"

namespace flcpu {
namespace detail {
enum rounding_mode { to_nearest, to_zero, upwards, downwards };

FLCPU_INLINE unsigned long long double_bits(double v) {
  unsigned long long bits;
  memcpy(&bits, &v, sizeof bits);
  return bits;
}
FLCPU_INLINE double from_double_bits(unsigned long long bits) {
  double v;
  memcpy(&v, &bits, sizeof v);
  return v;
}

template <int M, int E> struct narrow {
  static constexpr int bias = (1 << (E - 1)) - 1;
  static constexpr unsigned infinity = ((1u << E) - 1) << M, nan = 0x7fff;

  static FLCPU_INLINE unsigned rounded_up(unsigned long long rest, int dropped, bool odd,
                                          bool negative, rounding_mode mode) {
    const unsigned long long half = 1ull << (dropped - 1);
    return mode == to_nearest  ? rest > half || (rest == half && odd)
           : mode == upwards   ? rest && !negative
           : mode == downwards ? rest && negative
                               : 0;
  }
  static FLCPU_INLINE unsigned short encode(double v, rounding_mode mode = to_nearest) {
    const unsigned long long bits = double_bits(v), fraction = bits & ((1ull << 52) - 1);
    const bool negative = bits >> 63;
    const unsigned sign = negative ? 0x8000u : 0;
    const int exponent = int(bits >> 52 & 0x7ff) - 1023;
    if (exponent == 1024)
      return (unsigned short)(fraction ? nan : sign | infinity);
    if (v == 0)
      return (unsigned short)sign;
    const int below = exponent < 1 - bias ? 1 - bias - exponent : 0;
    const int dropped = 52 - M + below < 54 ? 52 - M + below : 54;
    const unsigned long long all = fraction | 1ull << 52, rest = all & ((1ull << dropped) - 1);
    unsigned r = unsigned(all >> dropped);
    r += rounded_up(rest, dropped, r & 1, negative, mode);
    if (!below)
      r = exponent > bias ? infinity : r + (unsigned(exponent + bias - 1) << M);
    if (r >= infinity)
      r = mode == to_zero || (mode == upwards && negative) || (mode == downwards && !negative)
              ? infinity - 1
              : infinity;
    return (unsigned short)(sign | r);
  }
  static FLCPU_INLINE float decode(unsigned short v) {
    const unsigned exponent = unsigned(v >> M) & ((1u << E) - 1), fraction = v & ((1u << M) - 1);
    if (exponent == 0)
      return (v & 0x8000 ? -1.0f : 1.0f) * ldexpf(float(fraction), 1 - bias - M);
    if (E < 8 && (v & 0x7fff) > infinity) // as the device converts it
      return __int_as_float(0x7fffffff);
    const unsigned wide = exponent == (1u << E) - 1 ? 255 : unsigned(int(exponent) + 127 - bias);
    const unsigned bits = unsigned(v & 0x8000) << 16 | wide << 23 | fraction << (23 - M);
    float r;
    memcpy(&r, &bits, sizeof r);
    return r;
  }
};

// a * b + c for what is then rounded to 16 bits: to odd, so that it is rounded once in all. (The product is exact.)
FLCPU_INLINE double fused(double a, double b, double c) {
  const double product = a * b, sum = product + c, of_c = sum - product;
  const double error = (product - (sum - of_c)) + (c - of_c);
  if (!(error != 0) || sum - sum != 0)
    return sum;
  unsigned long long bits = double_bits(sum);
  if ((error < 0) != (sum < 0))
    bits--;
  return from_double_bits(bits | 1);
}
// An integer for what is then rounded to 16 bits, likewise.
FLCPU_INLINE double rounded_to_odd(unsigned long long v) {
  return double(v >> 53 ? (v & ~0x7ffull) | (v & 0x7ff ? 0x800 : 0) : v);
}
FLCPU_INLINE double wide_enough(unsigned long long v) { return rounded_to_odd(v); }
FLCPU_INLINE double wide_enough(long long v) {
  return v < 0 ? -rounded_to_odd(0ull - (unsigned long long)v)
               : rounded_to_odd((unsigned long long)v);
}
FLCPU_INLINE double wide_enough(int v) { return v; }
FLCPU_INLINE double wide_enough(unsigned v) { return v; }

// The nearest integer of type T that there is; of no number, zero, or in 64 bits what the device gives.
template <class T> FLCPU_INLINE T to_integer(double v, rounding_mode mode = to_zero) {
  constexpr int bits = 8 * int(sizeof(T)) - (T(-1) < 0);
  if (v != v)
    return sizeof(T) == 8 ? T(1ull << 63) : T(0);
  v = mode == to_nearest ? rint(v)
      : mode == to_zero  ? trunc(v)
      : mode == upwards  ? ceil(v)
                         : floor(v);
  const double limit = ldexp(1.0, bits);
  if (v >= limit)
    return T(~0ull >> (64 - bits));
  return T(-1) < 0 ? (v < -limit ? T(-1 - T(~0ull >> (64 - bits))) : T(v)) : v < 0 ? T(0) : T(v);
}
template <class T> FLCPU_INLINE T unit(); // one, or a pair of ones
} // namespace detail
} // namespace flcpu

#define FLCPU_JOIN_(a, b, c) a##b##c
#define FLCPU_JOIN(a, b, c) FLCPU_JOIN_(a, b, c)
#include "../../../include/freelaunch/show_macros.h"
#endif
