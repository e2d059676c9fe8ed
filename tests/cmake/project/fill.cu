#include "fill.h"

__global__ void fill_part(int *data, int begin, int end) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end)
    data[i] = i;
}

__global__ void fill_all(int *data, int n) {
  int begin = threadIdx.x * 64;
  if (begin < n)
    fill_part<<<2, 32>>>(data, begin, begin + 64 < n ? begin + 64 : n);
}

void fill(int *data, int n) { fill_all<<<1, (n + 63) / 64>>>(data, n); }
