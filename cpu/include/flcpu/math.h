// Arithmetic of device code that the C library does not have: min and max, bit counting,
// conversions, fast approximations.
#ifndef FLCPU_MATH_H
#define FLCPU_MATH_H
#include "vectors.h"

#define FLCPU_MIN_MAX(R, A, B)                                                                     \
  FLCPU_INLINE R min(A a, B b) {                                                                   \
    const R x = (R)a, y = (R)b;                                                                    \
    return x < y ? x : y;                                                                          \
  }                                                                                                \
  FLCPU_INLINE R max(A a, B b) {                                                                   \
    const R x = (R)a, y = (R)b;                                                                    \
    return x > y ? x : y;                                                                          \
  }
FLCPU_MIN_MAX(int, int, int)
FLCPU_MIN_MAX(unsigned int, unsigned int, unsigned int)
FLCPU_MIN_MAX(unsigned int, int, unsigned int)
FLCPU_MIN_MAX(unsigned int, unsigned int, int)
FLCPU_MIN_MAX(long, long, long)
FLCPU_MIN_MAX(unsigned long, unsigned long, unsigned long)
FLCPU_MIN_MAX(unsigned long, long, unsigned long)
FLCPU_MIN_MAX(unsigned long, unsigned long, long)
FLCPU_MIN_MAX(long long, long long, long long)
FLCPU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
FLCPU_MIN_MAX(unsigned long long, long long, unsigned long long)
FLCPU_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef FLCPU_MIN_MAX
// A NaN loses against a number.
#define FLCPU_MIN_MAX(R, A, B, lower, upper)                                                       \
  FLCPU_INLINE R min(A a, B b) { return lower(R(a), R(b)); }                                       \
  FLCPU_INLINE R max(A a, B b) { return upper(R(a), R(b)); }
FLCPU_MIN_MAX(float, float, float, fminf, fmaxf)
FLCPU_MIN_MAX(double, double, double, fmin, fmax)
FLCPU_MIN_MAX(double, float, double, fmin, fmax)
FLCPU_MIN_MAX(double, double, float, fmin, fmax)
#undef FLCPU_MIN_MAX

#ifndef __clang__ // which has it
FLCPU_INLINE void __builtin_assume(bool) {}
#endif
FLCPU_INLINE unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
FLCPU_INLINE unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
FLCPU_INLINE long long llmin(long long a, long long b) { return a < b ? a : b; }
FLCPU_INLINE long long llmax(long long a, long long b) { return a > b ? a : b; }
FLCPU_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
FLCPU_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}

FLCPU_INLINE int __popc(unsigned v) { return __builtin_popcount(v); }
FLCPU_INLINE int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
FLCPU_INLINE int __clz(int v) { return v ? __builtin_clz(unsigned(v)) : 32; }
FLCPU_INLINE int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
FLCPU_INLINE int __ffs(int v) { return __builtin_ffs(v); }
FLCPU_INLINE int __ffsll(long long v) { return __builtin_ffsll(v); }
FLCPU_INLINE unsigned __brev(unsigned v) {
  v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
  v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
  v = (v >> 4 & 0x0f0f0f0fu) | (v & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(v);
}
FLCPU_INLINE unsigned long long __brevll(unsigned long long v) {
  return (unsigned long long)__brev(unsigned(v)) << 32 | __brev(unsigned(v >> 32));
}
FLCPU_INLINE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long both = (unsigned long long)b << 32 | a;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) {
    const unsigned s = selector >> 4 * i & 15;
    unsigned byte = unsigned(both >> 8 * (s & 7)) & 255;
    if (s & 8)
      byte = byte & 128 ? 255 : 0;
    r |= byte << 8 * i;
  }
  return r;
}
FLCPU_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return unsigned(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
FLCPU_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return unsigned(((unsigned long long)high << 32 | low) >> (shift & 31));
}
FLCPU_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
FLCPU_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
FLCPU_INLINE int __mul24(int a, int b) {
  return int(unsigned(int(unsigned(a) << 8) >> 8) * unsigned(int(unsigned(b) << 8) >> 8));
}
FLCPU_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
FLCPU_INLINE int __mulhi(int a, int b) { return int((long long)a * b >> 32); }
FLCPU_INLINE unsigned __umulhi(unsigned a, unsigned b) {
  return unsigned((unsigned long long)a * b >> 32);
}
FLCPU_INLINE long long __mul64hi(long long a, long long b) {
  __extension__ typedef __int128 wide;
  return (long long)((wide)a * b >> 64);
}
FLCPU_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ typedef unsigned __int128 wide;
  return (unsigned long long)((wide)a * b >> 64);
}
FLCPU_INLINE int __hadd(int a, int b) { return int(((long long)a + b) >> 1); }
FLCPU_INLINE int __rhadd(int a, int b) { return int(((long long)a + b + 1) >> 1); }
FLCPU_INLINE unsigned __uhadd(unsigned a, unsigned b) {
  return unsigned(((unsigned long long)a + b) >> 1);
}
FLCPU_INLINE unsigned __sad(int a, int b, unsigned c) {
  return c + (a > b ? unsigned(a) - unsigned(b) : unsigned(b) - unsigned(a));
}
FLCPU_INLINE unsigned __usad(unsigned a, unsigned b, unsigned c) {
  return c + (a > b ? a - b : b - a);
}

// The bits of one type as another.
#define FLCPU_AS(To, From, name)                                                                   \
  FLCPU_INLINE To name(From v) {                                                                   \
    To r;                                                                                          \
    memcpy(&r, &v, sizeof r);                                                                      \
    return r;                                                                                      \
  }
FLCPU_AS(int, float, __float_as_int)
FLCPU_AS(float, int, __int_as_float)
FLCPU_AS(unsigned, float, __float_as_uint)
FLCPU_AS(float, unsigned, __uint_as_float)
FLCPU_AS(long long, double, __double_as_longlong)
FLCPU_AS(double, long long, __longlong_as_double)
#undef FLCPU_AS
FLCPU_INLINE int __double2hiint(double v) { return int(__double_as_longlong(v) >> 32); }
FLCPU_INLINE int __double2loint(double v) { return int(__double_as_longlong(v)); }
FLCPU_INLINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      (long long)((unsigned long long)unsigned(high) << 32 | unsigned(low)));
}

// Conversions that saturate, as the hardware's do; a NaN becomes zero.
namespace flcpu {
namespace detail {
template <class To> FLCPU_INLINE To saturate_to(double v, double low, double high, To min, To max) {
  return v != v ? To(0) : v < low ? min : v >= high ? max : To(v);
}
} // namespace detail
} // namespace flcpu
#define FLCPU_CONVERT(suffix, rounding)                                                            \
  FLCPU_INLINE int __float2int_##suffix(float v) {                                                 \
    return flcpu::detail::saturate_to<int>(rounding(double(v)), -0x1p31, 0x1p31, INT_MIN,          \
                                           INT_MAX);                                               \
  }                                                                                                \
  FLCPU_INLINE unsigned __float2uint_##suffix(float v) {                                           \
    return flcpu::detail::saturate_to<unsigned>(rounding(double(v)), 0, 0x1p32, 0, UINT_MAX);      \
  }                                                                                                \
  FLCPU_INLINE long long __float2ll_##suffix(float v) {                                            \
    return flcpu::detail::saturate_to<long long>(rounding(double(v)), -0x1p63, 0x1p63, LLONG_MIN,  \
                                                 LLONG_MAX);                                       \
  }                                                                                                \
  FLCPU_INLINE unsigned long long __float2ull_##suffix(float v) {                                  \
    return flcpu::detail::saturate_to<unsigned long long>(rounding(double(v)), 0, 0x1p64, 0,       \
                                                          ULLONG_MAX);                             \
  }                                                                                                \
  FLCPU_INLINE int __double2int_##suffix(double v) {                                               \
    return flcpu::detail::saturate_to<int>(rounding(v), -0x1p31, 0x1p31, INT_MIN, INT_MAX);        \
  }                                                                                                \
  FLCPU_INLINE unsigned __double2uint_##suffix(double v) {                                         \
    return flcpu::detail::saturate_to<unsigned>(rounding(v), 0, 0x1p32, 0, UINT_MAX);              \
  }                                                                                                \
  FLCPU_INLINE long long __double2ll_##suffix(double v) {                                          \
    return flcpu::detail::saturate_to<long long>(rounding(v), -0x1p63, 0x1p63, LLONG_MIN,          \
                                                 LLONG_MAX);                                       \
  }                                                                                                \
  FLCPU_INLINE unsigned long long __double2ull_##suffix(double v) {                                \
    return flcpu::detail::saturate_to<unsigned long long>(rounding(v), 0, 0x1p64, 0, ULLONG_MAX);  \
  }
FLCPU_CONVERT(rn, nearbyint)
FLCPU_CONVERT(rz, trunc)
FLCPU_CONVERT(rd, floor)
FLCPU_CONVERT(ru, ceil)
#undef FLCPU_CONVERT
FLCPU_INLINE float __int2float_rn(int v) { return float(v); }
FLCPU_INLINE float __uint2float_rn(unsigned v) { return float(v); }
FLCPU_INLINE float __ll2float_rn(long long v) { return float(v); }
FLCPU_INLINE float __ull2float_rn(unsigned long long v) { return float(v); }
FLCPU_INLINE double __int2double_rn(int v) { return v; }
FLCPU_INLINE double __uint2double_rn(unsigned v) { return v; }
FLCPU_INLINE double __ll2double_rn(long long v) { return double(v); }
FLCPU_INLINE double __ull2double_rn(unsigned long long v) { return double(v); }
FLCPU_INLINE float __double2float_rn(double v) { return float(v); }

#define FLCPU_ARITHMETIC(T, letter, fma_function, sqrt_function)                                   \
  FLCPU_INLINE T __##letter##add_rn(T a, T b) { return a + b; }                                    \
  FLCPU_INLINE T __##letter##mul_rn(T a, T b) { return a * b; }
FLCPU_ARITHMETIC(float, f, fmaf, sqrtf)
FLCPU_ARITHMETIC(double, d, fma, sqrt)
#undef FLCPU_ARITHMETIC
FLCPU_INLINE float __fsub_rn(float a, float b) { return a - b; }
FLCPU_INLINE double __dsub_rn(double a, double b) { return a - b; }
FLCPU_INLINE float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
FLCPU_INLINE double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
FLCPU_INLINE float __fdiv_rn(float a, float b) { return a / b; }
FLCPU_INLINE double __ddiv_rn(double a, double b) { return a / b; }
FLCPU_INLINE float __frcp_rn(float a) { return 1.0f / a; }
FLCPU_INLINE double __drcp_rn(double a) { return 1.0 / a; }
FLCPU_INLINE float __fsqrt_rn(float a) { return sqrtf(a); }
FLCPU_INLINE double __dsqrt_rn(double a) { return sqrt(a); }
// Right for every float: no result in double precision is that near to the middle of two.
FLCPU_INLINE float __frsqrt_rn(float a) { return float(1.0 / sqrt(double(a))); }
FLCPU_INLINE float __fdividef(float a, float b) { return a / b; }
FLCPU_INLINE float fdividef(float a, float b) { return a / b; }
FLCPU_INLINE float __saturatef(float v) { return v > 0 ? v < 1 ? v : 1.0f : 0.0f; }
FLCPU_INLINE float saturate(float v) { return __saturatef(v); }
FLCPU_INLINE float __sinf(float v) { return sinf(v); }
FLCPU_INLINE float __cosf(float v) { return cosf(v); }
FLCPU_INLINE float __tanf(float v) { return tanf(v); }
FLCPU_INLINE void __sincosf(float v, float *s, float *c) {
  *s = sinf(v);
  *c = cosf(v);
}
FLCPU_INLINE float __expf(float v) { return expf(v); }
FLCPU_INLINE float __exp10f(float v) { return powf(10.0f, v); }
FLCPU_INLINE float __logf(float v) { return logf(v); }
FLCPU_INLINE float __log2f(float v) { return log2f(v); }
FLCPU_INLINE float __log10f(float v) { return log10f(v); }
FLCPU_INLINE float __powf(float a, float b) { return powf(a, b); }
FLCPU_INLINE float __tanhf(float v) { return tanhf(v); }
FLCPU_INLINE float rsqrtf(float v) { return 1.0f / sqrtf(v); }
FLCPU_INLINE double rsqrt(double v) { return 1.0 / sqrt(v); }
FLCPU_INLINE float rsqrt(float v) { return 1.0f / sqrtf(v); }
FLCPU_INLINE float rcbrtf(float v) { return 1.0f / cbrtf(v); }
FLCPU_INLINE double rcbrt(double v) { return 1.0 / cbrt(v); }
FLCPU_INLINE float normcdff(float v) { return 0.5f * erfcf(-v * 0.70710678118654752440f); }
FLCPU_INLINE double normcdf(double v) { return 0.5 * erfc(-v * 0.70710678118654752440); }
FLCPU_INLINE float rhypotf(float a, float b) { return 1.0f / hypotf(a, b); }
FLCPU_INLINE double rhypot(double a, double b) { return 1.0 / hypot(a, b); }
#endif
