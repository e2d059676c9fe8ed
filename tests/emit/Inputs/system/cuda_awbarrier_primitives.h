// Stands for the toolkit's.
#pragma once
static __device__ inline void __mbarrier_init(unsigned long long *, unsigned) {}
