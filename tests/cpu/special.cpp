// Functions that the C library does not have, at points where their values are known.
#include "check.h"
#include <initializer_list>

// Within some units in the last place?
static bool near(double got, double want, double units = 8) {
  return got == want || fabs(got - want) <= units * 2.3e-16 * fabs(want);
}

int main() {
  double s, c;
  sincospi(1e15 + 0.5, &s, &c);
  CHECK(s == 1 && c == 0);
  sincospi(-0.25, &s, &c);
  CHECK(near(s, -0.70710678118654752440) && near(c, 0.70710678118654752440));
  CHECK(sinpi(1.0) == 0 && cospi(1.0) == -1 && sinpi(-1.5) == 1 && cospi(2.5) == 0 && sinpif(0.5f) == 1);
  CHECK(cospif(1.0f) == -1 && near(sinpi(1.0 / 6), 0.5) && near(cospi(7.0 / 3), 0.5, 20) && cospi(1e300) == 1);
  CHECK(sinpi(-7.0 / 4) > 0 && near(sinpi(1.75), -0.70710678118654752440) && isnan(sinpi(HUGE_VAL)));
  CHECK(norm3d(1e200, 2e200, -2e200) == 3e200 && norm4d(1, -1, 1, 1) == 2 && norm3d(0, 0, 0) == 0);
  CHECK(norm4df(1e30f, 1e30f, 1e30f, 1e30f) == 2e30f && rnorm3df(2, 4, 4) == 1.0f / 6 && rnorm4d(1, 1, 1, 1) == 0.5);
  const float few[] = {3e20f, 4e20f};
  CHECK(normf(2, few) == 5e20f && rnormf(2, few) == 1 / 5e20f && isinf(norm3d(NAN, HUGE_VAL, 1)));
  CHECK(near(erfinv(0.5), 0.47693627620446987338) && near(erfinv(1e-20), 8.8622692545275801365e-21));
  CHECK(near(erfcinv(1e-10), 4.5728249673894852787) && isinf(erfcinv(0)) && erfinv(1) == HUGE_VAL && isnan(erfinv(2)));
  CHECK(near(normcdfinv(0.975), 1.9599639845400542355) && normcdfinv(0.5) == 0 && normcdfinvf(1) == HUGE_VALF);
  for (double y : {-0.99, -0.6, -0.3, 1e-5, 0.2, 0.499, 0.501, 0.9, 0.999999})
    CHECK(near(erf(erfinv(y)), y) && near(erfc(erfcinv(1 + y)), 1 + y, 40));
  for (double y : {1e-300, 1e-100, 1e-3})
    CHECK(near(erfc(erfcinv(y)), y, 4000)); // erfc is that steep
  CHECK(near(erfcx(10), 0.056140992743822585) && near(erfcx(1), 0.42758357615580700442) && near(erfcx(4.0001), erfcx(3.9999), 3e11));
  CHECK(near(erfcx(1e10), 5.6418958354775628e-11) && near(cyl_bessel_i0(1), 1.2660658777520083356));
  CHECK(near(cyl_bessel_i1(-1), -0.56515910399248502721) && near(cyl_bessel_i0(50), 2.9325537838493363e20, 60));
  CHECK(isinf(cyl_bessel_i0(800)) && cyl_bessel_i1(0) == 0 && cyl_bessel_i0f(0) == 1);
  return finish();
}
