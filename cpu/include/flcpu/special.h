// Functions of device code that are not in the C library: of multiples of pi, norms, inverses of error functions, Bessel functions.
#ifndef FLCPU_SPECIAL_H
#define FLCPU_SPECIAL_H
#include "math.h"

// sin(pi v) and cos(pi v): reduced before pi comes in, so that whole and half numbers give what they should.
FLCPU_INLINE void sincospi(double v, double *s, double *c) {
  const double halves = nearbyint(2 * v), rest = (v - halves / 2) * 3.14159265358979323846;
  const int quarter = halves == halves && fabs(halves) < 0x1p53 ? int(fmod(halves, 4.0)) & 3 : 0;
  const double a = sin(rest), b = cos(rest), x = quarter & 1 ? b : a, y = quarter & 1 ? a : b;
  *s = x == 0 ? copysign(0.0, v) : quarter & 2 ? -x : x;
  *c = y == 0 ? 0.0 : quarter == 1 || quarter == 2 ? -y : y;
}
FLCPU_INLINE void sincospif(float v, float *s, float *c) {
  double x, y;
  sincospi(double(v), &x, &y);
  *s = float(x);
  *c = float(y);
}
FLCPU_INLINE double sinpi(double v) {
  double s, c;
  sincospi(v, &s, &c);
  return s;
}
FLCPU_INLINE double cospi(double v) {
  double s, c;
  sincospi(v, &s, &c);
  return c;
}
FLCPU_INLINE float sinpif(float v) { return float(sinpi(double(v))); }
FLCPU_INLINE float cospif(float v) { return float(cospi(double(v))); }

// Norms do not overflow on the way.
FLCPU_INLINE double norm(int n, const double *p) {
  double most = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    if (isinf(p[i]))
      return fabs(p[i]);
    most = fabs(p[i]) > most || p[i] != p[i] ? fabs(p[i]) : most;
  }
  const double scale = most > 0 ? ldexp(1.0, -ilogb(most)) : 1;
  for (int i = 0; i < n; i++)
    sum += p[i] * scale * (p[i] * scale);
  return sqrt(sum) / scale;
}
FLCPU_INLINE double norm3d(double a, double b, double c) {
  const double all[] = {a, b, c};
  return norm(3, all);
}
FLCPU_INLINE double norm4d(double a, double b, double c, double d) {
  const double all[] = {a, b, c, d};
  return norm(4, all);
}
FLCPU_INLINE double rnorm(int n, const double *p) { return 1 / norm(n, p); }
FLCPU_INLINE double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
FLCPU_INLINE double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
FLCPU_INLINE float norm3df(float a, float b, float c) { return float(norm3d(a, b, c)); }
FLCPU_INLINE float norm4df(float a, float b, float c, float d) { return float(norm4d(a, b, c, d)); }
FLCPU_INLINE float rnorm3df(float a, float b, float c) { return float(rnorm3d(a, b, c)); }
FLCPU_INLINE float rnorm4df(float a, float b, float c, float d) { return float(rnorm4d(a, b, c, d)); }
FLCPU_INLINE float normf(int n, const float *p) { // no square of a float overflows in double
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (isinf(p[i]))
      return fabsf(p[i]);
    sum += double(p[i]) * p[i];
  }
  return float(sqrt(sum));
}
FLCPU_INLINE float rnormf(int n, const float *p) { return 1 / normf(n, p); }

// The inverses of erf, where that is less than a half, and of erfc: an estimate, and Halley's steps.
namespace flcpu {
namespace detail {
FLCPU_INLINE double inverse_erf(double y) {
  double x = y * 0.88622692545275801365;
  for (int i = 0; i < 4; i++) {
    const double over = erf(x) - y;
    x -= over / (1.12837916709551257390 * exp(-x * x) + x * over);
  }
  return x;
}
} // namespace detail
} // namespace flcpu
FLCPU_INLINE double erfcinv(double y) {
  if (!(y > 0 && y < 2))
    return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : nan("");
  if (y > 0.5 && y < 1.5)
    return flcpu::detail::inverse_erf(1 - y);
  const double tail = y < 1 ? y : 2 - y, t = sqrt(-2 * log(tail / 2));
  double x = -0.70711 * ((2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t);
  for (int i = 0; i < 3; i++) {
    const double over = erfc(x) - tail;
    x += over / (1.12837916709551257390 * exp(-x * x) - x * over);
  }
  return y < 1 ? x : -x;
}
FLCPU_INLINE double erfinv(double y) {
  if (fabs(y) < 0.5)
    return flcpu::detail::inverse_erf(y);
  return y < 0 ? -erfcinv(1 + y) : erfcinv(1 - y);
}
FLCPU_INLINE double normcdfinv(double p) { return -1.41421356237309504880 * erfcinv(2 * p); }
FLCPU_INLINE float erfcinvf(float y) { return float(erfcinv(double(y))); }
FLCPU_INLINE float erfinvf(float y) { return float(erfinv(double(y))); }
FLCPU_INLINE float normcdfinvf(float p) { return float(normcdfinv(double(p))); }
// exp(x * x) * erfc(x): where that would not do, by its continued fraction.
FLCPU_INLINE double erfcx(double x) {
  if (!(x > 4))
    return exp(x * x) * erfc(x);
  double below = x;
  for (int k = 80; k > 0; k--)
    below = x + k * 0.5 / below;
  return 0.56418958354775628695 / below;
}
FLCPU_INLINE float erfcxf(float x) { return float(erfcx(double(x))); }

// Modified Bessel functions, by their series.
FLCPU_INLINE double cyl_bessel_i0(double x) {
  double term = 1, sum = 1;
  for (int k = 1; term > sum * 1e-17 && sum < HUGE_VAL; k++)
    sum += term *= x / 2 / k * (x / 2 / k);
  return sum;
}
FLCPU_INLINE double cyl_bessel_i1(double x) {
  double term = fabs(x) / 2, sum = term;
  for (int k = 1; term > sum * 1e-17 && sum < HUGE_VAL; k++)
    sum += term *= x / 2 / k * (x / 2 / (k + 1));
  return x < 0 ? -sum : sum;
}
FLCPU_INLINE float cyl_bessel_i0f(float x) { return float(cyl_bessel_i0(double(x))); }
FLCPU_INLINE float cyl_bessel_i1f(float x) { return float(cyl_bessel_i1(double(x))); }
#endif
