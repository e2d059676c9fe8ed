// Several kernels and several sites in one parent.
// REMARK-t1: launch of 'add': t1
// REMARK-block: launch of 'add': block
// REMARK-grid: launch of 'add': grid
// REMARK-t1: launch of 'multiply': t1
// REMARK-t1: launch of 'fill': t1
// REMARK-t4: launch of 'add': t4
// REMARK-t4: launch of 'multiply': t4
// REMARK-t4: launch of 'fill': t4
#include "include/test.h"

__global__ void add(int *p, int n, int x) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    p[j] += x;
}
__global__ void multiply(int *p, int n, int x, long factor) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    p[j] = (int)(x * factor);
}
__global__ void fill(int n, double value, int *p) {
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    p[j] = (int)value;
}

__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *p = data + i * 300;
  if (i % 2)
    add<<<4, 32>>>(p, 100, i);
  if (i % 3)
    multiply<<<2, 64>>>(p + 100, 100, i, 7L);
  fill<<<1, 32>>>(60, i + .5, p + 200);
  if (i % 5 == 0)
    add<<<1, 40>>>(p + 260, 40, -i);
}

int main() {
  const int n = 150;
  int *data = device_zeros<int>(n * 300);
  std::vector<int> want(n * 300);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 300; j++)
      want[i * 300 + j] = j < 100   ? (i % 2 ? i : 0)
                          : j < 200 ? (i % 3 ? i * 7 : 0)
                          : j < 260 ? i
                                    : (i % 5 ? 0 : -i);
  parent<<<3, 50>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
