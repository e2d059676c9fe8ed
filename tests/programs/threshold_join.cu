// A threshold, and children that wait for what they launch: a thread of a kernel that does not wait cannot run them, however small they are.
// FLAGS: --fl-threshold=100
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
// REMARK-t1: launch of 'middle': t1[^;]*;.* joins: below; recursion: none; bound: [^;]* \[
// REMARK-t1: launch of 'leaf': t1.*fewer than 100 threads: t4
#include "include/test.h"

__global__ void leaf(int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += j + 1;
}
__global__ void middle(int n, int *data, int *sum) {
  int *mine = data + threadIdx.x * n;
  leaf<<<(n + 63) / 64, 64>>>(n, mine);
  cudaDeviceSynchronize();
  int all = 0;
  for (int j = 0; j < n; j++)
    all += mine[j];
  sum[threadIdx.x] = all;
}
__global__ void parent(int n, int *data, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  middle<<<1, 3>>>(n, data + i * 3 * n, sum + 3 * i);
}

int main() {
  const int parents = 40;
  for (int n : {20, 300}) { // small leaves and large ones
    int *data = device_zeros<int>(3 * parents * n), *sum = device_zeros<int>(3 * parents);
    parent<<<2, parents / 2>>>(n, data, sum);
    if (to_host(sum, 3 * parents) != std::vector<int>(3 * parents, n * (n + 1) / 2)) {
      puts("FAIL");
      return 1;
    }
  }
  puts("PASS");
}
