// Qualifiers, macros and the standard headers that every CUDA source may rely on. Two readers: a
// host compiler that runs the program on the CPU (then FLCPU is defined and the qualifiers vanish),
// and clang in CUDA mode, which only parses.
#ifndef FLCPU_BASE_H
#define FLCPU_BASE_H

// The toolkit that this stands for. (Where another one compiles the program, flcc says so.)
#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
#endif
#define __CUDART_API_VERSION CUDART_VERSION
#define __CUDACC_VER_BUILD__ 0
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
// The rest of what nvcc defines, so that a program's conditions on the compiler come out as there.
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#ifndef __CUDACC_RDC__
#define __CUDACC_RDC__ 1 // kernels may launch
#endif
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#define FLCPU_ARCH 900 // in place of __CUDA_ARCH__ in the bodies of device code
#define __CUDACC_VER__                                                                             \
  "__CUDACC_VER__ is no longer supported.  Use __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, and "   \
  "__CUDACC_VER_BUILD__ instead."
#define CUDA_DOUBLE_MATH_FUNCTIONS 1

#define CUDARTAPI
#define CUDART_CB
#define __builtin_align__(n) __align__(n)
#define __align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cluster_dims__(...)
#define __maxnreg__(n)
#define __local_maxnreg__(n)
#define __inline_hint__

#if defined(__CUDA__) && defined(__clang__)
#define FLCPU_PARSE 1
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
// Declares a function that host and device may call: in parse mode only its signature matters.
#define FLCPU_HD __host__ __device__
#define FLCPU_INLINE __host__ __device__ inline
#else
#define FLCPU 1
// The toolkit's libraries of headers (thrust, cuda::std), as they are for a host without a GPU.
#ifndef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP
#endif
#define CCCL_DISABLE_FP16_SUPPORT
#define CCCL_DISABLE_BF16_SUPPORT
#define CCCL_DISABLE_FP8_SUPPORT
#define __host__
#define __device__
#define __global__
// The compiler turns __shared__ declarations into flcpu::shared; what it did not see keeps static
// storage.
#define __shared__ static thread_local
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
// Plain inline: always_inline would turn what is a hint under CUDA into an error for recursive
// functions.
#define __forceinline__ inline
// Empty, because libstdc++ writes __attribute__((__noinline__)).
#define __noinline__
#define FLCPU_HD
#define FLCPU_INLINE inline
// Of the toolkit's headers that are read as they are.
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END
// What they ask of nvcc with --extended-lambda: here lambdas are those of the host.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#endif

#ifdef FLCPU_PARSE
// The C library's own headers under this pragma, so that device code may call what they declare;
// libstdc++'s must stay outside of it (it declares some functions twice, with and without).
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
// malloc.h declares some of stdlib.h's again, for the host: those that are no builtins of clang's are left to the host here.
#define reallocarray flcpu_reallocarray
#define valloc flcpu_valloc
#pragma clang force_cuda_host_device begin
#include <math.h>
#include <stdlib.h>
#undef reallocarray
#undef valloc
// Behind stdlib.h, which they need.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#pragma clang force_cuda_host_device end
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#if defined(__GLIBC__) && defined(__USE_MISC)
extern "C" void *reallocarray(void *, size_t, size_t) noexcept(true), *valloc(size_t) noexcept(true);
#endif
// Without the special functions, which take nearly as long to parse as all the rest.
#include <cstddef>
#ifdef __GLIBCXX__
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#endif
#endif
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <new>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>
typedef decltype(nullptr) nullptr_t; // as in GCC's <stddef.h>: clang's has none

#ifdef FLCPU_PARSE
// <cmath> brings std::min and std::max; and its integer overloads of abs are not constexpr, thus
// the host's only.
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#endif
namespace std {
extern __device__ long abs(long v);
extern __device__ long long abs(long long v);
} // namespace std
using std::abs;
#endif
#endif
