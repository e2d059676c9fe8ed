// Parsed by clang in CUDA mode against the stand-in headers, never run: what a program with
// device-side launches uses must be declared, on the right side, among the standard headers that
// programs include.
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cooperative_groups.h>
#include <cuda.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <math_constants.h>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>
using namespace std;
__constant__ float c[10];
__device__ int counter;
template <class T> __global__ void child(T *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = sqrt((float)p[i]) + sqrtf(2.f) + std::sqrt(3.0) + std::min(1, 2) + min(1, 2) +
           max(1.f, 2.f) + fabsf(1.f) + abs(-1) + pow(2.0, 3.0) + ceil((float)n / 3);
}
__global__ void parent(int *p, int n) {
  __shared__ int s[32];
  extern __shared__ char dyn[];
  s[threadIdx.x] = atomicAdd(&counter, 1);
  __syncthreads();
  printf("%d\n", s[0]);
  int *q = (int *)malloc(4);
  memcpy(q, p, 4);
  free(q);
  assert(n > 0);
  int *r = new int[3];
  delete[] r;
  child<<<(n + 31) / 32, 32>>>(p, n);
  child<<<1, 32, 0, cudaStreamTailLaunch>>>(p, n);
  cudaDeviceSynchronize();
  cudaError_t e = cudaGetLastError();
  if (e)
    printf("%s", cudaGetErrorString(e));
  cudaStream_t st;
  cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking);
  child<float><<<1, 1, 0, st>>>((float *)p, 1);
  cudaStreamDestroy(st);
  unsigned m = __ballot_sync(~0u, 1);
  int v = __shfl_down_sync(m, (int)threadIdx.x, 1);
  (void)v;
  void *d;
  cudaMalloc(&d, 10);
  int *ii;
  cudaMalloc(&ii, 10);
  float f = rsqrtf(2.f) + __expf(1) + __int_as_float(3) + sinf(1) + cosf(1) + exp(1.0) +
            floor(2.5) + isnan(1.f) + erf(2.f) + log2f(1);
  (void)f;
  __threadfence();
  float s1, c1;
  sincosf(f, &s1, &c1);
  long long cl = clock64();
  (void)cl;
  clock_t ct = clock();
  (void)ct;
}
int main(int argc, char **argv) {
  int *p;
  cudaMalloc(&p, 100);
  parent<<<1, 32, 16>>>(p, 10);
  cudaDeviceSynchronize();
  float h[10];
  cudaMemcpyToSymbol(c, h, sizeof h);
  vector<int> v(10);
  sort(v.begin(), v.end());
  cout << max(1, 2) << "\n";
  std::complex<float> z(1, 2);
  cudaDeviceProp pr;
  cudaGetDeviceProperties(&pr, 0);
  mt19937 g(1);
  shared_ptr<int> sp = make_shared<int>(3);
  void *args[] = {&p};
  int nn = 3;
  (void)nn;
  cudaLaunchKernel((void *)parent, 1, 1, args, 0, 0);
  cudaLaunchConfig_t cfg = {};
  cudaLaunchKernelEx(&cfg, parent, p, 3);
  int nb;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, parent, 32, 0);
  cudaFuncSetAttribute(parent, cudaFuncAttributeMaxDynamicSharedMemorySize, 3);
  return abs(-2) + (int)sqrt(2.0);
}
namespace cg = cooperative_groups;
__global__ void groups(int *p) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  auto t4 = cg::tiled_partition<4>(tile);
  cg::thread_block_tile<16> t16 = cg::tiled_partition<16>(cg::this_thread_block());
  int v = tile.shfl_down(1, 2) + t4.shfl_xor(3, 1) + t16.thread_rank() + tile.meta_group_rank();
  block.sync();
  cg::sync(block);
  cg::grid_group g = cg::this_grid();
  g.sync();
  auto a = cg::coalesced_threads();
  if (a.thread_rank() == 0)
    atomicAdd(p, a.size());
  v += a.shfl(3, 0) + tile.ballot(1) + tile.any(1);
  p[block.thread_rank()] = v + block.group_index().x + CUDART_PI_F;
}
