// Numbers of 16 bits: conversions, arithmetic, comparisons, warp operations, atomics, shared memory, as arguments, and on the host.
// REMARK-t1: launch of 'sum': t1
// REMARK-t1: launch of 'pairs': t1
// TARGET-keep: cpu: nvcc refuses arguments with copy constructors of their own
// STRATEGIES: keep auto t1 t2 t3 mega warp block multiblock grid
#include "include/test.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> __global__ void sum(const T *p, T *out, T factor) {
  __shared__ T last;
  T v = p[threadIdx.x] * factor;
  for (int by = 16; by; by /= 2)
    v += __shfl_down_sync(~0u, v, by);
  if (threadIdx.x == 0)
    last = v;
  __syncthreads();
  if (threadIdx.x == 31)
    atomicAdd(out, last);
}
__global__ void pairs(const half2 *p, half2 *sums, float *out, int *flags, __nv_bfloat162 shift) {
  const int i = threadIdx.x;
  const half2 v = __ldg(&p[i]), next = __shfl_xor_sync(~0u, v, 1);
  const half2 r = __hfma2(v, __float2half2_rn(0.5f), next);
  const float2 f = __half22float2(r), s = __bfloat1622float2(shift);
  out[2 * i] = f.x + s.x;
  out[2 * i + 1] = f.y - s.y + __half2float(hsqrt(__low2half(v)));
  flags[i] = __hgt(v.x, next.x) | __hbge2(v, next) << 1 | (v.y == __ushort2half_rn(i + 1)) << 2 |
             __hisnan(__hdiv(v.x - v.x, __float2half(0.0f))) << 3 | __half2int_rn(v.y) << 4;
  atomicAdd(sums, __floats2half2_rn(1.0f, -0.25f));
}
__global__ void parent(const half *h, half *h_out, const nv_bfloat16 *b, nv_bfloat16 *b_out, const half2 *p,
                       half2 *sums, float *out, int *flags) {
  const int i = threadIdx.x;
  sum<<<1, 32>>>(h, h_out + i, __int2half_rn(i));
  sum<<<1, 32>>>(b, b_out + i, __nv_bfloat16(float(i)));
  if (i == 0)
    pairs<<<1, 32>>>(p, sums, out, flags, __floats2bfloat162_rn(2.0f, 0.5f));
}
static bool rounds() { // on the host
  const half third(1.0f / 3), largest = __ushort_as_half(0x7bff), none = __float2half(NAN);
  const nv_bfloat16 wide = __float2bfloat16(1.0f / 3);
  half least = __ushort_as_half(1);
  least += least;
  return __half_as_ushort(third) == 0x3555 && __bfloat16_as_ushort(wide) == 0x3eab &&
         __half_as_ushort(__float2half_ru(1.0f / 3)) == 0x3556 && __half_as_ushort(__float2half(1e6f)) == 0x7c00 &&
         __half_as_ushort(__float2half_rz(1e6f)) == 0x7bff && __half_as_ushort(least) == 2 &&
         float(largest + half(15)) == 65504.0f && __hisinf(largest + half(16)) && none != none &&
         int(half(-2.75f)) == -2 && float(half(wide)) == 0.333984375f && half(3) / half(4) == half(0.75f);
}

int main() {
  std::vector<half> h(32), h_want(4);
  std::vector<nv_bfloat16> b(32), b_want(4);
  std::vector<half2> p(32);
  std::vector<float> out_want(64);
  std::vector<int> flags_want(32);
  for (int i = 0; i < 32; i++) {
    h[i] = float(i % 4) / 4, b[i] = float(i % 2);
    p[i] = make_half2(float(i * i), float(i + 1));
  }
  for (int i = 0; i < 4; i++)
    h_want[i] = 12.0f * float(i), b_want[i] = 16.0f * float(i);
  for (int i = 0; i < 32; i++) {
    const float x = float(i * i), y = float(i + 1), x1 = float((i ^ 1) * (i ^ 1)), y1 = float((i ^ 1) + 1);
    out_want[2 * i] = float(half(x * 0.5f + x1)) + 2;
    out_want[2 * i + 1] = y * 0.5f + y1 - 0.5f + float(i);
    flags_want[i] = (x > x1) | (x >= x1 && y >= y1) << 1 | 1 << 2 | 1 << 3 | (i + 1) << 4;
  }
  half *h_out = device_zeros<half>(4);
  nv_bfloat16 *b_out = device_zeros<nv_bfloat16>(4);
  half2 *sums = device_zeros<half2>(1);
  float *out = device_zeros<float>(64);
  int *flags = device_zeros<int>(32);
  parent<<<1, 4>>>(to_device(h), h_out, to_device(b), b_out, to_device(p), sums, out, flags);
  cudaDeviceSynchronize();
  const std::vector<half2> total = to_host(sums, 1);
  if (!rounds() || total[0] != make_half2(32, -8) || to_host(h_out, 4) != h_want || to_host(b_out, 4) != b_want)
    return puts("wrong"), 1;
  return compare(to_host(out, 64), out_want) | compare(to_host(flags, 32), flags_want);
}
