// A type of 16 bits, FLCPU_T, and the pair of it, FLCPU_T2, with all their functions. Included once for each type, which says FLCPU_FORMAT (a narrow<>), FLCPU_OTHER (the other type), and FLCPU_N, its name
// in those of functions. FLCPU_CONVERTS, FLCPU_OPERATES and FLCPU_OPERATES2: does the program want what the toolkit's headers let it leave out?
#define FLCPU_RAW FLCPU_JOIN(FLCPU_T, _raw, )
#define FLCPU_RAW2 FLCPU_JOIN(FLCPU_T2, _raw, )
#define FLCPU_NAMED(before, after) FLCPU_JOIN(before, FLCPU_N, after)
#define FLCPU_MAKE(...) FLCPU_T(FLCPU_RAW{FLCPU_FORMAT::encode(__VA_ARGS__)})
#define FLCPU_VALUE(v) double(FLCPU_NAMED(__, 2float)(v))

struct __align__(2) FLCPU_RAW {
  unsigned short x;
};
struct __align__(4) FLCPU_RAW2 {
  unsigned short x, y;
};
struct FLCPU_OTHER;

struct __align__(2) FLCPU_T {
protected:
  unsigned short __x;

public:
  FLCPU_T() = default;
  FLCPU_HD constexpr FLCPU_T(const FLCPU_RAW &v) : __x(v.x) {}
  FLCPU_HD FLCPU_T &operator=(const FLCPU_RAW &v) {
    __x = v.x;
    return *this;
  }
  FLCPU_HD volatile FLCPU_T &operator=(const FLCPU_RAW &v) volatile {
    __x = v.x;
    return *this;
  }
  FLCPU_HD operator FLCPU_RAW() const { return FLCPU_RAW{__x}; }
  FLCPU_HD operator FLCPU_RAW() const volatile { return FLCPU_RAW{__x}; }
#if FLCPU_CONVERTS
  FLCPU_HD explicit FLCPU_T(const FLCPU_OTHER v);
  FLCPU_HD operator float() const { return FLCPU_FORMAT::decode(__x); }
#define FLCPU_FROM(type, value)                                                                    \
  FLCPU_HD FLCPU_T(const type v) : __x(FLCPU_FORMAT::encode(value)) {}                             \
  FLCPU_HD FLCPU_T &operator=(const type v) {                                                      \
    __x = FLCPU_FORMAT::encode(value);                                                             \
    return *this;                                                                                  \
  }
#define FLCPU_TO(type)                                                                             \
  FLCPU_HD operator type() const {                                                                 \
    return flcpu::detail::to_integer<type>(double(FLCPU_FORMAT::decode(__x)));                     \
  }
  FLCPU_FROM(float, double(v))
  FLCPU_FROM(double, v)
  FLCPU_FROM(short, double(v))
  FLCPU_FROM(unsigned short, double(v))
  FLCPU_FROM(int, double(v))
  FLCPU_FROM(unsigned int, double(v))
  FLCPU_FROM(long, flcpu::detail::wide_enough((long long)v))
  FLCPU_FROM(unsigned long, flcpu::detail::wide_enough((unsigned long long)v))
  FLCPU_FROM(long long, flcpu::detail::wide_enough(v))
  FLCPU_FROM(unsigned long long, flcpu::detail::wide_enough(v))
  FLCPU_TO(signed char)
  FLCPU_TO(unsigned char)
  FLCPU_TO(char)
  FLCPU_TO(short)
  FLCPU_TO(unsigned short)
  FLCPU_TO(int)
  FLCPU_TO(unsigned int)
  FLCPU_TO(long)
  FLCPU_TO(unsigned long)
  FLCPU_TO(long long)
  FLCPU_TO(unsigned long long)
  FLCPU_HD constexpr operator bool() const { return (__x & 0x7fffu) != 0; }
#undef FLCPU_FROM
#undef FLCPU_TO
#endif
};

struct __align__(4) FLCPU_T2 {
  FLCPU_T x, y;
  FLCPU_T2() = default;
  FLCPU_HD constexpr FLCPU_T2(const FLCPU_T &a, const FLCPU_T &b) : x(a), y(b) {}
  FLCPU_HD FLCPU_T2(const FLCPU_RAW2 &v) : x(FLCPU_RAW{v.x}), y(FLCPU_RAW{v.y}) {}
  FLCPU_HD FLCPU_T2 &operator=(const FLCPU_RAW2 &v) { return *this = FLCPU_T2(v); }
  FLCPU_HD operator FLCPU_RAW2() const { return FLCPU_RAW2{FLCPU_RAW(x).x, FLCPU_RAW(y).x}; }
};

// Conversions.
FLCPU_INLINE float FLCPU_NAMED(__, 2float)(const FLCPU_T v) {
  return FLCPU_FORMAT::decode(FLCPU_RAW(v).x);
}
FLCPU_INLINE FLCPU_T FLCPU_NAMED(__float2, )(const float v) { return FLCPU_MAKE(double(v)); }
FLCPU_INLINE FLCPU_T FLCPU_NAMED(__double2, )(const double v) { return FLCPU_MAKE(v); }
#define FLCPU_ROUNDED(suffix, mode)                                                                \
  FLCPU_INLINE FLCPU_T FLCPU_NAMED(__float2, suffix)(const float v) {                              \
    return FLCPU_MAKE(double(v), flcpu::detail::mode);                                             \
  }                                                                                                \
  FLCPU_INTEGER(short, short, suffix, mode)                                                        \
  FLCPU_INTEGER(unsigned short, ushort, suffix, mode)                                              \
  FLCPU_INTEGER(int, int, suffix, mode)                                                            \
  FLCPU_INTEGER(unsigned int, uint, suffix, mode)                                                  \
  FLCPU_INTEGER(long long, ll, suffix, mode)                                                       \
  FLCPU_INTEGER(unsigned long long, ull, suffix, mode)
#define FLCPU_INTEGER(type, name, suffix, mode)                                                    \
  FLCPU_INLINE FLCPU_T FLCPU_NAMED(__##name##2, suffix)(const type v) {                            \
    return FLCPU_MAKE(flcpu::detail::wide_enough(v), flcpu::detail::mode);                         \
  }                                                                                                \
  FLCPU_INLINE type FLCPU_NAMED(__, 2##name##suffix)(const FLCPU_T v) {                            \
    return flcpu::detail::to_integer<type>(FLCPU_VALUE(v), flcpu::detail::mode);                   \
  }
FLCPU_ROUNDED(_rn, to_nearest)
FLCPU_ROUNDED(_rz, to_zero)
FLCPU_ROUNDED(_ru, upwards)
FLCPU_ROUNDED(_rd, downwards)
#undef FLCPU_INTEGER
#undef FLCPU_ROUNDED
FLCPU_INLINE signed char FLCPU_NAMED(__, 2char_rz)(const FLCPU_T v) {
  return flcpu::detail::to_integer<signed char>(FLCPU_VALUE(v));
}
FLCPU_INLINE unsigned char FLCPU_NAMED(__, 2uchar_rz)(const FLCPU_T v) {
  return flcpu::detail::to_integer<unsigned char>(FLCPU_VALUE(v));
}
FLCPU_INLINE short FLCPU_NAMED(__, _as_short)(const FLCPU_T v) { return short(FLCPU_RAW(v).x); }
FLCPU_INLINE unsigned short FLCPU_NAMED(__, _as_ushort)(const FLCPU_T v) { return FLCPU_RAW(v).x; }
FLCPU_INLINE FLCPU_T FLCPU_NAMED(__short_as_, )(const short v) {
  return FLCPU_RAW{(unsigned short)v};
}
FLCPU_INLINE FLCPU_T FLCPU_NAMED(__ushort_as_, )(const unsigned short v) { return FLCPU_RAW{v}; }

// Pairs and their parts.
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(make_, 2)(const FLCPU_T x, const FLCPU_T y) {
  return FLCPU_T2(x, y);
}
FLCPU_INLINE FLCPU_T2 FLCPU_JOIN(__halves2, FLCPU_N, 2)(const FLCPU_T a, const FLCPU_T b) {
  return FLCPU_T2(a, b);
}
FLCPU_INLINE FLCPU_T2 FLCPU_JOIN(FLCPU_NAMED(__, 2), FLCPU_N, 2)(const FLCPU_T v) {
  return FLCPU_T2(v, v);
}
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(__float2, 2_rn)(const float v) {
  return FLCPU_T2(FLCPU_MAKE(double(v)), FLCPU_MAKE(double(v)));
}
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(__floats2, 2_rn)(const float a, const float b) {
  return FLCPU_T2(FLCPU_MAKE(double(a)), FLCPU_MAKE(double(b)));
}
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(__float22, 2_rn)(const float2 v) {
  return FLCPU_T2(FLCPU_MAKE(double(v.x)), FLCPU_MAKE(double(v.y)));
}
FLCPU_INLINE float2 FLCPU_NAMED(__, 22float2)(const FLCPU_T2 v) {
  return make_float2(FLCPU_NAMED(__, 2float)(v.x), FLCPU_NAMED(__, 2float)(v.y));
}
FLCPU_INLINE float __low2float(const FLCPU_T2 v) { return FLCPU_NAMED(__, 2float)(v.x); }
FLCPU_INLINE float __high2float(const FLCPU_T2 v) { return FLCPU_NAMED(__, 2float)(v.y); }
FLCPU_INLINE FLCPU_T FLCPU_NAMED(__low2, )(const FLCPU_T2 v) { return v.x; }
FLCPU_INLINE FLCPU_T FLCPU_NAMED(__high2, )(const FLCPU_T2 v) { return v.y; }
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(__low2, 2)(const FLCPU_T2 v) { return FLCPU_T2(v.x, v.x); }
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(__high2, 2)(const FLCPU_T2 v) { return FLCPU_T2(v.y, v.y); }
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(__lows2, 2)(const FLCPU_T2 a, const FLCPU_T2 b) {
  return FLCPU_T2(a.x, b.x);
}
FLCPU_INLINE FLCPU_T2 FLCPU_NAMED(__highs2, 2)(const FLCPU_T2 a, const FLCPU_T2 b) {
  return FLCPU_T2(a.y, b.y);
}
FLCPU_INLINE FLCPU_T2 __lowhigh2highlow(const FLCPU_T2 v) { return FLCPU_T2(v.y, v.x); }

// Arithmetic: of numbers x, y and z in double precision, whose result is rounded once more without harm.
#define FLCPU_OF_ONE(name, name2, ...)                                                             \
  FLCPU_INLINE FLCPU_T name(const FLCPU_T a) {                                                     \
    const double x = FLCPU_VALUE(a);                                                               \
    return FLCPU_MAKE(__VA_ARGS__);                                                                \
  }                                                                                                \
  FLCPU_INLINE FLCPU_T2 name2(const FLCPU_T2 a) { return FLCPU_T2(name(a.x), name(a.y)); }
#define FLCPU_OF_TWO(name, name2, ...)                                                             \
  FLCPU_INLINE FLCPU_T name(const FLCPU_T a, const FLCPU_T b) {                                    \
    const double x = FLCPU_VALUE(a), y = FLCPU_VALUE(b);                                           \
    return FLCPU_MAKE(__VA_ARGS__);                                                                \
  }                                                                                                \
  FLCPU_INLINE FLCPU_T2 name2(const FLCPU_T2 a, const FLCPU_T2 b) {                                \
    return FLCPU_T2(name(a.x, b.x), name(a.y, b.y));                                               \
  }
#define FLCPU_OF_THREE(name, name2, ...)                                                           \
  FLCPU_INLINE FLCPU_T name(const FLCPU_T a, const FLCPU_T b, const FLCPU_T c) {                   \
    const double r = flcpu::detail::fused(FLCPU_VALUE(a), FLCPU_VALUE(b), FLCPU_VALUE(c));         \
    return FLCPU_MAKE(__VA_ARGS__);                                                                \
  }                                                                                                \
  FLCPU_INLINE FLCPU_T2 name2(const FLCPU_T2 a, const FLCPU_T2 b, const FLCPU_T2 c) {              \
    return FLCPU_T2(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                                     \
  }
// To the range from 0 to 1; what is no number becomes 0.
#define FLCPU_SATURATED(v) ((v) > 0 ? (v) < 1 ? (v) : 1.0 : 0.0)
#define FLCPU_ARITHMETIC(name, ...)                                                                \
  FLCPU_OF_TWO(__h##name, __h##name##2, __VA_ARGS__)                                               \
  FLCPU_OF_TWO(__h##name##_rn, __h##name##2_rn, __VA_ARGS__)                                       \
  FLCPU_OF_TWO(__h##name##_sat, __h##name##2_sat, FLCPU_SATURATED(__VA_ARGS__))
FLCPU_ARITHMETIC(add, x + y)
FLCPU_ARITHMETIC(sub, x - y)
FLCPU_ARITHMETIC(mul, x *y)
#undef FLCPU_ARITHMETIC
FLCPU_OF_TWO(__hdiv, __h2div, x / y)
FLCPU_OF_THREE(__hfma, __hfma2, r)
FLCPU_OF_THREE(__hfma_sat, __hfma2_sat, FLCPU_SATURATED(r))
FLCPU_OF_THREE(__hfma_relu, __hfma2_relu, r <= 0 ? 0.0 : r)
FLCPU_INLINE bool __hisnan(const FLCPU_T v) {
  return (FLCPU_RAW(v).x & 0x7fffu) > FLCPU_FORMAT::infinity;
}
FLCPU_INLINE FLCPU_T __hneg(const FLCPU_T v) {
  return FLCPU_RAW{(unsigned short)(__hisnan(v) ? FLCPU_FORMAT::nan : FLCPU_RAW(v).x ^ 0x8000u)};
}
FLCPU_INLINE FLCPU_T __habs(const FLCPU_T v) {
  return FLCPU_RAW{(unsigned short)(__hisnan(v) ? FLCPU_FORMAT::nan : FLCPU_RAW(v).x & 0x7fffu)};
}
FLCPU_INLINE FLCPU_T2 __hneg2(const FLCPU_T2 v) { return FLCPU_T2(__hneg(v.x), __hneg(v.y)); }
FLCPU_INLINE FLCPU_T2 __habs2(const FLCPU_T2 v) { return FLCPU_T2(__habs(v.x), __habs(v.y)); }
// A complex product and sum.
FLCPU_INLINE FLCPU_T2 __hcmadd(const FLCPU_T2 a, const FLCPU_T2 b, const FLCPU_T2 c) {
  return FLCPU_T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                  __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}
// Zeros are told apart by their signs; a number is taken before what is none, or the other way round.
#define FLCPU_LESS (x < y || (x == y && signbit(x) && !signbit(y)))
FLCPU_OF_TWO(__hmin, __hmin2, x != x ? y : y != y || FLCPU_LESS ? x : y)
FLCPU_OF_TWO(__hmax, __hmax2, x != x ? y : y != y || !FLCPU_LESS ? x : y)
FLCPU_OF_TWO(__hmin_nan, __hmin2_nan, x != x || (y == y && FLCPU_LESS) ? x : y)
FLCPU_OF_TWO(__hmax_nan, __hmax2_nan, x != x || (y == y && !FLCPU_LESS) ? x : y)
#undef FLCPU_LESS
FLCPU_OF_ONE(hsqrt, h2sqrt, sqrt(x))
FLCPU_OF_ONE(hrsqrt, h2rsqrt, 1 / sqrt(x))
FLCPU_OF_ONE(hrcp, h2rcp, 1 / x)
FLCPU_OF_ONE(hsin, h2sin, sin(x))
FLCPU_OF_ONE(hcos, h2cos, cos(x))
FLCPU_OF_ONE(htanh, h2tanh, tanh(x))
FLCPU_OF_ONE(htanh_approx, h2tanh_approx, tanh(x))
FLCPU_OF_ONE(hexp, h2exp, exp(x))
FLCPU_OF_ONE(hexp2, h2exp2, exp2(x))
FLCPU_OF_ONE(hexp10, h2exp10, pow(10.0, x))
FLCPU_OF_ONE(hlog, h2log, log(x))
FLCPU_OF_ONE(hlog2, h2log2, log2(x))
FLCPU_OF_ONE(hlog10, h2log10, log10(x))
FLCPU_OF_ONE(hceil, h2ceil, ceil(x))
FLCPU_OF_ONE(hfloor, h2floor, floor(x))
FLCPU_OF_ONE(hrint, h2rint, rint(x))
FLCPU_OF_ONE(htrunc, h2trunc, trunc(x))
#undef FLCPU_SATURATED
#undef FLCPU_OF_THREE
#undef FLCPU_OF_TWO
#undef FLCPU_OF_ONE

// Comparisons. Of pairs: as numbers, as masks, and of both parts.
#define FLCPU_COMPARED(name, ...)                                                                  \
  FLCPU_INLINE bool __h##name(const FLCPU_T a, const FLCPU_T b) {                                  \
    const double x = FLCPU_VALUE(a), y = FLCPU_VALUE(b);                                           \
    return __VA_ARGS__;                                                                            \
  }                                                                                                \
  FLCPU_INLINE FLCPU_T2 __h##name##2(const FLCPU_T2 a, const FLCPU_T2 b) {                         \
    return FLCPU_T2(FLCPU_MAKE(__h##name(a.x, b.x)), FLCPU_MAKE(__h##name(a.y, b.y)));             \
  }                                                                                                \
  FLCPU_INLINE unsigned __h##name##2_mask(const FLCPU_T2 a, const FLCPU_T2 b) {                    \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);          \
  }                                                                                                \
  FLCPU_INLINE bool __hb##name##2(const FLCPU_T2 a, const FLCPU_T2 b) {                            \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
  }
FLCPU_COMPARED(eq, x == y)
FLCPU_COMPARED(ne, x<y || x> y)
FLCPU_COMPARED(lt, x < y)
FLCPU_COMPARED(le, x <= y)
FLCPU_COMPARED(gt, x > y)
FLCPU_COMPARED(ge, x >= y)
FLCPU_COMPARED(equ, !(x < y || x > y))
FLCPU_COMPARED(neu, x != y)
FLCPU_COMPARED(ltu, !(x >= y))
FLCPU_COMPARED(leu, !(x > y))
FLCPU_COMPARED(gtu, !(x <= y))
FLCPU_COMPARED(geu, !(x < y))
#undef FLCPU_COMPARED
FLCPU_INLINE int __hisinf(const FLCPU_T v) {
  const unsigned bits = FLCPU_RAW(v).x;
  return (bits & 0x7fffu) != FLCPU_FORMAT::infinity ? 0 : bits >> 15 ? -1 : 1;
}
FLCPU_INLINE FLCPU_T2 __hisnan2(const FLCPU_T2 v) {
  return FLCPU_T2(FLCPU_MAKE(__hisnan(v.x)), FLCPU_MAKE(__hisnan(v.y)));
}

#define FLCPU_OPERATORS(T, pair, bar, division)                                                    \
  FLCPU_OPERATOR(T, +, __hadd##pair)                                                               \
  FLCPU_OPERATOR(T, -, __hsub##pair)                                                               \
  FLCPU_OPERATOR(T, *, __hmul##pair)                                                               \
  FLCPU_OPERATOR(T, /, division)                                                                   \
  FLCPU_STEP(T, ++, __hadd##pair)                                                                  \
  FLCPU_STEP(T, --, __hsub##pair)                                                                  \
  FLCPU_INLINE T operator+(const T &v) { return v; }                                               \
  FLCPU_INLINE T operator-(const T &v) { return __hneg##pair(v); }                                 \
  FLCPU_COMPARISON(T, ==, bar##eq##pair)                                                           \
  FLCPU_COMPARISON(T, !=, bar##neu##pair)                                                          \
  FLCPU_COMPARISON(T, >, bar##gt##pair)                                                            \
  FLCPU_COMPARISON(T, <, bar##lt##pair)                                                            \
  FLCPU_COMPARISON(T, >=, bar##ge##pair)                                                           \
  FLCPU_COMPARISON(T, <=, bar##le##pair)
#define FLCPU_OPERATOR(T, sign, function)                                                          \
  FLCPU_INLINE T operator sign(const T &a, const T &b) { return function(a, b); }                  \
  FLCPU_INLINE T &operator sign##=(T &a, const T &b) { return a = function(a, b); }
#define FLCPU_STEP(T, sign, function)                                                              \
  FLCPU_INLINE T &operator sign(T &v) { return v = function(v, flcpu::detail::unit<T>()); }        \
  FLCPU_INLINE T operator sign(T &v, const int) {                                                  \
    const T before = v;                                                                            \
    sign v;                                                                                        \
    return before;                                                                                 \
  }
#define FLCPU_COMPARISON(T, sign, function)                                                        \
  FLCPU_INLINE bool operator sign(const T &a, const T &b) { return function(a, b); }

namespace flcpu {
namespace detail {
template <> FLCPU_INLINE FLCPU_T unit<FLCPU_T>() { return FLCPU_MAKE(1.0); }
template <> FLCPU_INLINE FLCPU_T2 unit<FLCPU_T2>() {
  return FLCPU_T2(FLCPU_MAKE(1.0), FLCPU_MAKE(1.0));
}
} // namespace detail
} // namespace flcpu
#if FLCPU_OPERATES
FLCPU_OPERATORS(FLCPU_T, , __h, __hdiv)
#endif
#if FLCPU_OPERATES2
FLCPU_OPERATORS(FLCPU_T2, 2, __hb, __h2div)
#endif
#undef FLCPU_COMPARISON
#undef FLCPU_STEP
#undef FLCPU_OPERATOR
#undef FLCPU_OPERATORS

// Operations of a warp, and on memory. (Loads and stores past caches are templates of device.h.)
#ifdef FLCPU_PARSE
#define FLCPU_SHUFFLE(T, name, type)                                                               \
  extern __device__ T name(const unsigned, const T, const type, const int = 32);
#define FLCPU_ADDS(T, sum) extern __device__ T atomicAdd(T *const p, const T v);
#else
#define FLCPU_SHUFFLE(T, name, type)                                                               \
  inline T name(const unsigned mask, const T v, const type by, const int width = 32) {             \
    const unsigned bits = unsigned(flcpu::detail::to_bits(v));                                     \
    return flcpu::detail::from_bits<T>(name(mask, bits, by, width));                               \
  }
#define FLCPU_ADDS(T, sum)                                                                         \
  inline T atomicAdd(T *const p, const T v) {                                                      \
    T old;                                                                                         \
    __atomic_load(p, &old, __ATOMIC_RELAXED);                                                      \
    for (;;) {                                                                                     \
      T now = sum(old, v);                                                                         \
      if (__atomic_compare_exchange(p, &old, &now, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))     \
        return old;                                                                                \
    }                                                                                              \
  }
#endif
#define FLCPU_SHUFFLES(T)                                                                          \
  FLCPU_SHUFFLE(T, __shfl_sync, int)                                                               \
  FLCPU_SHUFFLE(T, __shfl_up_sync, unsigned)                                                       \
  FLCPU_SHUFFLE(T, __shfl_down_sync, unsigned)                                                     \
  FLCPU_SHUFFLE(T, __shfl_xor_sync, int)
FLCPU_SHUFFLES(FLCPU_T)
FLCPU_SHUFFLES(FLCPU_T2)
FLCPU_ADDS(FLCPU_T, __hadd)
FLCPU_ADDS(FLCPU_T2, __hadd2)
#undef FLCPU_SHUFFLES
#undef FLCPU_ADDS
#undef FLCPU_SHUFFLE

#undef FLCPU_VALUE
#undef FLCPU_MAKE
#undef FLCPU_NAMED
#undef FLCPU_RAW2
#undef FLCPU_RAW
#undef FLCPU_OPERATES2
#undef FLCPU_OPERATES
#undef FLCPU_CONVERTS
#undef FLCPU_OTHER
#undef FLCPU_FORMAT
#undef FLCPU_N
#undef FLCPU_T2
#undef FLCPU_T
