// Stand-in for the toolkit's cuda_runtime.h: see flcpu/base.h for the two ways it is used.
#ifndef FLCPU_CUDA_RUNTIME_H
#define FLCPU_CUDA_RUNTIME_H
#ifndef FL_OWN_WARNINGS // users' warning options are for their own code
#pragma GCC system_header
#endif
// Headers of programs (helper_cuda.h of NVIDIA's samples) ask for the toolkit's include guards.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#include "../../include/freelaunch/hide_macros.h"

#include "flcpu/base.h"
#include "flcpu/vectors.h"
#include "flcpu/types.h"
#include "flcpu/math.h"
#include "flcpu/rounding.h"
#include "flcpu/special.h"
#include "flcpu/words.h"
#include "flcpu/device.h"
#include "flcpu/atomics.h"
#include "flcpu/builtin_atomics.h"
#include "flcpu/api.h"
#include "flcpu/memory.h"
#include "flcpu/unsupported.h"

#include "../../include/freelaunch/show_macros.h"
#endif
