// The threads of a warp launch in eight arms of one switch, some of them kernels of their own, some with memory that they allocate: what waits in one
// arm must not hold up the others, nor forget them.
// ENV: FL_WORKLIST=1
// ENV: FL_WORKLIST=40
// REMARK-t1: launch of 'doubled': t1
// REMARK-multiblock: launch of 'taken': multiblock
// REMARK-grid: launch of 'added': grid
#include "include/test.h"

__global__ void marked(int *at, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    at[j] += j + 1;
}
__global__ void added(int *at, int n, int more) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    at[j] += more;
}
__global__ void doubled(int *at, short by) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  at[j] += by * 2;
}
__global__ void taken(int *at, int n, int *from) {
  if (threadIdx.x < n)
    at[threadIdx.x] += from[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    free(from);
}
__device__ int *filled(int n, int with) {
  int *p = (int *)malloc(n * sizeof *p);
  for (int j = 0; j < n; j++)
    p[j] = with + j;
  return p;
}

const int room = 64;
__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *at = data + i * room;
  switch (i % 8) {
  case 0:
    marked<<<2, 32>>>(at, 40);
    break;
  case 1:
    added<<<3, 16>>>(at, 48, i);
    break;
  case 2:
    taken<<<1, 64>>>(at, 20, filled(20, i));
    break;
  case 3:
    doubled<<<2, 32>>>(at, short(i));
    break;
  case 4:
    added<<<1, 64>>>(at, i % 64, 7);
    break;
  case 5:
    taken<<<1, 32>>>(at, 32, filled(32, -i));
    break;
  case 6:
    marked<<<1, 64>>>(at, i % 60);
    break;
  default:
    doubled<<<4, 16>>>(at, 9);
  }
}

int main() {
  const int n = 600;
  int *data = device_zeros<int>(n * room);
  allow_launches(2 * n);
  parent<<<(n + 127) / 128, 128>>>(n, data);
  std::vector<int> want;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < room; j++) {
      const int of[] = {j < 40 ? j + 1 : 0, j < 48 ? i : 0,           j < 20 ? i + j : 0,      i * 2,
                        j < i % 64 ? 7 : 0, j < 32 ? j - i : 0, j < i % 60 ? j + 1 : 0, 18};
      want.push_back(of[i % 8]);
    }
  return compare(to_host(data, want.size()), want);
}
