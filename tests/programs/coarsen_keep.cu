// Coarsening where launches stay native: fewer blocks, each of which does the work of three, whatever the child is; errors are CUDA's own, and a child that
// launches is left alone.
// FLAGS: --fl-coarsen=3
// REMARK-keep: launch of 'mark<N>': kept: as asked for; 3 blocks in one
// REMARK-keep: launch of 'sum': kept: as asked for; 3 blocks in one
// REMARK-keep: launch of 'turn': kept: as asked for; 5 blocks in one
// REMARK-keep: launch of 'between': kept: as asked for \[
// REMARK-keep: launch of 'vote': kept: as asked for; 3 blocks in one
// STRATEGIES: keep t1 grid auto
// SANITIZE-keep: off
#include "include/test.h"
#include <cooperative_groups.h>

struct place {
  int x, y, z;
};
// Every thread of a grid of any shape, once.
template <int N> __global__ void mark(int *data, place p) {
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  atomicAdd(&data[block * (blockDim.x * blockDim.y * blockDim.z) + thread], N + (gridDim.x == p.x) + (gridDim.y == p.y) + (gridDim.z == p.z));
}
// Threads that leave before others meet, in shared memory of its own and of the launch.
__global__ void sum(int n, const int *data, int *result) {
  __shared__ int part[64];
  extern __shared__ int copy[];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  part[t] = copy[t] = i < n ? data[i] : 0;
  __syncthreads();
  if (t >= 32)
    return;
  part[t] += copy[t + 32];
  __syncthreads();
  for (int step = 16; step; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(result, part[0]);
}
// Operations of a warp, in blocks that are no whole warps.
__global__ void turn(int *result) {
  const unsigned lanes = __ballot_sync(0xffffffffu, true);
  const int from = __shfl_sync(lanes, int(blockIdx.x * 100 + threadIdx.x), (threadIdx.x + 1) % __popc(lanes));
  atomicAdd(&result[blockIdx.x * 8 + threadIdx.x], from);
}
__global__ void vote(int *result) {
  cooperative_groups::thread_block b = cooperative_groups::this_thread_block();
  const int yes = __syncthreads_count(b.thread_rank() % 3 == blockIdx.x % 3);
  b.sync();
  if (b.thread_rank() == 0)
    result[blockIdx.x] = yes;
}
__global__ void between(int *data) {
  if (threadIdx.x == 0)
    mark<2><<<5, 7>>>(data, place{5, 1, 1});
}
template <int N> __device__ void start(dim3 grid, dim3 block, int *data) {
  mark<N><<<grid, block>>>(data, place{int(grid.x), int(grid.y), int(grid.z)});
}

__global__ void marks(int *data, int *errors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  start<1>(dim3(1 + i % 3, 1 + i % 4, i % 5), dim3(4, 2, 2), data + i * 1000); // some have no blocks
  if ((cudaGetLastError() != cudaSuccess) != (i % 5 == 0))
    atomicAdd(errors, 1);
}
// In the order of a thread's stream, with a last one behind all.
__global__ void double_all(int *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
__global__ void add_one(int *data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void in_order(int *data) {
  int *mine = data + threadIdx.x * 1000;
  double_all<<<20, 50, 0, cudaStreamTailLaunch>>>(mine);
  for (int i = 0; i < 3; i++)
    add_one<<<20, 50>>>(mine);
}
__global__ void sums(int n, const int *data, int *results) {
  if (threadIdx.x % 2)
    sum<<<(n + 63) / 64, 64, 64 * sizeof(int), cudaStreamFireAndForget>>>(n, data, results + threadIdx.x);
}
__global__ void turns(int *results) {
#pragma freelaunch coarsen(5)
  turn<<<16, 8>>>(results);
}
__global__ void votes(int *results) { vote<<<11, 70>>>(results); }
__global__ void nests(int *data) { between<<<4, 32>>>(data); }

int main() {
  const int parents = 64, n = 1000;
  allow_launches(8 * parents);
  bool ok = true;
  int *data = device_zeros<int>(parents * 1000), *errors = device_zeros<int>(1), *results = device_zeros<int>(128);
  marks<<<2, parents / 2>>>(data, errors);
  std::vector<int> got = to_host(data, parents * 1000);
  for (int i = 0; i < parents; i++)
    for (int k = 0; k < 1000; k++)
      ok &= got[i * 1000 + k] == (k < (1 + i % 3) * (1 + i % 4) * (i % 5) * 16 ? 4 : 0);
  ok &= to_host(errors, 1)[0] == 0;

  data = device_zeros<int>(parents * 1000);
  in_order<<<1, parents>>>(data);
  for (int v : to_host(data, parents * 1000))
    ok &= v == 6;
  sums<<<1, parents>>>(n, data, results);
  got = to_host(results, parents);
  for (int i = 0; i < parents; i++)
    ok &= got[i] == (i % 2 ? 6 * n : 0);

  results = device_zeros<int>(128);
  turns<<<1, 1>>>(results);
  got = to_host(results, 128);
  for (int i = 0; i < 128; i++)
    ok &= got[i] == i / 8 * 100 + (i % 8 + 1) % 8;
  votes<<<1, 1>>>(results);
  got = to_host(results, 11);
  for (int i = 0; i < 11; i++)
    ok &= got[i] == (i % 3 ? 23 : 24);

  data = device_zeros<int>(35);
  nests<<<1, 1>>>(data);
  for (int v : to_host(data, 35))
    ok &= v == 4 * 5;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
