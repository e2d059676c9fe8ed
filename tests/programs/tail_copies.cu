// Fills that wait for their whole grid, behind children that write the same, and in a child; and fills beside a launch that only the launching thread itself can run. (Zeros: natively CUDA 13 fills with nothing else.)
// REMARK-t1: launch of 'twice': kept: 'with_launches' puts a copy or fill into the tail stream
// REMARK-t4: launch of 'filled_at_last': kept: 'filled_at_last' puts a copy or fill into the tail stream
#include "include/test.h"

__global__ void twice(int *a, int i) { a[i] += 7; }
__global__ void with_launches(int *a, int n) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    cudaMemsetAsync(a, 0, n * sizeof(int), cudaStreamTailLaunch);
  twice<<<1, 1>>>(a, blockIdx.x);
  twice<<<1, 1>>>(a, blockIdx.x);
}

__global__ void filled_at_last(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    cudaMemsetAsync(a, 0, n * sizeof(int), cudaStreamTailLaunch);
  if (i < n)
    a[i] = 7;
}
__global__ void launches_it(int *a, int n) {
  if (threadIdx.x == 0)
    filled_at_last<<<(n + 31) / 32, 32>>>(a, n);
}

template <class T> __global__ void leaf(int *p, int *q, T t) {
  for (int i = 0; i < t.n; i++)
    q[i] = p[i];
}
__global__ void middle(int *p, int *q, int n) {
  struct Local {
    int n;
  };
  cudaMemsetAsync(p, 0, n * sizeof(int), 0);
  leaf<<<1, 1>>>(p, q, Local{n});
}
__global__ void beside(int *p, int *q, int n) { middle<<<1, 1>>>(p + threadIdx.x * n, q + threadIdx.x * n, n); }

int main() {
  allow_launches(4000);
  const int n = 64, each = 50;
  const std::vector<int> want(n), want_q(32 * each), full(32 * each, 5);
  int *a = to_device(full), *p = to_device(full), *q = to_device(full);
  bool ok = true;
  for (int r = 0; r < 4; r++) {
    CHECK(cudaMemset(a, 5, n * sizeof(int)));
    with_launches<<<n, 32>>>(a, n);
    ok &= to_host(a, n) == want;
  }
  CHECK(cudaMemset(a, 5, n * sizeof(int)));
  launches_it<<<1, 32>>>(a, n);
  ok &= to_host(a, n) == want;
  beside<<<1, 32>>>(p, q, each);
  return verdict(ok && to_host(q, 32 * each) == want_q, "a fill is not where it should be");
}
