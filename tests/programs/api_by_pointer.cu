// Functions of CUDA's that mean something else in a virtual block, by pointers to them: a template's argument, an alias of such a class, its base, a constant, a member of a class,
// a variable. What may call them is not written out anew. Nothing of that concerns functions that call nothing through a pointer, nor pointers of the host's.
// REMARK-t1: launch of 'argument': kept: 'cudaGetLastError' may be called through a pointer
// REMARK-t1: launch of 'of_class': kept: 'cudaGetLastError' may be called through a pointer
// REMARK-t1: launch of 'alias': kept: 'cudaGetLastError' may be called through a pointer
// REMARK-t1: launch of 'constant': kept: 'cudaGetLastError' may be called through a pointer
// REMARK-t1: launch of 'member': kept: 'cudaGetLastError' may be called through a pointer
// REMARK-t1: launch of 'local': kept: '__shfl_xor_sync' is used other than by a call
// REMARK-t1: launch of 'direct': t1
// REMARK-t1: launch of 'refused': kept: 'cudaGetLastError' may be called through a pointer
// REMARK-t4: launch of 'refused': kept: 'cudaGetLastError' may be called through a pointer
#include "include/test.h"
#include <cstring>
#include <memory>

using Shuffle = int(unsigned, int, int, int);
constexpr unsigned half = 0xffffu;
template <class T, T (*F)(unsigned, T, int, int)> __device__ T shuffled(T v) { return F(half, v, 1, 16); }
template <Shuffle *F> struct Wrap {
  static __device__ int go(int v) { return F(half, v, 1, 16); }
};
using Aliased = Wrap<__shfl_xor_sync>;
struct Holds {
  static constexpr Shuffle *held = __shfl_xor_sync;
};
__device__ constexpr Shuffle *held = __shfl_xor_sync;

__global__ void argument(int *p) { p[threadIdx.x] += shuffled<int, __shfl_xor_sync>(threadIdx.x); }
__global__ void of_class(int *p) { p[threadIdx.x] += Wrap<__shfl_xor_sync>::go(threadIdx.x); }
__global__ void alias(int *p) { p[threadIdx.x] += Aliased::go(threadIdx.x); }
__global__ void constant(int *p) { p[threadIdx.x] += held(half, threadIdx.x, 1, 16); }
__global__ void member(int *p) { p[threadIdx.x] += Holds::held(half, threadIdx.x, 1, 16); }
__global__ void local(int *p) {
  Shuffle *f = __shfl_xor_sync;
  p[threadIdx.x] += (*f)(half, threadIdx.x, 1, 16);
}
__global__ void direct(int *p) { p[threadIdx.x] += __shfl_xor_sync(half, threadIdx.x, 1, 16); }
__global__ void first(int *p) { argument<<<1, 16>>>(p + threadIdx.x * 16); }
__global__ void second(int *p) { of_class<<<1, 16>>>(p + threadIdx.x * 16); }
__global__ void third(int *p) { alias<<<1, 16>>>(p + threadIdx.x * 16); }
__global__ void fourth(int *p) { constant<<<1, 16>>>(p + threadIdx.x * 16); }
__global__ void fifth(int *p) { member<<<1, 16>>>(p + threadIdx.x * 16); }
__global__ void sixth(int *p) { local<<<1, 16>>>(p + threadIdx.x * 16); }
__global__ void seventh(int *p) { direct<<<1, 16>>>(p + threadIdx.x * 16); }

// Who asks for errors asks for those of what is launched beside.
template <cudaError_t (*F)()> __device__ cudaError_t ask() { return F(); }
__global__ void refused(int *p) { *p = 0; }
__global__ void eighth(int *p) {
  refused<<<1, 2000>>>(p);
  p[threadIdx.x * 16] += ask<cudaGetLastError>() == cudaErrorInvalidConfiguration;
}

int main() {
  const int n = 8, each = 16 * n;
  int *p = device_zeros<int>(8 * each);
  std::unique_ptr<std::remove_pointer<cudaStream_t>::type, decltype(&cudaStreamDestroy)> none(nullptr, cudaStreamDestroy);
  cudaError_t (*wait)() = cudaDeviceSynchronize;
  void (*parents[])(int *) = {first, second, third, fourth, fifth, sixth, seventh, eighth};
  const char *test = getenv("FL_TEST"); // a native launch that is rejected writes its arguments to no buffer, which memcheck has against CUDA
  const int rejected = test && !strcmp(test, "memcheck") ? 0 : 1;
  for (int k = 0; k < 7 + rejected; k++)
    parents[k]<<<1, n>>>(p + k * each);
  CHECK(wait());
  std::vector<int> want(8 * each);
  for (int i = 0; i < 7 * each; i++)
    want[i] = (i % 16) ^ 1;
  for (int i = 0; i < n; i++)
    want[7 * each + 16 * i] = rejected;
  return compare(to_host(p, want.size()), want);
}
