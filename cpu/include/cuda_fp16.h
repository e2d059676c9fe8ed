// Stand-in for the toolkit's cuda_fp16.h.
#ifndef FLCPU_CUDA_FP16_H
#define FLCPU_CUDA_FP16_H
#pragma GCC system_header
#include "cuda_runtime.h"
#include "flcpu/narrow.h"

#define FLCPU_T __half
#define FLCPU_T2 __half2
#define FLCPU_N half
#define FLCPU_FORMAT flcpu::detail::narrow<10, 5>
#define FLCPU_OTHER __nv_bfloat16
#ifndef __CUDA_NO_HALF_CONVERSIONS__
#define FLCPU_CONVERTS 1
#endif
#ifndef __CUDA_NO_HALF_OPERATORS__
#define FLCPU_OPERATES 1
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
#define FLCPU_OPERATES2 1
#endif
#include "flcpu/narrow_type.h"

#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__
#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#endif
