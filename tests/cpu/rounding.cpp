// Arithmetic in a rounding mode of its own against exact arithmetic, and words of bytes and halves against their parts.
#include "check.h"

static unsigned long long state = 88172645463325252ull;
static unsigned long long random_bits() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
// Numbers near to one another, so that the wider type holds their sums and products.
template <class T> static T number() {
  const T v = ldexp(T(1) + T(random_bits() >> 11) / T(1ull << 53), int(random_bits() % 9) - 4);
  return random_bits() & 1 ? v : -v;
}

// Are the three what rounding `exact` down, up and towards zero gives? (`below(v)`: is v <= exact, `above(v)`: is v >= exact.)
template <class T, class Below, class Above>
static void directed(const char *what, T rd, T ru, T rz, Below below, Above above) {
  const T far = T(INFINITY);
  const bool right = below(rd) && above(ru) &&
                     (rd == ru || (!above(rd) && !below(ru) && nextafter(rd, far) == ru)) &&
                     rz == (rd < 0 ? ru : rd);
  if (!right)
    check_failed(__FILE__, __LINE__, what);
}
#define DIRECTED(W, name, args, exact)                                                             \
  directed(                                                                                        \
      #name, name##_rd args, name##_ru args, name##_rz args, [&](auto rounded) { return W(rounded) <= exact; },        \
      [&](auto rounded) { return W(rounded) >= exact; })

template <class T, class W>
static void arithmetic(T (*div)(T, T)) {
  for (int i = 0; i < 20000; i++) {
    const T a = number<T>(), b = number<T>(), c = number<T>(), p = a < 0 ? -a : a;
    if constexpr (sizeof(T) == 4) {
      DIRECTED(W, __fadd, (a, b), W(a) + W(b));
      DIRECTED(W, __fsub, (a, b), W(a) - W(b));
      DIRECTED(W, __fmul, (a, b), W(a) * W(b));
      DIRECTED(W, __fmaf, (a, b, c), W(a) * W(b) + W(c));
      directed("fdiv", __fdiv_rd(a, b), __fdiv_ru(a, b), __fdiv_rz(a, b),
               [&](T v) { return b < 0 ? W(v) * b >= a : W(v) * b <= a; },
               [&](T v) { return b < 0 ? W(v) * b <= a : W(v) * b >= a; });
      directed("fsqrt", __fsqrt_rd(p), __fsqrt_ru(p), __fsqrt_rz(p),
               [&](T v) { return W(v) * v <= p; }, [&](T v) { return W(v) * v >= p; });
      CHECK(__frsqrt_rn(p) == float(1 / sqrtl(p)));
      CHECK(__frcp_rd(a) == __fdiv_rd(1, a) && __frcp_ru(a) == __fdiv_ru(1, a));
    } else {
      DIRECTED(W, __dadd, (a, b), W(a) + W(b));
      DIRECTED(W, __dsub, (a, b), W(a) - W(b));
      DIRECTED(W, __dmul, (a, b), W(a) * W(b));
      directed("ddiv", __ddiv_rd(a, b), __ddiv_ru(a, b), __ddiv_rz(a, b),
               [&](T v) { return b < 0 ? W(v) * b >= a : W(v) * b <= a; },
               [&](T v) { return b < 0 ? W(v) * b <= a : W(v) * b >= a; });
      directed("dsqrt", __dsqrt_rd(p), __dsqrt_ru(p), __dsqrt_rz(p),
               [&](T v) { return W(v) * v <= p; }, [&](T v) { return W(v) * v >= p; });
      CHECK(__drcp_rz(a) == __ddiv_rz(1, a) && __fma_ru(a, b, 0) == __dmul_ru(a, b));
      DIRECTED(W, __double2float, (a), W(a));
    }
    CHECK(div(a, b) == a / b); // the mode is what it was
  }
}

template <class W> static void conversions() {
  for (int i = 0; i < 20000; i++) {
    const long long v = (long long)(random_bits() >> random_bits() % 64) * (random_bits() & 1 ? 1 : -1);
    const unsigned long long u = random_bits();
    DIRECTED(W, __int2float, (int(v)), W(int(v)));
    DIRECTED(W, __uint2float, (unsigned(v)), W(unsigned(v)));
    DIRECTED(W, __ll2float, (v), W(v));
    DIRECTED(W, __ull2float, (u), W(u));
    DIRECTED(W, __ll2double, (v), W(v));
    DIRECTED(W, __ull2double, (u), W(u));
  }
  CHECK(!signbit(__ull2double_rd(0)) && !signbit(__int2float_rd(0)));
}

static void words() {
  CHECK(__dp4a(0x01ff02fe, 0x037f8005, 10) == 10 + 3 - 127 - 256 - 10);
  CHECK(__dp4a(0x01ff02feu, 0x037f8005u, 10u) == 10u + 3 + 255 * 127 + 256 + 254 * 5);
  CHECK(__dp4a(char4{1, -2, 3, -4}, char4{5, 6, -7, 8}, 100) == 100 + 5 - 12 - 21 - 32);
  CHECK(__dp2a_lo(short2{300, -2}, char4{-5, 6, 70, 8}, 1) == 1 - 1500 - 12);
  CHECK(__dp2a_hi(short2{300, -2}, char4{-5, 6, 70, 8}, 1) == 1 + 21000 - 16);
  CHECK(__dp2a_hi(0xffff0002u, 0xff030000u, 0u) == 6u + 65535 * 255);
  CHECK(__vadd4(0x01ff80f0u, 0x01018020u) == 0x02000010u);
  CHECK(__vaddss4(0x7f80017fu, 0x0180ff00u) == 0x7f80007fu);
  CHECK(__vaddus4(0xff80017fu, 0x0180ff01u) == 0xffffff80u);
  CHECK(__vsub2(0x00008000u, 0x00010001u) == 0xffff7fffu);
  CHECK(__vsubss2(0x80007fffu, 0x0001ffffu) == 0x80007fffu);
  CHECK(__vsubus2(0x00050003u, 0x00030005u) == 0x00020000u);
  CHECK(__vavgu4(0x01020304u, 0x02020200u) == 0x02020302u);
  CHECK(__vhaddu4(0xff020304u, 0xff020200u) == 0xff020202u);
  CHECK(__vabsdiffu4(0x01ff00f0u, 0xff01000fu) == 0xfefe00e1u);
  CHECK(__vabsdiffs4(0x01ff0080u, 0xff01007fu) == 0x020200ffu);
  CHECK(__vmaxs4(0x80017f00u, 0x00ff0180u) == 0x00017f00u);
  CHECK(__vminu2(0x80000001u, 0x7fff0002u) == 0x7fff0001u);
  CHECK(__vneg4(0x01800000u) == 0xff800000u && __vnegss4(0x01800000u) == 0xff7f0000u);
  CHECK(__vabs2(0x8000ffffu) == 0x80000001u && __vabsss2(0x8000ffffu) == 0x7fff0001u);
  CHECK(__vsadu4(0x01ff00f0u, 0xff01000fu) == 254u + 254 + 0 + 225);
  CHECK(__vsads2(0x80000001u, 0x7fff0003u) == 65535u + 2);
  CHECK(__vcmpgts4(0x01ff7f80u, 0x00000000u) == 0xff00ff00u);
  CHECK(__vcmpeq2(0x12345678u, 0x12340000u) == 0xffff0000u);
  CHECK(__vsetleu4(0x01020304u, 0x01010404u) == 0x01000101u);
}

int main() {
  arithmetic<float, long double>([](float a, float b) { return a / b; });
#ifdef __SIZEOF_FLOAT128__
  __extension__ typedef __float128 wide;
  arithmetic<double, wide>([](double a, double b) { return a / b; });
  conversions<wide>();
#endif
  words();
  return finish();
}
