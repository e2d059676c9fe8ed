// Kernels that are launched by names out of macros, in part or whole: such launches stay native.
// FLAGS: -std=c++17
// REMARK-t1: launch of 'child': kept: the launch is written inside a macro
// REMARK-t1: launch of 'plain': t1
#include "include/test.h"

#define ID(x) x
#define GO child
#define SPACE space::
#define OF_INTS <int, 4>
#define WHOLE space::of_type<int, 8>
#define PASTE(a, b) a##b

namespace space {
__global__ void child(int *p) { atomicAdd(p + threadIdx.x, 10); }
template <class T, int n> __global__ void of_type(T *p) { atomicAdd(p + threadIdx.x, n); }
} // namespace space
template <class T> __global__ void deduced(T *p, T by) { atomicAdd(p + threadIdx.x, by); }
__global__ void child(int *p) { atomicAdd(p + threadIdx.x, 1); }
__global__ void several(int *p, int by) { atomicAdd(p + threadIdx.x, by); }
__global__ void several(int *p, float by) { atomicAdd(p + threadIdx.x, int(by * 4)); }
__global__ void plain(int *p) { atomicAdd(p + threadIdx.x, 2000); }

__global__ void parent(int *p) {
  ID(child)<<<1, 32>>>(p);
  GO<<<ID(1), ID(32)>>>(ID(p));
  (GO)<<<1, 32>>>(p);
  SPACE child<<<1, 32>>>(p);
  space::GO<<<1, 32>>>(p);
  WHOLE<<<1, 32>>>(p);
  space::of_type OF_INTS<<<1, 32>>>(p);
  PASTE(ch, ild)<<<dim3{1, 1, 1}, 32, 0>>>(p);
  ID(deduced)<<<1, 32>>>(p, 100);
  ID(several)<<<1, 32>>>(p, 0.5f);
}
__global__ void other(int *p) { plain<<<1, 32>>>(p); }

int main() {
  int *p = device_zeros<int>(32);
  ID(parent)<<<1, 1>>>(p);
  GO<<<1, 32>>>(p);
  other<<<ID(1), 1>>>(p);
  ID(other)<<<1, 1>>>(p);
  std::vector<int> want(32, 5 + 20 + 8 + 4 + 100 + 2 + 4000);
  return compare(to_host(p, want.size()), want);
}
