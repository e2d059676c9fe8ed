// Functions that launch a kernel which they are given, as an argument or a template's: of a header and other namespaces, that hand it on, with a pointer's
// type, beside macros that launch; the copies that name the kernel launch like any other function.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'typed<int>': t1
// REMARK-t1: launch of 'other': t1
// REMARK-t4: launch of 'other': kept: '[a-z_0-9]*' asks for errors of another function's launches
#include "include/test.h"
#include "include/wrappers.cuh"
#define LAUNCH(kernel, ...)                                                                       \
  do {                                                                                            \
    kernel<<<1, 32>>>(__VA_ARGS__);                                                                \
  } while (0)

namespace lib {
__global__ void child(int *out, int i) { atomicAdd(&out[threadIdx.x], i * ((int)threadIdx.x + 1)); }
template <class T> __global__ void typed(T *out, int i) { atomicAdd(&out[threadIdx.x], i + 1000); }
__global__ void parent(int *out, int n);

template <class F, class... A> __device__ void outer(F f, A... a) { launch(f, 32, a...); }
template <bool which> __device__ void pick(int *out, int i) {
  if constexpr (which)
    outer(child, out, i);
  else
    outer(typed<int>, out, i);
}
template <auto kernel, int B> __device__ void fixed(int *out, int i) { kernel<<<1, B>>>(out, i); }

__global__ void parent(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  LAUNCH(child, out, 1); if (i & 1) outer(child, out, i); else pick<false>(out, i);
  pick<true>(out, i);
  const auto again = [&](int k) {
    if (launch(&child, 32, out, k) != cudaSuccess)
      out[0] = -1000000;
  };
  again(i);
  fixed<typed<int>, 32>(out, i);
  (void)lib::launch(child, 0, out, i);
}
} // namespace lib

typedef void (*kernel_t)(int *, int);
static __device__ void start(kernel_t kernel, dim3 grid, dim3 block, int *out, int i) { kernel<<<grid, block>>>(out, i); }
__global__ void other(int *out, int i) { atomicAdd(&out[threadIdx.x], i); }
using lib::launch;
__global__ void parent_other(int *out) {
  start(other, dim3(1), {32, 1, 1}, out, threadIdx.x);
  if (threadIdx.x & 1)
    launch(other, 1, out, 3);
  else
    lib::launch(other, 2, out, 3);
}

int main() {
  const int n = 40;
  allow_launches(6 * n);
  int *out = device_zeros<int>(32), *outs = device_zeros<int>(32);
  lib::parent<<<2, 32>>>(out, n);
  parent_other<<<1, n>>>(outs);
  std::vector<int> want(32), wants(32);
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 32; t++) {
      want[t] += t + 1 + (i & 1 ? i * (t + 1) : i + 1000) + 2 * i * (t + 1) + i + 1000;
      wants[t] += i + 3;
    }
  return compare(to_host(out, 32), want) | compare(to_host(outs, 32), wants);
}
