// `::threadIdx` and its kin, and shared variables by a qualified name, are the real ones, whatever a body declares of these names: such launches stay
// native, unless the name has no other meaning in a virtual block. `::` is taken away where no macro hides it, of a variable's name where the function
// declares nothing of that name.
// REMARK-t1: launch of 'global': t1
// REMARK-t1: launch of 'in_lambda': t1
// REMARK-t4: launch of 'global': t4
// REMARK-t1: launch of 'plain': t1
// REMARK-t1: launch of 'thread': kept: 'threadIdx' is named by a qualified name
// REMARK-t1: launch of 'block': t1
// REMARK-t1: launch of 'sizes': t1
// REMARK-t4: launch of 'sizes': t4
// REMARK-t1: launch of 'lambdas': t1
// REMARK-t4: launch of 'barriers': t4
// REMARK-t1: launch of 'hidden': kept: 'threadIdx' is named by a qualified name
// REMARK-t1: launch of 'hidden_by_parameter': kept: 'blockIdx' is named by a qualified name
// REMARK-t1: launch of 'hidden_by_macro': kept: 'gridDim' is named by a qualified name
// REMARK-t1: launch of 'barrier': kept: '__syncthreads' is called by a qualified name
// REMARK-t1: launch of 'calls': t1
// REMARK-t1: launch of 'shared': kept: the shared variable 'all_shared' is named by a qualified name
// REMARK-t1: launch of 'by_using': kept: 'threadIdx' is made known by 'using'
// REMARK-t1: launch of 'barrier_by_using': kept: '__syncthreads' is made known by 'using'
// REMARK-t4: launch of 'plain': t4
// REMARK-t4: launch of 'thread': kept
#include "include/test.h"

#define THREAD ::threadIdx.x
#define BARRIER() ::__syncthreads()

extern __shared__ int all_shared[];
__device__ int place() { return ::threadIdx.x + 100 * ::blockIdx.x + 1000 * ::gridDim.x; }

__global__ void plain(int *p) {
  p[blockIdx.x * 32 + threadIdx.x] +=
      threadIdx.x + 100 * blockIdx.x + 1000 * gridDim.x + ::warpSize - 32;
}
__global__ void thread(int *p) {
  p[blockIdx.x * 32 + threadIdx.x] += THREAD + 100 * blockIdx.x + 1000 * gridDim.x;
}
__global__ void block(int *p) {
  p[:: blockIdx.x * 32 + threadIdx.x] += threadIdx.x + 100 * ::blockIdx.x + 1000 * gridDim.x;
}
__global__ void sizes(int *p) {
  p[blockIdx.x * ::blockDim.x + threadIdx.x] += threadIdx.x + 100 * blockIdx.x + 1000 * ::gridDim.x;
}
__global__ void lambdas(int *p) {
  const auto all = [=] { return ::threadIdx.x + 100 * ::blockIdx /* not a local's */.x; };
  const auto listed = [p](int n) { p[::blockIdx.x * 32 + ::threadIdx.x] += n; };
  listed(all() + (::threadIdx.x < 99 ? 1000 : 0) * ::gridDim.x);
}
__global__ void barriers(int *p) {
  __shared__ int last[32];
  const unsigned mine = ::threadIdx.x;
  for (int i = 0; i < 2; i++) {
    last[(i + 31 - mine) % ::blockDim.x] = i;
    __syncthreads();
    if (last[::threadIdx.x] != i)
      *p = -1000;
    __syncthreads();
  }
  p[::blockIdx.x * 32 + mine] += ::threadIdx.x + 100 * ::blockIdx.x + 1000 * ::gridDim.x;
}
__global__ void hidden(int *p) {
  const dim3 threadIdx(7, 7);
  p[blockIdx.x * 32 + ::threadIdx.x] += ::threadIdx.x + 100 * blockIdx.x + 1000 * gridDim.x + 7 - threadIdx.x;
}
__global__ void hidden_by_parameter(int *p, uint3 blockIdx) {
  p[::blockIdx.x * 32 + threadIdx.x] += threadIdx.x + 100 * ::blockIdx.x + 1000 * gridDim.x + blockIdx.x;
}
#define OWN const dim3 gridDim(0, 0)
__global__ void hidden_by_macro(int *p) {
  OWN;
  p[blockIdx.x * 32 + threadIdx.x] += threadIdx.x + 100 * blockIdx.x + 1000 * ::gridDim.x + gridDim.x;
}
__global__ void barrier(int *p) {
  __shared__ int last[32];
  last[31 - threadIdx.x] = 31 - threadIdx.x;
  BARRIER();
  p[blockIdx.x * 32 + threadIdx.x] += last[threadIdx.x] + 100 * blockIdx.x + 1000 * gridDim.x;
}
__global__ void global(int *p) {
  __shared__ int last[32];
  last[31 - threadIdx.x] = 31 - threadIdx.x;
  :: /* not a local's */ __syncthreads();
  p[blockIdx.x * 32 + threadIdx.x] += last[threadIdx.x] + 100 * blockIdx.x + 1000 * gridDim.x;
}
__global__ void in_lambda(int *p) {
  __shared__ int last[32];
  last[31 - threadIdx.x] = 31 - threadIdx.x;
  const auto sync = [&] { ::__syncthreads(); };
  sync();
  p[blockIdx.x * 32 + threadIdx.x] += last[threadIdx.x] + 100 * blockIdx.x + 1000 * gridDim.x;
}
__global__ void shared(int *p) {
  ::all_shared[31 - threadIdx.x] = 31 - threadIdx.x;
  __syncthreads();
  p[blockIdx.x * 32 + threadIdx.x] += ::all_shared[threadIdx.x] + 100 * blockIdx.x + 1000 * gridDim.x;
}
__global__ void calls(int *p) { p[blockIdx.x * 32 + threadIdx.x] += place(); }

__global__ void by_using(int *p) {
  using ::threadIdx;
  p[blockIdx.x * 32 + threadIdx.x] += threadIdx.x + 100 * blockIdx.x + 1000 * gridDim.x;
}
__global__ void barrier_by_using(int *p) {
  using ::__syncthreads;
  __shared__ int last[32];
  last[31 - threadIdx.x] = 31 - threadIdx.x;
  __syncthreads();
  p[blockIdx.x * 32 + threadIdx.x] += last[threadIdx.x] + 100 * blockIdx.x + 1000 * gridDim.x;
}

__global__ void by_lambda(int *p) { in_lambda<<<2, 32>>>(p + 64 * threadIdx.x); }
__global__ void parent(int *p) { plain<<<2, 32>>>(p + 64 * threadIdx.x); }
__global__ void asks(int *p) {
  global<<<2, 32>>>(p + 64 * threadIdx.x);
  const auto error = ::cudaGetLastError();
  if (error != cudaSuccess || (::cudaGetLastError)() != cudaSuccess)
    *p = -1000;
}
__global__ void without(int *p) {
  p += 64 * ::threadIdx.x;
  block<<<2, 32>>>(p);
  calls<<<2, 32>>>(p);
  lambdas<<<2, 32>>>(p);
  barriers<<<2, 32>>>(p);
  if (::gridDim.x == 1 && ::blockIdx.x == 0 && ::blockDim.x == 4)
    sizes<<<2, 32>>>(p);
}
__global__ void keeps(int *p) {
  p += 64 * threadIdx.x;
  thread<<<2, 32>>>(p);
  barrier<<<2, 32>>>(p);
  shared<<<2, 32, 32 * sizeof(int)>>>(p);
  hidden<<<2, 32>>>(p);
  hidden_by_parameter<<<2, 32>>>(p, uint3{0, 0, 0});
  hidden_by_macro<<<2, 32>>>(p);
  by_using<<<2, 32>>>(p);
  barrier_by_using<<<2, 32>>>(p);
}

int main() {
  const int n = 4;
  int *p = device_zeros<int>(n * 64);
  parent<<<1, n>>>(p);
  asks<<<1, n>>>(p);
  by_lambda<<<1, n>>>(p);
  without<<<1, n>>>(p);
  keeps<<<1, n>>>(p);
  std::vector<int> want(n * 64);
  for (int i = 0; i < n * 64; i++)
    want[i] = 16 * (i % 32 + 100 * (i / 32 % 2) + 2000);
  return compare(to_host(p, want.size()), want);
}
