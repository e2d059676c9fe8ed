// Shared variables whose type is declared with them.
// STRATEGIES: keep t1 t4 auto
// REMARK-t1: launch of 'child': t1;
#include "include/test.h"

template <class T> struct Part {
  T value[8];
};
__global__ void child(int n, int *out) {
  __shared__ struct {
    int x;
    struct {
      int y[2];
    } inner;
  } one, two[2];
  __shared__ union {
    Part<int> ints;
    Part<float> floats;
  } either;
  __shared__ struct Named { int a, b; } named;
  if (threadIdx.x == 0) {
    one.x = n, one.inner.y[1] = 2 * n;
    two[0].x = 3 * n, two[1].inner.y[0] = 4 * n;
    named = Named{5 * n, 6 * n};
  }
  either.ints.value[threadIdx.x] = n * (int)threadIdx.x;
  __syncthreads();
  atomicAdd(out, one.x + one.inner.y[1] + two[0].x + two[1].inner.y[0] + named.a + named.b + either.ints.value[7 - threadIdx.x]);
}
__global__ void parent(int *out) { child<<<2, 8>>>((int)threadIdx.x, &out[threadIdx.x]); }

int main() {
  int *out = device_zeros<int>(10);
  std::vector<int> want;
  for (int i = 0; i < 10; i++)
    want.push_back(2 * (8 * 21 * i + 28 * i));
  parent<<<1, 10>>>(out);
  return compare(to_host(out, 10), want);
}
