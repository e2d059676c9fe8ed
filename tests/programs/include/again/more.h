#include "most.h"
#ifdef NAME
__global__ void NAME(int *p) { p[threadIdx.x] += HERE + once(); }
__global__ void PARENT(int *p) { NAME<<<1, 8>>>(p + 8 * threadIdx.x); }
#endif
