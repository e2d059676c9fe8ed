// Arithmetic and conversions in a rounding mode of their own, dot products of bytes, and operations on the parts of a word.
// REMARK-t1: launch of 'child': t1
#include "include/test.h"

__global__ void child(unsigned *p, float tiny, int large) {
  const unsigned own[] = {__float_as_uint(__fadd_ru(1, tiny)), __float_as_uint(__fadd_rd(1, -tiny)),
                          __float_as_uint(__fmul_rz(1.0f / 3, 3)), __float_as_uint(__fdiv_ru(1, 3)),
                          __float_as_uint(__fsqrt_rd(2)), __float_as_uint(__fmaf_rd(1, 1, tiny)),
                          __float_as_uint(__int2float_rz(large)), __float_as_uint(__int2float_ru(large)),
                          __float_as_uint(__double2float_rd(0.1)), (unsigned)__double2hiint(__ddiv_rd(1, 3)),
                          (unsigned)__double2loint(__dadd_ru(1, tiny)), (unsigned)__dp4a(0x01ff02fe, 0x037f8005, large),
                          __vadd4(0x01ff80f0u, 0x01018020u), __vcmpgts2(0x00018000u, 0u), __vsadu4(5, 7),
                          (unsigned)__dp2a_lo(0x0002ffff, 0x00000304, 1)};
  p[threadIdx.x] = own[threadIdx.x];
}
__global__ void parent(unsigned *p, float tiny, int large) { child<<<1, 16>>>(p + 16 * threadIdx.x, tiny, large); }

int main() {
  unsigned *p = device_zeros<unsigned>(32);
  parent<<<1, 2>>>(p, 1e-20f, 0x7fffffff);
  std::vector<unsigned> want;
  for (int i = 0; i < 2; i++)
    for (unsigned v : {0x3f800001u, 0x3f7fffffu, 0x3f800000u, 0x3eaaaaabu, 0x3fb504f3u, 0x3f800000u, 0x4effffffu, 0x4f000000u, 0x3dccccccu, 0x3fd55555u, 1u,
                       0x7fffffffu + 3 - 127 - 256 - 10, 0x02000010u, 0xffff0000u, 2u, 1u + 2 * 3 - 4})
      want.push_back(v);
  return compare(to_host(p, 32), want);
}
