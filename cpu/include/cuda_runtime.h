// Stand-in for the toolkit's cuda_runtime.h: see flcpu/base.h for the two ways it is used.
#ifndef FLCPU_CUDA_RUNTIME_H
#define FLCPU_CUDA_RUNTIME_H
#include "flcpu/base.h"
#include "flcpu/vectors.h"
#include "flcpu/types.h"
#include "flcpu/math.h"
#include "flcpu/device.h"
#include "flcpu/atomics.h"
#include "flcpu/api.h"
#endif
