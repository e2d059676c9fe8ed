// Joins at three levels of kernels, each of which uses what the one below has found, twice.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// TARGET-t3: cpu
// REMARK-t3: kept: threads of 'upper', which is a child itself, wait for its children
#include "include/test.h"

__global__ void leaf(const int *x, int *y) { y[threadIdx.x] = *x + threadIdx.x; }
__global__ void lower(const int *x, int *y, int *room) {
  for (int k = 0; k < 2; k++) {
    leaf<<<1, 8>>>(k ? room : x, y);
    cudaDeviceSynchronize();
    room[0] = 0;
    for (int j = 0; j < 8; j++)
      room[0] += y[j];
  }
}
__global__ void upper(const int *x, int *y, int *room) {
  for (int k = 0; k < 2; k++) {
    lower<<<1, 1>>>(k ? room : x, y, room + 1);
    cudaDeviceSynchronize();
    room[0] = room[1] % 1000;
  }
}
__global__ void parent(int *x, int *y, int *room) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;
  for (int k = 0; k < 2; k++) {
    upper<<<1, 1>>>(x + i, y + i * 8, room + i * 2);
    cudaDeviceSynchronize();
    x[i] = room[i * 2];
  }
}

int main() {
  const int parents = 100;
  int *x = device_zeros<int>(parents), *y = device_zeros<int>(parents * 8);
  std::vector<int> want;
  auto leaf_sum = [](int v) { return 8 * v + 28; };
  for (int i = 0; i < parents; i++) {
    int v = i;
    for (int k = 0; k < 4; k++)
      v = leaf_sum(leaf_sum(v)) % 1000;
    want.push_back(v);
  }
  parent<<<4, parents / 4>>>(x, y, device_zeros<int>(parents * 2));
  return compare(to_host(x, parents), want);
}
