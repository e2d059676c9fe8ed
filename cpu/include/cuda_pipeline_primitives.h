// Stand-in for copies into shared memory that go on by themselves: here they are made at once.
#ifndef FLCPU_CUDA_PIPELINE_PRIMITIVES_H
#define FLCPU_CUDA_PIPELINE_PRIMITIVES_H
#pragma GCC system_header
#include "cuda_runtime.h"

#ifdef FLCPU_PARSE
extern __device__ void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from,
                                               size_t size, size_t zeros = 0);
extern __device__ void __pipeline_commit();
extern __device__ void __pipeline_wait_prior(size_t);
#else
// The last `zeros` bytes are not copied, but become zero.
inline void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from,
                                    size_t size, size_t zeros = 0) {
  memcpy(to, from, size - zeros);
  memset(static_cast<char *>(to) + (size - zeros), 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(size_t) {}
#endif
#endif
