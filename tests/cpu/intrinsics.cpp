// Arithmetic of device code, and atomics under contention.
#include "check.h"

static void integers() {
  CHECK(__popc(0xf0f0u) == 8 && __popcll(~0ull) == 64);
  CHECK(__clz(0) == 32 && __clz(1) == 31 && __clz(-1) == 0 && __clzll(1) == 63 && __clzll(0) == 64);
  CHECK(__ffs(0) == 0 && __ffs(8) == 4 && __ffsll(1ll << 40) == 41);
  CHECK(__brev(1u) == 0x80000000u && __brev(0x12345678u) == 0x1e6a2c48u);
  CHECK(__brevll(1ull) == 1ull << 63);
  __builtin_assume(__popc(1u) == 1);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7531) == 0x77553311u);
  CHECK(__byte_perm(0x80000000u, 0, 0x000b) == 0x000000ffu);
  CHECK(__funnelshift_l(0x80000000u, 1, 1) == 3u && __funnelshift_r(2, 1, 1) == 0x80000001u);
  CHECK(__funnelshift_l(5, 9, 0) == 9u && __funnelshift_lc(5, 9, 40) == 5u);
  CHECK(__umulhi(0x80000000u, 4) == 2u && __mulhi(-1, 1) == -1);
  CHECK(__mul64hi(-1, 1) == -1 && __umul64hi(1ull << 63, 4) == 2ull);
  CHECK(__mul24(3, -2) == -6 && __umul24(0x1000003u, 2) == 6u);
  CHECK(__hadd(-3, 2) == -1 && __rhadd(3, 4) == 4 && __sad(3, 10, 1) == 8u);
  CHECK(min(3, -2) == -2 && max(3u, 7) == 7u && min(-1, 2u) == 2u && max(1ll, -5ll) == 1);
  CHECK(min(2.5f, 1.5f) == 1.5f && max(2.0, 1.5f) == 2.0 && max(NAN, 1.0f) == 1.0f);
  CHECK(abs(-3) == 3 && abs(-2.5f) == 2.5f && abs(-4ll) == 4);
}

static void floats() {
  CHECK(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f);
  CHECK(__float_as_uint(-0.0f) == 0x80000000u && __uint_as_float(0x3f000000u) == 0.5f);
  CHECK(__double_as_longlong(1.0) == 0x3ff0000000000000ll &&
        __longlong_as_double(0x4000000000000000ll) == 2.0);
  CHECK(__hiloint2double(__double2hiint(-7.25), __double2loint(-7.25)) == -7.25);
  CHECK(__float2int_rn(2.5f) == 2 && __float2int_rn(3.5f) == 4 && __float2int_rz(-2.9f) == -2);
  CHECK(__float2int_rd(-2.1f) == -3 && __float2int_ru(2.1f) == 3);
  CHECK(__float2int_rz(1e20f) == INT_MAX && __float2int_rz(-1e20f) == INT_MIN);
  CHECK(__float2int_rz(NAN) == 0 && __float2uint_rz(-5.0f) == 0u);
  CHECK(__double2uint_rn(4294967295.0) == 4294967295u && __double2ll_rd(-0.5) == -1);
  CHECK(__float2ull_rz(1e30f) == ULLONG_MAX);
  CHECK(__fmaf_rn(2, 3, 4) == 10.0f && __fma_rn(2, 3, 4) == 10.0 && __fadd_rn(1, 2) == 3.0f);
  CHECK(__fdividef(6, 3) == 2.0f && __saturatef(1.5f) == 1.0f && __saturatef(-1) == 0.0f);
  CHECK(__saturatef(NAN) == 0.0f && rsqrtf(4) == 0.5f && rsqrt(16.0) == 0.25);
  CHECK(fabsf(__expf(1) - 2.7182817f) < 1e-5f && fabsf(__sinf(1) - sinf(1)) < 1e-6f);
  CHECK(__powf(2, 10) == 1024.0f && __log2f(8) == 3.0f && __frcp_rn(4) == 0.25f);
  CHECK(fabs(sinpi(0.5) - 1) < 1e-12 && fabs(normcdf(0) - 0.5) < 1e-12);
  float s, c;
  sincosf(0.5f, &s, &c);
  CHECK(s == sinf(0.5f) && c == cosf(0.5f));
}

static void atomics() {
  static int i, lowest, highest, bits, sub;
  static unsigned u, inc, dec, exch;
  static unsigned long long ull, big;
  static float f;
  static double d;
  static int locked, plain;
  i = sub = bits = 0;
  lowest = 1 << 30;
  highest = -1;
  u = inc = 0;
  dec = 5;
  ull = big = 0;
  f = 0;
  d = 0;
  locked = plain = 0;
  constexpr unsigned n = 100 * 100;
  flcpu::launch(100, 100, 0, 0, [] {
    const int id = int(blockIdx.x * 100 + threadIdx.x);
    atomicAdd(&i, 2);
    atomicSub(&sub, 1);
    atomicMin(&lowest, id);
    atomicMax(&highest, id);
    atomicOr(&bits, 1 << id % 31);
    atomicXor(&u, 1u << id % 2);
    atomicInc(&inc, 6u);
    atomicDec(&dec, 5u);
    atomicAdd(&ull, 1ull << 32);
    atomicMax(&big, (unsigned long long)id);
    atomicAdd(&f, 1.0f);
    atomicAdd(&d, 0.5);
    atomicAdd_block(&d, 0.25);
    atomicAdd_system(&d, 0.25);
    atomicExch(&exch, 9u);
    while (atomicCAS(&locked, 0, 1) != 0)
      flcpu::yield();
    plain++;
    __threadfence();
    atomicExch(&locked, 0);
  });
  CHECK(i == 2 * int(n) && sub == -int(n) && lowest == 0 && highest == int(n) - 1);
  CHECK(bits == 0x7fffffff && u == 0 && inc == n % 7 && dec == 5 - n % 6);
  CHECK(ull == (unsigned long long)n << 32 && big == n - 1 && f == float(n) && d == double(n));
  CHECK(exch == 9 && plain == int(n));
  int old = 3;
  CHECK(atomicExch(&old, 4) == 3 && atomicCAS(&old, 9, 1) == 4 && old == 4 &&
        atomicAnd(&old, 6) == 4 && atomicAdd(&old, 1) == 4 && old == 5);
  unsigned top = 6;
  CHECK(atomicInc(&top, 6) == 6 && top == 0 && atomicDec(&top, 6) == 0 && top == 6);
}

static void loads() {
  const int v[2] = {4, 5};
  const float4 q = make_float4(1, 2, 3, 4);
  int w = 0;
  CHECK(__ldg(v + 1) == 5 && __ldcg(v) == 4 && __ldcs(v) == 4 && __ldg(&q).w == 4);
  __stcg(&w, 3);
  CHECK(w == 3);
  const long long a = clock64(), b = clock64();
  CHECK(b >= a);
}

int main() {
  integers();
  floats();
  atomics();
  loads();
  return finish();
}
