// `::threadIdx` and its kin, and shared variables by a qualified name, are the real ones, whatever a body declares of these names: such launches stay
// native, unless the name has no other meaning in a virtual block. Functions of CUDA's own are called by `::` where no macro hides it.
// REMARK-t1: launch of 'global': t1
// REMARK-t1: launch of 'in_lambda': t1
// REMARK-t4: launch of 'global': t4
// REMARK-t1: launch of 'plain': t1
// REMARK-t1: launch of 'thread': kept: 'threadIdx' is named by a qualified name
// REMARK-t1: launch of 'block': kept: 'blockIdx' is named by a qualified name
// REMARK-t1: launch of 'sizes': kept: 'blockDim' is named by a qualified name
// REMARK-t1: launch of 'barrier': kept: '__syncthreads' is called by a qualified name
// REMARK-t1: launch of 'calls': kept: 'threadIdx' is named by a qualified name
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
__global__ void keeps(int *p) {
  p += 64 * threadIdx.x;
  thread<<<2, 32>>>(p);
  block<<<2, 32>>>(p);
  sizes<<<2, 32>>>(p);
  barrier<<<2, 32>>>(p);
  shared<<<2, 32, 32 * sizeof(int)>>>(p);
  calls<<<2, 32>>>(p);
  by_using<<<2, 32>>>(p);
  barrier_by_using<<<2, 32>>>(p);
}

int main() {
  const int n = 4;
  int *p = device_zeros<int>(n * 64);
  parent<<<1, n>>>(p);
  asks<<<1, n>>>(p);
  by_lambda<<<1, n>>>(p);
  keeps<<<1, n>>>(p);
  std::vector<int> want(n * 64);
  for (int i = 0; i < n * 64; i++)
    want[i] = 11 * (i % 32 + 100 * (i / 32 % 2) + 2000);
  return compare(to_host(p, want.size()), want);
}
