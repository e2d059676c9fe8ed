// Stands for the toolkit's.
#pragma once
static __device__ inline unsigned __isShared(const void *) { return 1; }
static __device__ inline void __pipeline_memcpy_async(void *, const void *, unsigned long) {}
static __device__ inline void __mbarrier_init(unsigned long long *, unsigned) {}
