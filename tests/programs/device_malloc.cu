// malloc, free, new and delete on the device: allocated by the parent, filled by one child, read
// and freed by the next.
// REMARK-t1: launch of 'fill': t1
// REMARK-block: launch of 'fill': block
// REMARK-grid: launch of 'fill': grid
// REMARK-t1: launch of 'use': t1
#include "include/test.h"

struct Pair {
  int a, b;
};

__global__ void fill(int n, int x, Pair *p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    p[j] = {j * x, j + x};
}
__global__ void use(int n, Pair *p, int *out) {
  int *copy = (int *)malloc(n * sizeof(int)), sum = 0;
  for (int j = 0; j < n; j++)
    copy[j] = p[j].a - p[j].b;
  for (int j = n; j-- > 0;)
    sum += copy[j] * (j % 3 + 1);
  free(copy);
  free(p);
  *out = sum;
}

__global__ void parent(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = 1 + i * 2;
  Pair *p = (Pair *)malloc(n * sizeof(Pair));
  int *one = new int(i);
  fill<<<(n + 31) / 32, 32>>>(n, *one, p);
  use<<<1, 1>>>(n, p, out + i);
  delete one;
}

int main() {
  const int parents = 60;
  int *out = device_zeros<int>(parents);
  std::vector<int> want(parents);
  for (int i = 0; i < parents; i++)
    for (int j = 0; j < 1 + i * 2; j++)
      want[i] += (j * i - j - i) * (j % 3 + 1);
  parent<<<2, parents / 2>>>(out);
  return compare(to_host(out, parents), want);
}
