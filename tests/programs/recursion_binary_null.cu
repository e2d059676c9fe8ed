// Binary recursion in the NULL stream: the left subtree is complete before the right one begins.
// REMARK-t1: launch of 'visit': t1
// REMARK-block: launch of 'visit': block
// REMARK-grid: launch of 'visit': grid
#include "include/test.h"

// Writes the depth-first order of the nodes; only one node runs at a time, so the counter needs no
// atomic.
__global__ void visit(int node, int nodes, int *counter, int *order) {
  order[(*counter)++] = node;
  if (2 * node + 1 < nodes)
    visit<<<1, 1>>>(2 * node + 1, nodes, counter, order);
  if (2 * node + 2 < nodes)
    visit<<<1, 1>>>(2 * node + 2, nodes, counter, order);
}

static void serial(int node, int nodes, std::vector<int> &order) {
  if (node < nodes) {
    order.push_back(node);
    serial(2 * node + 1, nodes, order);
    serial(2 * node + 2, nodes, order);
  }
}

int main() {
  const int nodes = 700;
  int *counter = device_zeros<int>(1), *order = device_zeros<int>(nodes);
  std::vector<int> want;
  visit<<<1, 1>>>(0, nodes, counter, order);
  serial(0, nodes, want);
  return compare(to_host(order, nodes), want);
}
