#pragma once
__device__ int once() { return blockIdx.x; }
