// Stand-in for the toolkit's cuda_bf16.h.
#ifndef FLCPU_CUDA_BF16_H
#define FLCPU_CUDA_BF16_H
#pragma GCC system_header
#include "cuda_fp16.h"

#define FLCPU_T __nv_bfloat16
#define FLCPU_T2 __nv_bfloat162
#define FLCPU_N bfloat16
#define FLCPU_FORMAT flcpu::detail::narrow<7, 8>
#define FLCPU_OTHER __half
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define FLCPU_CONVERTS 1
#endif
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
#define FLCPU_OPERATES 1
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
#define FLCPU_OPERATES2 1
#endif
#include "flcpu/narrow_type.h"

// Conversions between the two types.
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
FLCPU_INLINE __nv_bfloat16::__nv_bfloat16(const __half v) : __nv_bfloat16(__half2float(v)) {}
#endif
#ifndef __CUDA_NO_HALF_CONVERSIONS__
FLCPU_INLINE __half::__half(const __nv_bfloat16 v) : __half(__bfloat162float(v)) {}
#endif

#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#endif
