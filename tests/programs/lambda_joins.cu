// Lambdas that launch and are handed on: threads wait in them for what they have launched, streams are theirs, and locks are held around launches.
// STRATEGIES: t1 t2 t3 t4 mega auto
// REMARK-t1: launch of .add.: t1; order: a thread may launch more than once, kept in program order; barriers: none; joins: threads wait
// REMARK-t3: launch of .add.: t3
// REMARK-t4: launch of .add.: t4; .* joins: threads wait
#include "include/test.h"
__global__ void add(int *at, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&at[i], by);
}
template <class F> __device__ void repeat(int n, F f) {
  for (int i = 0; i < n; i++)
    f(i);
}
template <class F> __device__ void twice(F &&f) {
  f(0);
  f(1);
}

template <class F> __device__ void outer(int n, const F &f) {
  repeat(n, [&](int i) { f(i * 2); });
}
__global__ void joins(int *data, int *out, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int *mine = data + t * m;
  int sum = 0;
  repeat(t % 4 + 1, [&](int i) {
    add<<<(m + 31) / 32, 32>>>(mine, m, i + 1);
    cudaDeviceSynchronize();
    for (int k = 0; k < m; k++)
      sum += mine[k];
  });
  out[t] = sum;
}
__global__ void block_joins(int *data, int *out, int m) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  auto step = [&](int i) {
    if (threadIdx.x == 0) {
      add<<<(m + 31) / 32, 32>>>(data + blockIdx.x * m, m, i + 1);
      cudaDeviceSynchronize();
    }
    __syncthreads();
    for (int k = threadIdx.x; k < m; k += blockDim.x)
      atomicAdd(&total, data[blockIdx.x * m + k]);
    __syncthreads();
  };
  outer(3, step);
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}
__global__ void streams(int *data, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  twice([=](int i) { add<<<1, 64, 0, s>>>(data + t * m, m, i + 1); });
  cudaStreamDestroy(s);
}
__device__ int lock;
__global__ void locked(int *data, int *count, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  twice([&](int i) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&lock, 0, 1) == 0) {
        *(volatile int *)count = *(volatile int *)count + 1;
        __threadfence();
        add<<<1, 64>>>(data + t * m, m, i + 1);
        atomicExch(&lock, 0);
        done = true;
      }
    }
  });
}
int main() {
  const int m = 50, T = 96;
  bool ok = true;
  {
    auto *d = device_zeros<int>(T * m), *o = device_zeros<int>(T);
    joins<<<3, 32>>>(d, o, m);
    auto out = to_host(o, T);
    for (int t = 0; t < T; t++) {
      int want = 0, now = 0;
      for (int i = 0; i <= t % 4; i++)
        now += i + 1, want += now * m;
      ok &= out[t] == want;
    }
    printf("joins %d\n", ok);
  }
  {
    auto *d = device_zeros<int>(T * m), *o = device_zeros<int>(T);
    block_joins<<<20, 64>>>(d, o, m);
    auto out = to_host(o, 20);
    for (int t = 0; t < 20; t++)
      ok &= out[t] == m * (1 + 4 + 9);
    printf("block %d\n", ok);
  }
  {
    auto *d = device_zeros<int>(T * m);
    streams<<<3, 32>>>(d, m);
    auto out = to_host(d, T * m);
    for (int v : out)
      ok &= v == 3;
    printf("streams %d\n", ok);
  }
  {
    auto *d = device_zeros<int>(T * m), *c = device_zeros<int>(1);
    locked<<<3, 32>>>(d, c, m);
    auto out = to_host(d, T * m);
    for (int v : out)
      ok &= v == 3;
    ok &= to_host(c, 1)[0] == 2 * T;
    printf("locked %d\n", ok);
  }
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
