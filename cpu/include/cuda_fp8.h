// The toolkit's cuda_fp8.h, as its host functions, with the stand-ins' wider types.
#ifndef FLCPU_CUDA_FP8_H
#define FLCPU_CUDA_FP8_H
#pragma GCC system_header
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#ifdef FLCPU
#define __DEVICE_TYPES_H__ // its own copy of that would define the qualifiers
#endif
#include_next <cuda_fp8.h>
#endif
