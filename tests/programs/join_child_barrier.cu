// Children that work behind barriers, with static and dynamic shared memory, below joining parents.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// REMARK-t3: launch of '[^']*': t3;
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void sum(int n, const int *data, int *result) {
  __shared__ int partial[64];
  extern __shared__ int copy[];
  const int t = threadIdx.x;
  for (int j = t; j < n; j += 64)
    copy[j] = data[j];
  __syncthreads();
  partial[t] = 0;
  for (int j = t * n / 64; j < (t + 1) * n / 64; j++)
    partial[t] += copy[j];
  for (int half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (t < half)
      partial[t] += partial[t + half];
  }
  if (t == 0)
    *result = partial[0];
}
__global__ void parent(int n, const int *data, int *room, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = i * 3, length = n - first - i;
  sum<<<1, 64, length * sizeof(int)>>>(length, data + first, room + i);
  cudaDeviceSynchronize();
  out[i] = room[i] * 2;
}

int main() {
  const int parents = 100, n = 1000;
  std::vector<int> data, want(parents);
  for (int j = 0; j < n; j++)
    data.push_back(j * 7919 % 1001);
  for (int i = 0; i < parents; i++)
    for (int j = 3 * i; j < n - i; j++)
      want[i] += 2 * data[j];
  int *room = device_zeros<int>(2 * parents);
  parent<<<4, parents / 4>>>(n, to_device(data), room, room + parents);
  return compare(to_host(room + parents, parents), want);
}
