// Arithmetic and conversions in a rounding mode of their own: __fadd_rz, __int2float_rd and the like.
#ifndef FLCPU_ROUNDING_H
#define FLCPU_ROUNDING_H
#include "math.h"

#ifdef FLCPU_PARSE
#define FLCPU_DIRECTED(T, name, parameters, mode, expression, ...) FLCPU_HD T name parameters;
#else
#include <cfenv>
namespace flcpu {
namespace detail {
// Tells the compiler that a value may be another now.
template <class T> inline void changes(T &v) { __asm__ volatile("" : "+m"(v)); }
// Computes in a rounding mode, where it is written.
template <class R, class Op, class... T> inline R rounded(int mode, Op op, T... values) {
  const int before = fegetround();
  fesetround(mode);
  (changes(values), ...);
  R result = op(values...);
  changes(result);
  fesetround(before);
  return result;
}
} // namespace detail
} // namespace flcpu
#define FLCPU_DIRECTED(T, name, parameters, mode, expression, ...)                                 \
  inline T name parameters {                                                                       \
    return flcpu::detail::rounded<T>(                                                              \
        mode, [] parameters -> T { return expression; }, __VA_ARGS__);                             \
  }
#endif
#define FLCPU_ALL_DIRECTED(T, name, parameters, expression, ...)                                   \
  FLCPU_DIRECTED(T, name##_rz, parameters, FE_TOWARDZERO, expression, __VA_ARGS__)                 \
  FLCPU_DIRECTED(T, name##_ru, parameters, FE_UPWARD, expression, __VA_ARGS__)                     \
  FLCPU_DIRECTED(T, name##_rd, parameters, FE_DOWNWARD, expression, __VA_ARGS__)

#define FLCPU_ARITHMETIC(T, letter, fma_name, fma_function, sqrt_function)                         \
  FLCPU_ALL_DIRECTED(T, __##letter##add, (T a, T b), a + b, a, b)                                  \
  FLCPU_ALL_DIRECTED(T, __##letter##sub, (T a, T b), a - b, a, b)                                  \
  FLCPU_ALL_DIRECTED(T, __##letter##mul, (T a, T b), a * b, a, b)                                  \
  FLCPU_ALL_DIRECTED(T, __##letter##div, (T a, T b), a / b, a, b)                                  \
  FLCPU_ALL_DIRECTED(T, __##letter##rcp, (T a), 1 / a, a)                                          \
  FLCPU_ALL_DIRECTED(T, __##letter##sqrt, (T a), sqrt_function(a), a)                              \
  FLCPU_ALL_DIRECTED(T, fma_name, (T a, T b, T c), fma_function(a, b, c), a, b, c)
FLCPU_ARITHMETIC(float, f, __fmaf, fmaf, sqrtf)
FLCPU_ARITHMETIC(double, d, __fma, fma, sqrt)
#undef FLCPU_ARITHMETIC

#define FLCPU_CONVERT(To, From, name) FLCPU_ALL_DIRECTED(To, name, (From a), To(a), a)
FLCPU_CONVERT(float, int, __int2float)
FLCPU_CONVERT(float, unsigned, __uint2float)
FLCPU_CONVERT(float, long long, __ll2float)
FLCPU_CONVERT(double, long long, __ll2double)
#undef FLCPU_CONVERT
// Compilers make these conversions of sums, and a sum of nothing is -0 downwards.
#define FLCPU_CONVERT(To, name)                                                                    \
  FLCPU_ALL_DIRECTED(To, name, (unsigned long long a),                                             \
                     (long long)a < 0 ? To(a) : To((long long)a), a)
FLCPU_CONVERT(float, __ull2float)
FLCPU_CONVERT(double, __ull2double)
#undef FLCPU_CONVERT
FLCPU_ALL_DIRECTED(float, __double2float, (double a), float(a), a)
#undef FLCPU_ALL_DIRECTED
#undef FLCPU_DIRECTED
#endif
