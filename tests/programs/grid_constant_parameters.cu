// Parameters that are __grid_constant__, of children and parents, of templates and kernels that are declared before; read as members, by elements, by
// reference, and copied.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'early': t1
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

struct task {
  int *out;
  int n, table[4];
  __device__ int at(int i) const { return table[i & 3]; }
};
__device__ int sum(const task &t) { return t.n + t.table[1]; }

__global__ void early(const __grid_constant__ task t, int i);
template <class T> __global__ void child(const __grid_constant__ task t, int i, __grid_constant__ const T v) {
  const auto copy = t;
  t.out[i * 32 + threadIdx.x] = copy.n + t.at(i) + t.table[2] + (int)v + sum(t);
}
__global__ void parent(const task __grid_constant__ t, const __grid_constant__ int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    child<<<1, 32>>>(t, 2 * i, 2.5f);
    early<<<1, 32>>>(t, 2 * i + 1);
  }
}
__global__ void early(const __grid_constant__ task t, int i) { t.out[i * 32 + threadIdx.x] = t.table[threadIdx.x % 4] + t.n; }

int main() {
  const int n = 100;
  allow_launches(2 * n);
  task t{device_zeros<int>(64 * n), n, {1, 2, 3, 4}};
  parent<<<2, 64>>>(t, n);
  std::vector<int> want;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 32; k++)
      want.push_back(n + t.table[2 * i % 4] + 3 + 2 + n + 2);
    for (int k = 0; k < 32; k++)
      want.push_back(t.table[k % 4] + n);
  }
  return compare(to_host(t.out, 64 * n), want);
}
