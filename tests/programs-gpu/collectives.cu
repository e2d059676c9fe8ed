// CUB's collectives of blocks and warps in children, in parents, and in device functions.
// STRATEGIES: keep auto grid
#include "../programs/include/test.h"
#include <algorithm>
#include <cub/cub.cuh>

template <int N> struct storage { using type = typename cub::BlockReduce<int, N>::TempStorage; };
using lanes_storage = cub::WarpReduce<int>::TempStorage;
using Scan = cub::BlockScan<int, 128>;
using scan_storage = Scan::TempStorage;
using Sort = cub::BlockRadixSort<unsigned, 128, 4>;
template <int N> __device__ int block_sum(int v, typename cub::BlockReduce<int, N>::TempStorage &s) { return cub::BlockReduce<int, N>(s).Sum(v); }
__device__ int warp_sum(int v, lanes_storage &s) {
  v = cub::WarpReduce<int>(s).Sum(v);
  return __shfl_sync(~0u, v, 0);
}
__device__ int before(int v, scan_storage &s) {
  int at;
  Scan(s).ExclusiveSum(v, at);
  return at;
}
__device__ void sort_block(unsigned *data) {
  __shared__ Sort::TempStorage s;
  unsigned v[4];
  cub::LoadDirectBlocked(threadIdx.x, data, v);
  Sort(s).Sort(v);
  cub::StoreDirectBlocked(threadIdx.x, data, v);
}

template <int N> __global__ void sum(const int *in, int n, int *out) {
  __shared__ typename storage<N>::type s;
  int v = 0;
  for (int i = blockIdx.x * N + threadIdx.x; i < n; i += N * gridDim.x)
    v += in[i];
  const int all = block_sum<N>(v, s);
  if (threadIdx.x == 0)
    atomicAdd(out, all);
}
__global__ void warps(const int *in, int n, int *out) {
  __shared__ lanes_storage s[4];
  int v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    v += in[i];
  v = warp_sum(v, s[threadIdx.x / 32]);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, v);
}
__global__ void sorts(unsigned *data) { sort_block(data + blockIdx.x * 512); }
__global__ void parent(const int *in, const int *first, int lists, int *sums, int *by_warps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lists)
    return;
  const int n = first[i + 1] - first[i];
  sum<128><<<2, 128, 0, cudaStreamFireAndForget>>>(in + first[i], n, sums + i);
  warps<<<1, 128, 0, cudaStreamFireAndForget>>>(in + first[i], n, by_warps + i);
}
// Each thread has its numbers sorted, behind those of the threads in front of it.
__global__ void scans(const int *blocks, unsigned *data) {
  __shared__ scan_storage s;
  const int at = before(blocks[threadIdx.x], s);
  if (blocks[threadIdx.x])
    sorts<<<blocks[threadIdx.x], 128>>>(data + at * 512);
}

int main() {
  const int lists = 200;
  std::vector<int> first(lists + 1, 0), blocks(128), want(lists);
  for (int i = 0; i < lists; i++)
    first[i + 1] = first[i] + i * 37 % 300;
  std::vector<int> in(first[lists]);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = int(i * 13 % 17);
  for (int i = 0; i < lists; i++)
    for (int k = first[i]; k < first[i + 1]; k++)
      want[i] += in[k];
  int all = 0;
  for (int i = 0; i < 128; i++)
    all += blocks[i] = i * 3 % 4;
  std::vector<unsigned> data(all * 512), sorted;
  for (size_t i = 0; i < data.size(); i++)
    data[i] = unsigned(i) * 2654435761u;
  sorted = data;
  for (int b = 0; b < all; b++)
    std::sort(sorted.begin() + b * 512, sorted.begin() + (b + 1) * 512);
  int *sums = to_device(std::vector<int>(lists, 0)), *by_warps = to_device(std::vector<int>(lists, 0));
  unsigned *d = to_device(data);
  parent<<<(lists + 63) / 64, 64>>>(to_device(in), to_device(first), lists, sums, by_warps);
  scans<<<1, 128>>>(to_device(blocks), d);
  const bool ok = to_host(sums, lists) == want && to_host(by_warps, lists) == want && to_host(d, int(data.size())) == sorted;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
