// A child is complete only when its own children are: all that A launched comes before B.
// REMARK-t1: launch of 'a': t1
// REMARK-block: launch of 'a': block
// REMARK-grid: launch of 'a': grid
// REMARK-t1: launch of 'b': t1
// REMARK-t1: launch of 'leaf': t1
// REMARK-t4: launch of 'leaf': t4
#include "include/test.h"

__global__ void leaf(int *data, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += j;
}
__global__ void a(int *data, int n) {
  int part = n / blockDim.x;
  data[threadIdx.x * part] = 100;
  leaf<<<(part + 31) / 32, 32>>>(data + threadIdx.x * part, part);
}
__global__ void b(const int *data, int n, int *sums) {
  int sum = 0;
  for (int j = 0; j < n; j++)
    sum += data[j];
  sums[blockIdx.x] = sum;
}

__global__ void parent(int *data, int n, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a<<<1, 4>>>(data + i * n, n);
  b<<<2, 1>>>(data + i * n, n, sums + i * 4);
  a<<<1, 8>>>(data + i * n, n);
  b<<<2, 1>>>(data + i * n, n, sums + i * 4 + 2);
}

int main() {
  const int parents = 40, n = 320;
  std::vector<int> want;
  for (int i = 0; i < parents; i++) {
    std::vector<int> data(n);
    for (int parts = 4; parts <= 8; parts += 4) {
      int sum = 0;
      for (int j = 0; j < n; j++) {
        int k = j % (n / parts);
        data[j] = (k ? data[j] : 100) + k;
        sum += data[j];
      }
      want.insert(want.end(), 2, sum);
    }
  }
  int *data = device_zeros<int>(parents * n), *sums = device_zeros<int>(parents * 4);
  parent<<<2, parents / 2>>>(data, n, sums);
  return compare(to_host(sums, want.size()), want);
}
