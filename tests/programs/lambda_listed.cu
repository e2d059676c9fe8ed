// Lambdas without a capture default that launch, or ask for the block: what they need is added to their lists.
// REMARK-t1: launch of 'child': t1
// REMARK-t3: launch of 'child': t3
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t1: launch of 'add': t1
// REMARK-mega: launch of 'add': mega
#include "include/test.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define ME (threadIdx.x + blockIdx.x * blockDim.x)

__global__ void add(int *at, int n, int by) {
  int i = ME;
  if (i < n)
    atomicAdd(&at[i], by);
}
__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }
template <class F> __device__ void repeat(int n, F f) {
  for (int i = 0; i < n; i++)
    f(i);
}
__global__ void child(int *data, int m, int depth) {
  repeat(2, [data, m](int i) {
    atomicAdd(&data[ME], i + m);
    __syncthreads();
  });
  auto all = [](int *d) {
    cg::sync(cg::this_thread_block());
    atomicAdd(&d[place()], 1);
  };
  all(data), all(data);
  repeat(2, [/* both */ data, depth, &m](int i) {
    auto inner = [=](int k) {
      if (depth > 0 && threadIdx.x == k)
        child<<<1, 32>>>(data, m, depth - 1);
    };
    inner(i);
    int threadIdx = 3;
    auto own = [threadIdx, data](int k) { atomicAdd(data + k, threadIdx); };
    own(i);
  });
  if (threadIdx.x == 0)
    repeat(1, [&data, m, n = depth](int) { add<<<1, 32>>>(data, 32, m + n); });
  auto failed = [] { return cudaGetLastError() != cudaSuccess; };
  if (failed())
    data[0] = -1;
}
static void serial(std::vector<int> &data, int m, int depth) {
  for (int &v : data)
    v += m + m + 1 + 2 + m + depth;
  data[0] += 32 * 3;
  data[1] += 32 * 3;
  for (int i = 0; i < 2 && depth; i++)
    serial(data, m, depth - 1);
}

int main() {
  std::vector<int> want(32);
  int *data = device_zeros<int>(32);
  child<<<1, 32>>>(data, 5, 4);
  serial(want, 5, 4);
  bool ok = to_host(data, 32) == want;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
