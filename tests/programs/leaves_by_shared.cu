// What the threads of a warp load from one shared or global variable is the same for all: blocks that leave by it leave whole, and others may exchange values behind that.
// REMARK-t1: launch of 'sums<int>': t1
#include <cstdio>
__device__ int limit;
__constant__ int steps[2];
template <int N, class T> __device__ void add(T *sum, int (&step)[N], const int by, const bool twice) {
  for (int i = 0; i < N; i++)
    *sum += twice ? by : step[i];
  __syncwarp();
}
template <class T> __global__ void sums(const int *ranges, const int *in, int *out) {
  __shared__ int range[2], last;
  if (threadIdx.x == 0) {
    range[0] = ranges[2 * blockIdx.x];
    range[1] = last = ranges[2 * blockIdx.x + 1];
  }
  __syncthreads();
  const int first = range[0], n = last - first;
  if (n < 1 || range[1] == 0)
    return;
  if (n > limit)
    return;
  T sum = 0;
  add<2, T>(&sum, steps, n, first < 0); // whose parameters only an instance tells
  for (int i = threadIdx.x; i < n; i += 64)
    sum += in[first + i];
  for (int o = 16; o > 0; o >>= 1)
    sum += __shfl_down_sync(~0u, sum, o);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&out[blockIdx.x], sum);
}
__global__ void parent(const int *ranges, const int *in, int *out) {
  if (threadIdx.x == 0)
    sums<int><<<8, 64>>>(ranges + 16 * blockIdx.x, in, out + 8 * blockIdx.x);
}
int main() {
  int *ranges, *in, *out, wrong = 0;
  const int most = 200;
  cudaMemcpyToSymbol(limit, &most, sizeof most);
  cudaMallocManaged(&ranges, 64 * sizeof(int));
  cudaMallocManaged(&in, 2000 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 2000; i++)
    in[i] = i % 7;
  for (int b = 0; b < 32; b++) {
    ranges[2 * b] = 50 * b;
    ranges[2 * b + 1] = b % 5 == 4 ? 0 : 50 * b + 13 * (b % 20);
    out[b] = 0;
  }
  parent<<<4, 32>>>(ranges, in, out);
  cudaDeviceSynchronize();
  for (int b = 0; b < 32; b++) {
    int sum = 0;
    const int n = ranges[2 * b + 1] - ranges[2 * b];
    for (int i = 0; i < n && n <= most; i++)
      sum += in[ranges[2 * b] + i];
    wrong += out[b] != sum;
  }
  printf(wrong ? "FAIL\n" : "PASS\n");
  return wrong != 0;
}
