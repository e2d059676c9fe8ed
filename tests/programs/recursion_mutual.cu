// Two kernels that launch each other.
// REMARK-t1: launch of 'odd': t1
// REMARK-block: launch of 'odd': block
// REMARK-grid: launch of 'odd': grid
// REMARK-t1: launch of 'even': t1
#include "include/test.h"

__global__ void odd(int n, unsigned *trace);
__global__ void even(int n, unsigned *trace) {
  if (threadIdx.x == 0) {
    *trace = *trace * 3 + n;
    if (n > 0)
      odd<<<1, 5>>>(n - 1, trace);
  }
}
__global__ void odd(int n, unsigned *trace) {
  if (threadIdx.x == 4) {
    *trace = *trace * 5 + n;
    if (n > 0)
      even<<<1, 3>>>(n - 1, trace);
  }
}

int main() {
  unsigned *trace = device_zeros<unsigned>(1), want = 0;
  even<<<1, 3>>>(100, trace);
  for (int n = 100; n >= 0; n--)
    want = want * (n % 2 ? 5 : 3) + n;
  return compare(to_host(trace, 1), std::vector<unsigned>(1, want));
}
