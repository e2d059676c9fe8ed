// Parents that wait for their children, launched by their addresses: only wrappers can do that where the toolkit has no more such waits.
// STRATEGIES: keep t1 t3 t4 mega auto
// TARGET-keep: cpu
#include "include/test.h"

__global__ void child(int n, int *data) {
  if (threadIdx.x < n)
    data[threadIdx.x] += threadIdx.x;
}
__global__ void parent(int n, int *data, int *sums) {
  int *mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * n;
  child<<<1, 32>>>(n, mine);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += ((volatile int *)mine)[i];
  atomicAdd(sums, sum);
}
template <class T> __global__ void twice(int n, T *data, T *sums) {
  for (int k = 0; k < 2; k++) {
    child<<<1, 32>>>(n, data);
    cudaDeviceSynchronize();
    sums[k] = ((volatile T *)data)[n - 1];
  }
}
template <class... P, class... A> static void launch(void (*k)(P...), dim3 grid, dim3 block, A... args) {
  k<<<grid, block>>>(args...);
}

int main() {
  int n = 20;
  int *data = device_zeros<int>(6 * n), *sums = device_zeros<int>(4);
  launch(parent, 2, 3, n, data, sums);
  int *second = sums + 1;
  void *args[] = {&n, &data, &second};
  CHECK(cudaLaunchKernel((const void *)parent, 1, 1, args, 0, 0));
  launch(twice<int>, 1, 1, n, data + n, sums + 2);
  const int one = n * (n - 1) / 2;
  return compare(to_host(sums, 4), std::vector<int>{6 * one, 2 * one, 2 * (n - 1), 3 * (n - 1)});
}
