// The toolkit's curand.h, whose generators fill memory of a GPU.
#ifndef FLCPU_CURAND_H
#define FLCPU_CURAND_H
#pragma GCC system_header
#if !__has_include_next(<curand.h>)
#error "cuRAND (curand.h) needs the CUDA toolkit's headers, also on the CPU target"
#endif
#include "cuda_runtime.h"
#ifdef FLCPU
#include <library_types.h>
#endif
#include_next <curand.h>
#ifdef FLCPU_LACKING
curandStatus_t curandCreateGenerator(curandGenerator_t *, curandRngType_t)
    FLCPU_LACKS("cuRAND's generators for the device are");
#endif
#endif
