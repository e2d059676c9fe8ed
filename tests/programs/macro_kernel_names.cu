// Kernels that are launched by names out of macros, of the file or the command line, in part or whole; where definitions of a macro are brought back such launches stay native.
// FLAGS: -std=c++17 -DGIVEN=TOLD -DTOLD=space::child -DAS(x)=x
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'space::child': t1
// REMARK-t1: launch of 'plain': kept: a macro that cannot be written out says which kernel it launches
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
#define AGAIN plain
#pragma push_macro("AGAIN")
#undef AGAIN
#define AGAIN child
#pragma pop_macro("AGAIN")
__global__ void again(int *p) { AGAIN<<<1, 32>>>(p); }
__global__ void given(int *p) { GIVEN<<<1, 32>>>(p); }
__global__ void given_part(int *p) { space::AS(child)<<<1, 32>>>(p); }
__global__ void other(int *p) { plain<<<1, 32>>>(p); }

int main() {
  int *p = device_zeros<int>(32);
  ID(parent)<<<1, 1>>>(p);
  GO<<<1, 32>>>(p);
  other<<<ID(1), 1>>>(p);
  again<<<1, 1>>>(p);
  given<<<1, 1>>>(p);
  given_part<<<1, 1>>>(p);
  ID(other)<<<1, 1>>>(p);
  std::vector<int> want(32, 5 + 20 + 8 + 4 + 100 + 2 + 4000 + 2000 + 10 + 10);
  return compare(to_host(p, want.size()), want);
}
