// A form of a parent that takes more registers than its own symbol cannot be launched with blocks as large: the symbol is, then.
// STRATEGIES: t1 auto mega block
#include "include/test.h"

__global__ void child(int n, int x, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += x;
}
__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
}
template <class T> __global__ void instance(int n, T *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<(n + 31) / 32, 32>>>(n, i, data + i * n);
}
// The CPU target's kernels have no registers; it takes bounds for the number of threads that fit.
static void narrow() {
#if defined(FLCPU) && !defined(FLCPU_PARSE)
  flcpu::detail::bound_threads((const void *)parent__fl_parent, 300);
  flcpu::detail::bound_threads((const void *)instance__fl_parent<int>, 300);
#endif
}

int main() {
  const int n = 40;
  int parents = 1000; // so that it is not known how large the blocks are
  int *data = device_zeros<int>(parents * n);
  narrow();
  parent<<<2, parents / 2>>>(n, data);
  parent<<<4, parents / 4>>>(n, data);
  void (*volatile pointer)(int, int *) = parent;
  pointer<<<1, parents>>>(n, data);
  instance<<<2, parents / 2>>>(n, data);
  std::vector<int> want(parents * n);
  for (int k = 0; k < parents * n; k++)
    want[k] = 4 * (k / n);
  return compare(to_host(data, want.size()), want);
}
