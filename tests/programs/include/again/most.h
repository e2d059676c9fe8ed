#include "once.h"
#ifdef NAME
__device__ int MORE() { return 1 + blockIdx.x; }
#endif
