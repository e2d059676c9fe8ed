// A device function in a header that another header of the user's includes.
#ifndef INDEX_CUH
#define INDEX_CUH
static __device__ inline int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }
#endif
