// The toolkit's curand_kernel.h, as its host functions: with what it expects of other headers of the toolkit.
#ifndef FLCPU_CURAND_KERNEL_H
#define FLCPU_CURAND_KERNEL_H
#pragma GCC system_header
#if !__has_include_next(<curand_kernel.h>)
#error "cuRAND's device functions (curand_kernel.h) need the CUDA toolkit's headers, also on the CPU target"
#endif
#include "cuda_runtime.h"
#ifdef FLCPU
#include <library_types.h>
// It declares these variables again, and not as the thread's: with parentheses, that is a function's declaration, and a use its call.
inline const dim3 flcpu_block_dim() { return blockDim; }
inline const uint3 flcpu_thread_idx() { return threadIdx; }
#define blockDim flcpu_block_dim()
#define threadIdx flcpu_thread_idx()
#endif
#include_next <curand_kernel.h>
#ifdef FLCPU
#undef blockDim
#undef threadIdx
#endif
#endif
