// Numbers that are narrowed on their way: arguments handed on by a child, and the size of a block in a variable.
#include "include/test.h"

__global__ void grandchild(int n, int m, float f, int *out) {
  out[0] = n;
  out[1] = m;
  out[2] = (int)(f * 10);
}
__global__ void child(unsigned char n, bool m, int f, int *out) { grandchild<<<1, 1>>>(n, m, f, out); }
__global__ void parent(int n, int m, float f, int *out) {
  if (threadIdx.x == 0)
    child<<<1, 1>>>(n, m, f, out);
}

static __global__ void count(int *out) {
  atomicAdd(out, 1);
  if (threadIdx.x == 0)
    out[1] = blockDim.x;
}
static __global__ void counts(int *out) {
  unsigned char b = blockDim.x;
  if (threadIdx.x == 0)
    count<<<1, b>>>(out);
}

int main() {
  int *out = device_zeros<int>(5);
  parent<<<1, 32>>>(300, 5, 2.7f, out);
  counts<<<1, 300>>>(out + 3);
  return verdict(to_host(out, 5) == std::vector<int>{44, 1, 20, 44, 44}, "a number is as wide as it was");
}
