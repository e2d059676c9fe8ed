// Threads launch a few children in an order: under auto all are recorded, or run by the block, or all in place, and the order holds. Threads that launch very often are not run in place.
// REMARK-auto: launch of .parent.: what it launches is recorded .t1 or t2., run by the block that launched it .t3., or in place .t4., chosen at run time
// REMARK-auto: launch of .driver.: what it launches is recorded .t1 or t2., run by the block that launched it .t3., or in place .t4., chosen at run time
// ENV: FL_CHOICE=t4
// ENV: FL_CHOICE=t1
// ENV: FL_CHOICE=t3
// ENV: FL_CHOICE=t1+t4
// ENV: FL_WORKLIST=2
// ENV: FL_GRAPHS=0
#include <cstdio>
#include <vector>

constexpr int lists = 300, each = 12;

__global__ void add(unsigned *p, int n, unsigned value) {
  if (threadIdx.x < n)
    p[threadIdx.x] += value;
}
__global__ void scale(unsigned *p, int n, unsigned by) {
  if (threadIdx.x < n)
    p[threadIdx.x] *= by;
}

__global__ void parent(unsigned *p, int n, int run) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  add<<<1, 16>>>(p + i * each, each, i + run);
  if (i % 3 != 0)
    scale<<<1, 32>>>(p + i * each, each, 3);
  add<<<1, 16>>>(p + i * each, i % each, 1);
}
__global__ void driver(unsigned *p, int n) {
  for (int i = 0; i < n; i++) {
    add<<<1, 16>>>(p, each, i);
    scale<<<1, 16>>>(p, each, 5);
  }
}

int main() {
  unsigned *p;
  if (cudaMalloc(&p, lists * each * sizeof *p))
    return 1;
  cudaMemset(p, 0, lists * each * sizeof *p);
  std::vector<unsigned> expected(lists * each), found(lists * each);
  for (int run = 0; run < 40; run++) {
    parent<<<(lists + 63) / 64, 64>>>(p, lists, run);
    driver<<<1, 1>>>(p, 20);
    for (int i = 0; i < lists; i++)
      for (int k = 0; k < each; k++) {
        unsigned &e = expected[i * each + k];
        e = (e + i + run) * (i % 3 != 0 ? 3 : 1) + (k < i % each);
      }
    for (int i = 0; i < 20; i++)
      for (int k = 0; k < each; k++)
        expected[k] = (expected[k] + i) * 5;
  }
  if (cudaMemcpy(found.data(), p, found.size() * sizeof *p, cudaMemcpyDeviceToHost))
    return 1;
  printf("%s\n", found == expected ? "PASS" : "FAIL");
  return found != expected;
}
