// The toolkit's cuda_fp8.h, as its host functions, with the stand-ins' wider types.
#ifndef FLCPU_CUDA_FP8_H
#define FLCPU_CUDA_FP8_H
#pragma GCC system_header
#if !__has_include_next(<cuda_fp8.h>)
#error "numbers of 8 bits (cuda_fp8.h) need the CUDA toolkit's headers, also on the CPU target"
#endif
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#ifdef FLCPU
#define __DEVICE_TYPES_H__ // its own copy of that would define the qualifiers
#endif
#include_next <cuda_fp8.h>
#endif
