// Threads launch children with barriers in an order, and children that launch in an order, which cannot run in place: under auto they are recorded, or run by the block that launched them, and the
// order holds. Blocks launch different numbers, some nothing.
// REMARK-auto: launch of .parent.: what it launches is recorded .t1 or t2., run by the block that launched it .t3., or in place .t4., chosen at run time
// REMARK-auto: launch of .outer.: what it launches is recorded .t1 or t2., or run by the block that launched it .t3., chosen at run time
// ENV: FL_CHOICE=t3
// ENV: FL_CHOICE=t1
// ENV: FL_CHOICE=t4
// ENV: FL_WORKLIST=2
// ENV: FL_CHOICE=t3 FL_WORKLIST=2
#include <cstdio>
#include <vector>

constexpr int lists = 300, each = 96;

// Turns a list around and adds to it.
__global__ void turn(unsigned *p, int n, unsigned value) {
  __shared__ unsigned kept[each];
  const int i = threadIdx.x;
  if (i < n)
    kept[i] = p[i];
  __syncthreads();
  if (i < n)
    p[i] = 3 * kept[n - 1 - i] + value + i;
}
__global__ void parent(unsigned *p, int n, int run) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || blockIdx.x % 3 == 2)
    return;
  for (int k = 0; k < i % 5; k++)
    turn<<<1, k % 2 ? each : 128>>>(p + i * each, each - k, run + k);
}

__global__ void inner(unsigned *p) {
  turn<<<1, each>>>(p, each, 7);
  turn<<<1, each>>>(p, each / 2, 9);
}
__global__ void outer(unsigned *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    inner<<<1, 1>>>(p + i * each);
    turn<<<1, each>>>(p + i * each, each - 1, i);
    inner<<<1, 1>>>(p + i * each);
  }
}

static void turned(unsigned *p, int n, unsigned value) {
  const std::vector<unsigned> kept(p, p + n);
  for (int i = 0; i < n; i++)
    p[i] = 3 * kept[n - 1 - i] + value + i;
}
static void both(unsigned *p) {
  turned(p, each, 7);
  turned(p, each / 2, 9);
}

int main() {
  unsigned *p;
  if (cudaMalloc(&p, lists * each * sizeof *p))
    return 1;
  cudaMemset(p, 0, lists * each * sizeof *p);
  std::vector<unsigned> expected(lists * each), found(lists * each);
  for (int run = 0; run < 20; run++) {
    parent<<<(lists + 31) / 32, 32>>>(p, lists, run);
    outer<<<3, 32>>>(p, 70);
    for (int i = 0; i < lists; i++) {
      unsigned *list = &expected[i * each];
      for (int k = 0; k < i % 5 && i / 32 % 3 != 2; k++)
        turned(list, each - k, run + k);
      if (i < 70) {
        both(list);
        turned(list, each - 1, i);
        both(list);
      }
    }
  }
  if (cudaMemcpy(found.data(), p, found.size() * sizeof *p, cudaMemcpyDeviceToHost))
    return 1;
  printf("%s\n", found == expected ? "PASS" : "FAIL");
  return found != expected;
}
