// Launches that say a grid and no block, whose blocks are of one thread: on the device and from the host, of kernels and templates, by a pointer, out of a macro,
// with a grid in braces, and with a configuration that is evaluated before the arguments.
#include "include/test.h"
#define LAUNCH(kernel, grid, ...) kernel<<<grid>>>(__VA_ARGS__)

__global__ void grandchild(int *p) { atomicAdd(p, blockDim.x == 1 && blockDim.y == 1 ? 1 : 1000); }
__global__ void child(int *p, int n) {
  atomicAdd(p + 1, blockDim.x);
  if (n > 0)
    grandchild<<<n>>>(p);
}
template <class T> __global__ void typed(T *p, T n) {
  atomicAdd(p + 2, n);
  grandchild<<<dim3(1, n)>>>(p);
}
__global__ void parent(int *p) {
  int n = threadIdx.x + 1;
  child<<<n>>>(p, n);
  child<<<{2, 1}>>>(p, 0);
  child<<<n++>>>(p, n);
  LAUNCH(typed, n, p, 2);
  typed<int><<<2>>>(p, 1);
}

int main() {
  int *p = device_zeros<int>(3);
  allow_launches(10000);
  parent<<<2>>>(p);
  parent<<<1, 2>>>(p);
  void (*by)(int *) = parent;
  by<<<2>>>(p);
  LAUNCH(parent, 1, p);
  // What a thread launches where n is 1, and where it is 2.
  const int one[] = {1 * 1 + 1 * 2 + 2 * 2 + 2 * 1, 1 + 2 + 1, 2 * 2 + 2};
  const int two[] = {2 * 2 + 2 * 3 + 3 * 2 + 2 * 1, 2 + 2 + 2, 3 * 2 + 2};
  return compare(to_host(p, 3), {6 * one[0] + two[0], 6 * one[1] + two[1], 6 * one[2] + two[2]});
}
