// Macros that say a kernel's or device function's head, or its name and what stands in front of it.
// STRATEGIES: keep t1 t4 auto block
// REMARK-t1: launch of .add1.: t1
// REMARK-t1: launch of .add2.: t1
// REMARK-t1: launch of .add3<int>.: t1
// REMARK-t1: launch of .headed.: t1
#include <cstdio>
#include <vector>

#define KERNEL(name) __global__ void name(int *p, int n)
#define NAMED(name) extern "C" __global__ void name
#define HEAD __global__ void headed(int *p, int n)
#define TEMPLATE_KERNEL(name, ...) template <__VA_ARGS__> __global__ void name
#define FUNCTION(T, name) __device__ __forceinline__ T name

HEAD;
KERNEL(add1) { atomicAdd(p, n); }
NAMED(add2)(int *p, int n) { atomicAdd(p, 2 * n); }
TEMPLATE_KERNEL(add3, class T, int by = 3)(T *p, T n) { atomicAdd(p, by * n + T(blockDim.x)); }
FUNCTION(void, start)(int *p, int n) {
  add1<<<1, blockDim.x>>>(p, n);
  add2<<<1, 1>>>(p, n);
}
KERNEL(parent) {
  add3<int><<<1, 2>>>(p + 1, n);
  start(p, n);
}
NAMED(other)(int *p, int n) { headed<<<n, 1>>>(p, n); }
HEAD { atomicAdd(p, 100 * n); }

int main() {
  int *p, found[2];
  if (cudaMalloc(&p, 2 * sizeof *p) || cudaMemset(p, 0, 2 * sizeof *p))
    return 1;
  parent<<<1, 4>>>(p, 5);
  other<<<1, 1>>>(p, 3);
  if (cudaMemcpy(found, p, sizeof found, cudaMemcpyDeviceToHost))
    return 1;
  const bool right = found[0] == 4 * (4 * 5 + 10) + 900 && found[1] == 4 * 2 * 17;
  printf("%s\n", right ? "PASS" : "FAIL");
  return !right;
}
