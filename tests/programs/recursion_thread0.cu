// Recursion by thread 0: halving of a range, each level marks its part.
// REMARK-t1: launch of 'halve': t1
// REMARK-block: launch of 'halve': block
// REMARK-grid: launch of 'halve': grid
#include "include/test.h"

__global__ void halve(int begin, int end, int depth, int *mark) {
  for (int j = begin + threadIdx.x; j < end; j += blockDim.x)
    atomicAdd(&mark[j], depth);
  if (threadIdx.x == 0 && end - begin > 1) {
    int mid = (begin + end) / 2;
    halve<<<1, blockDim.x>>>(begin, mid, depth + 1, mark);
    halve<<<1, 32>>>(mid, end, depth * 2, mark);
  }
}

static void serial(int begin, int end, int depth, std::vector<int> &mark) {
  for (int j = begin; j < end; j++)
    mark[j] += depth;
  if (end - begin > 1) {
    serial(begin, (begin + end) / 2, depth + 1, mark);
    serial((begin + end) / 2, end, depth * 2, mark);
  }
}

int main() {
  const int n = 700;
  int *mark;
  CHECK(cudaMalloc(&mark, n * sizeof(int)));
  CHECK(cudaMemset(mark, 0, n * sizeof(int)));
  halve<<<1, 64>>>(0, n, 1, mark);
  std::vector<int> want(n);
  serial(0, n, 1, want);
  return compare(to_host(mark, n), want);
}
