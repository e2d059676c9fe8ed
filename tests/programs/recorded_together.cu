// Grids of 65,536 threads and more, each of which launches at most once: blocks record what their threads launch together (together.h). Two kernels by turns, arguments that
// vary and that do not, blocks without launches, with one and full of them, in two dimensions and not full of warps; launches that are refused, as the thread that makes them
// hears; one too large for the worklist.
// STRATEGIES: keep auto t1 t2 mega block
// ENV: FL_WORKLIST=100
// ENV: FL_CHOICE=t1
// REMARK-t1: launch of 'adds': t1
// REMARK-t1: launch of 'marks': t1
#include "include/test.h"

struct Twice {
  int by, by_too;
};

__global__ void adds(int *counts, int i, int n, Twice t) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n)
    atomicAdd(&counts[i], t.by + t.by_too);
}
__global__ void marks(int *marked, int i) {
  if (threadIdx.x == 1)
    marked[i] = i + 1;
}
__global__ void many(unsigned long long *blocks) {
  if (blockIdx.x == gridDim.x - 1)
    *blocks = gridDim.x;
}

// How many threads thread i launches; 0: none.
__host__ __device__ int wanted(int i, int sparse) { return i / 128 % sparse == 0 ? i % 5 * (i % 40) : i % 3001 == 7 ? 1 : 0; }

__global__ void parent(int n, int sparse, int *counts, int *marked, int *refused, unsigned long long *blocks) {
  const int in_block = threadIdx.x + blockDim.x * threadIdx.y, i = blockIdx.x * (blockDim.x * blockDim.y) + in_block;
  if (i >= n)
    return;
  const int w = wanted(i, sparse);
  if (i == 1000)
    many<<<(1 << 20) + 3, 1>>>(blocks);
  else if (w > 0)
    adds<<<(w + 31) / 32, 32>>>(counts, i, w, Twice{1, i % 2});
  else if (i % 7 == 0)
    marks<<<1, 2>>>(marked, i);
  else if (i % 1009 == 5) {
    marks<<<0, 2>>>(marked, i);
    refused[i] = cudaGetLastError() != cudaSuccess;
  }
}
// With barriers and early ends of its own.
__global__ void after_barriers(int n, int *counts, int *marked) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int any = __syncthreads_count(i % 1000 == 0);
  if (any && i % 3 == 0 && i < n)
    adds<<<1, 32>>>(counts, i, any, Twice{1, 1});
  else if (i == n - 1)
    marks<<<1, 2>>>(marked, i);
}

constexpr int most = 200000;
static int *counts, *marked, *refused;
static unsigned long long *blocks;
static void clear() {
  for (int *array : {counts, marked, refused})
    CHECK(cudaMemset(array, 0, most * sizeof(int)));
  CHECK(cudaMemset(blocks, 0, sizeof *blocks));
}

static bool parent_is_right(int n, dim3 shape, int sparse) {
  const int threads = shape.x * shape.y;
  clear();
  parent<<<(n + threads - 1) / threads, shape>>>(n, sparse, counts, marked, refused, blocks);
  const std::vector<int> c = to_host(counts, n), m = to_host(marked, n), r = to_host(refused, n);
  bool right = to_host(blocks, 1)[0] == (1 << 20) + 3;
  for (int i = 0; i < n; i++) {
    const int w = wanted(i, sparse);
    const bool marks_it = w == 0 && i % 7 == 0, refuses = w == 0 && !marks_it && i % 1009 == 5;
    if (i != 1000)
      right &= c[i] == w * (1 + i % 2) && m[i] == (marks_it ? i + 1 : 0) && r[i] == refuses;
  }
  if (!right)
    printf("%d threads in blocks of %d x %d, 1 in %d launches: wrong\n", n, shape.x, shape.y, sparse);
  return right;
}

static bool after_barriers_is_right(int n) {
  clear();
  after_barriers<<<(n + 255) / 256, 256>>>(n, counts, marked);
  const std::vector<int> c = to_host(counts, n), m = to_host(marked, n);
  bool right = true;
  for (int i = 0; i < n; i++) {
    int any = 0;
    for (int k = i / 256 * 256; k < i / 256 * 256 + 256; k++)
      any += k % 1000 == 0;
    const bool adds_it = any && i % 3 == 0;
    right &= c[i] == (adds_it ? 2 * any : 0) && m[i] == (i == n - 1 && !adds_it ? n : 0);
  }
  return right;
}

int main() {
  allow_launches(most);
  counts = device_zeros<int>(most);
  marked = device_zeros<int>(most);
  refused = device_zeros<int>(most);
  blocks = device_zeros<unsigned long long>(1);
  bool right = after_barriers_is_right(80000);
  for (int n : {70000, 131072 + 96, 5000})
    for (const dim3 &shape : {dim3(128), dim3(32), dim3(1024), dim3(64, 4), dim3(100)})
      right &= parent_is_right(n, shape, shape.x == 128 ? 1 : 50);
  printf("%s\n", right ? "PASS" : "FAILED");
  return !right;
}
