// Recursion by every thread: counts the leaves of a tree of degree 4 with one launch a node.
// REMARK-t1: launch of 'node': t1
// REMARK-block: launch of 'node': block
// REMARK-grid: launch of 'node': grid
#include "include/test.h"

__global__ void node(int depth, unsigned path, unsigned *count, unsigned *sum) {
  path = path * 4 + threadIdx.x;
  if (depth == 0) {
    atomicAdd(count, 1);
    atomicAdd(sum, path);
  } else if (depth % 2 || threadIdx.x != 3)
    node<<<1, 4>>>(depth - 1, path, count, sum);
}

static void serial(int depth, unsigned path, unsigned &count, unsigned &sum) {
  for (unsigned t = 0; t < 4; t++)
    if (depth == 0) {
      count++;
      sum += path * 4 + t;
    } else if (depth % 2 || t != 3)
      serial(depth - 1, path * 4 + t, count, sum);
}

int main() {
  allow_launches(1 << 14);
  unsigned *result = device_zeros<unsigned>(2);
  std::vector<unsigned> want(2);
  node<<<1, 4>>>(5, 0, result, result + 1);
  serial(5, 0, want[0], want[1]);
  return compare(to_host(result, 2), want);
}
