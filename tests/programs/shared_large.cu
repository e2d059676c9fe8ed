// Children with more shared memory than the 48 KB that every block can have: the host allows it.
// STRATEGIES: keep auto t1 t2 t3 mega t4 block grid
// ENV: FL_CHOICE=t4
// REMARK-t1: launch of 'turn': t1
// TARGET-keep: cpu: whether a native launch from the device may have that much has not been tried
// TARGET-t4: cpu: 60 KB of locals for each thread that the GPU holds would be 16 GB
#include "include/test.h"

constexpr int n = 32, room = 15000;
__global__ void turn(int *data) {
  extern __shared__ int part[];
  part[room - 1 - threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = part[room - blockDim.x + threadIdx.x];
}
__global__ void parent(int *data, int *errors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  turn<<<1, n, room * sizeof(int)>>>(data + i * n);
  errors[i] = cudaGetLastError();
#ifdef JOINS
  cudaDeviceSynchronize();
  data[i * n] += 1000;
#endif
}

int main() {
  const int parents = 60;
  allow_launches(parents);
  CHECK(cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, room * sizeof(int)));
  std::vector<int> in(parents * n), want(parents * n);
  for (int i = 0; i < parents * n; i++)
    in[i] = i;
  for (int i = 0; i < parents * n; i++)
    want[i] = in[i / n * n + n - 1 - i % n];
#ifdef JOINS
  for (int i = 0; i < parents; i++)
    want[i * n] += 1000;
#endif
  int *data = to_device(in), *errors = device_zeros<int>(parents);
  parent<<<3, parents / 3>>>(data, errors);
  return to_host(errors, parents) == std::vector<int>(parents) ? compare(to_host(data, want.size()), want)
                                                                 : verdict(false, "a launch was refused");
}
