// A threshold where launches stay native: small ones run in the launching thread, whatever the child is; errors of the others are CUDA's own, and a child that launches
// is left alone.
// FLAGS: --fl-threshold=5000
// REMARK-keep: launch of 'add<T, 2>': kept: as asked for; fewer than 5000 threads: t4
// REMARK-keep: launch of 'sum': kept: as asked for; fewer than 5000 threads: t4
// REMARK-keep: launch of 'between': kept: as asked for \[
// REMARK-keep: launch of 'all': kept: as asked for; fewer than 5000 threads: t4
// STRATEGIES: keep t1 auto
// SANITIZE-keep: off
#include "include/test.h"

struct pair {
  int a, b;
};
template <class T, int times> __global__ void add(int n, T *data, pair p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += times * (p.a + p.b);
}
template <> __global__ void add<int, 3>(int n, int *data, pair p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += 3 * p.a;
}
__global__ void sum(int n, int *data, int *result) {
  __shared__ int part[64];
  int t = threadIdx.x, mine = 0;
  for (int j = t; j < n; j += blockDim.x)
    mine += data[j];
  part[t] = mine;
  __syncthreads();
  for (int step = 32; step; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(result, part[0]);
}
template <class... Ts> __global__ void all(int *to, Ts... values) {
  if (threadIdx.x == 0)
    *to = (0 + ... + values);
}
__global__ void between(int n, int *data) {
  if (n > 0 && threadIdx.x == 0)
    add<int, 2><<<(n + 31) / 32, 32>>>(n, data, pair{1, 1});
}
template <class T> __device__ void start(int n, T *data) {
  add<T, 2><<<(n + 127) / 128, 128>>>(n, data, pair{1, 2});
}

__global__ void adds(int most, int *data, int *errors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  start(i * 100 % most, data + i * most);
  if ((cudaGetLastError() != cudaSuccess) != (i * 100 % most == 0)) // no blocks
    atomicAdd(errors, 1);
}
__global__ void specialized(int most, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  add<int, 3><<<1 + i * 100 % most / 64, 64>>>(i * 100 % most, data + i * most, pair{5, 7});
}
__global__ void nests(int most, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  between<<<1, 32>>>(i * 100 % most, data + i * most);
}
__global__ void sums(int most, int *data, int *results) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum<<<1, 64>>>(most, data + i * most, results + i);
}
__global__ void spreads(int *results) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  all<<<i + 1, 1024>>>(results + i, i, 2 * i, 3);
}
__global__ void too_wide(int *data, int *errors) {
  add<int, 2><<<1, 2000 + threadIdx.x>>>(1, data, pair{100, 100});
  if (cudaGetLastError() == cudaSuccess)
    atomicAdd(errors, 1);
}

int main() {
  const int parents = 64, most = 7000;
  allow_launches(8 * parents);
  int *data = device_zeros<int>(parents * most), *results = device_zeros<int>(parents), *errors = device_zeros<int>(1);
  std::vector<int> want, sums_want;
  for (int i = 0; i < parents; i++) {
    const int n = i * 100 % most;
    int total = 0;
    for (int j = 0; j < most; j++) {
      want.push_back(j < n ? 2 * 3 + 3 * 5 + 2 * 2 : 0);
      total += want.back();
    }
    sums_want.push_back(total);
  }
  adds<<<2, parents / 2>>>(most, data, errors);
  specialized<<<2, parents / 2>>>(most, data);
  nests<<<2, parents / 2>>>(most, data);
  sums<<<2, parents / 2>>>(most, data, results);
  too_wide<<<1, 2>>>(data, errors);
  bool ok = to_host(data, want.size()) == want && to_host(results, parents) == sums_want && to_host(errors, 1)[0] == 0;
  spreads<<<2, parents / 2>>>(results);
  std::vector<int> spread = to_host(results, parents);
  for (int i = 0; i < parents; i++)
    ok &= spread[i] == 3 * i + 3;
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
