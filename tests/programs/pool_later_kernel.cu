// The pool for allocations on the device: children put nodes into lists; kernels that the host launches later add to them, read them and free them.
// FLAGS: --fl-pool=4M
// ENV: FL_POOL=128K
#include "include/test.h"

struct Node {
  Node *next;
  int value;
};
__device__ void push(Node **list, int value) {
  Node *n = (Node *)malloc(sizeof(Node));
  n->value = value;
  unsigned long long *head = (unsigned long long *)list, seen = *head;
  do {
    n->next = (Node *)seen;
    __threadfence();
    unsigned long long now = atomicCAS(head, seen, (unsigned long long)n);
    if (now == seen)
      return;
    seen = now;
  } while (true);
}
__global__ void child(int n, int bucket, Node **lists) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    push(lists + bucket, j);
}
__global__ void parent(int n, Node **lists) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<(2 * i + 32) / 32, 32>>>(2 * i + 1, i, lists);
}
__global__ void more(int n, Node **lists) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    push(lists + i, 1000);
}
__global__ void take(int n, Node **lists, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (Node *p = lists[i], *next; p; p = next) {
    next = p->next;
    sums[i] += p->value;
    free(p);
  }
  lists[i] = nullptr;
}

int main() {
  const int n = 100, rounds = 3;
  Node **lists = device_zeros<Node *>(n);
  int *sums = device_zeros<int>(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; i++)
    want[i] = rounds * (i * (2 * i + 1) + 1000);
  for (int r = 0; r < rounds; r++) {
    parent<<<(n + 63) / 64, 64>>>(n, lists);
    more<<<(n + 31) / 32, 32>>>(n, lists);
    take<<<(n + 63) / 64, 64>>>(n, lists, sums);
  }
  return compare(to_host(sums, n), want);
}
