// Lists that one file makes and the other frees, from kernels that launch and from such as do not; functions of either file, called from the other.
// On a GPU, $EXPECT says where their memory must be: in the `pool`, or in the `heap`.
#include "lists.h"
#include <cstring>

__device__ Node *make_node(int value, Node *next) {
  if (value % 3 == 0)
    return new Wide(value, next);
  return new Node(value, next);
}

__global__ void fill(List *l) {
  for (int i = threadIdx.x; i < l->n; i += blockDim.x) {
    l->numbers[i] = i;
    l->squares[i] = i * i;
  }
}

// What the other file left: from before there was a pool, in the first round.
__global__ void clear(List *lists, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    drop_nodes(lists[i].first);
}
__global__ void make(List *lists, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  List &l = lists[i];
  free(l.numbers);
  cudaFree(l.squares);
  l.n = 1 + i % 29;
  l.first = nullptr;
  for (int k = 0; k < l.n; k++)
    l.first = make_node(i + k, l.first);
  l.numbers = (int *)malloc(l.n * sizeof(int));
  cudaMalloc((void **)&l.squares, l.n * sizeof(int));
  fill<<<1, 32>>>(&l);
}

static int expected(int i) {
  int sum = 0;
  for (int k = 0; k < 1 + i % 29; k++)
    sum += i + k + k + k * k;
  return sum;
}

// What the host allocates in device memory it knows; the device's heap it does not.
static bool in_pool(const void *p) {
  cudaPointerAttributes at;
  const bool is = cudaPointerGetAttributes(&at, p) == cudaSuccess && at.type == cudaMemoryTypeDevice;
  cudaGetLastError();
  return is;
}
static bool as_expected(const std::vector<List> &lists) {
  const char *where = getenv("EXPECT");
  for (const List &l : lists)
    for (const void *p : {(const void *)l.first, (const void *)l.numbers, (const void *)l.squares})
      if (where && in_pool(p) != !strcmp(where, "pool"))
        return false;
  return true;
}

int main() {
  const int n = 500;
  List *lists = device_zeros<List>(n);
  int *sums = device_zeros<int>(n);
  bool good = true;
  refill(lists, n);
  for (int round = 0; round < 20; round++) {
    clear<<<(n + 63) / 64, 64>>>(lists, n);
    make<<<(n + 63) / 64, 64>>>(lists, n);
    drop(lists, n, sums);
    const std::vector<int> got = to_host(sums, n);
    for (int i = 0; i < n; i++)
      good &= got[i] == expected(i);
    refill(lists, n);
    if (!as_expected(to_host(lists, n))) {
      printf("FAIL: round %d: not in the %s\n", round, getenv("EXPECT"));
      return 1;
    }
  }
  CHECK(cudaDeviceSynchronize());
  puts(good ? "PASS" : "FAIL");
  return !good;
}
