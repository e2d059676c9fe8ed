// Launches where a statement begins, in front of an `if` that returns: a thread launches twice; and in the initialiser of what a configuration names.
// STRATEGIES: keep t1 t4 auto
// ENV: FL_CHOICE=t4
// ENV: FL_CHOICE=t1+t4
// REMARK-t1: launch of 'child': t1; order: a thread may launch more than once
// SANITIZE-keep: off
#include "include/test.h"

__global__ void child(int n, int *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    data[j] += j + 1;
}
__device__ bool first(int n, int *data) {
  child<<<(n + 31) / 32, 32>>>(n, data);
  return n % 2;
}
__global__ void parent(int n, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (bool odd = first(i % n, data + i * n); odd)
    return;
  child<<<1, 32>>>(n / 2, data + i * n);
}

__global__ void shape(int *to) {
  if (int threads = (child<<<1, 2>>>(2, to), 3))
    child<<<1, threads>>>(3, to + 4);
  int more = (child<<<1, 4>>>(4, to), 2);
  child<<<1, more>>>(2, to + 4);
}
static bool run_shape() {
  int *to = device_zeros<int>(8);
  shape<<<1, 1>>>(to);
  return to_host(to, 8) == std::vector<int>{2, 4, 3, 4, 2, 4, 3, 0};
}

int main() {
  if (!run_shape())
    return verdict(false, "wrong sizes");
  const int parents = 150, n = 60;
  allow_launches(2 * parents);
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++) {
    int i = k / n, j = k % n, size = i % n;
    want.push_back((j < size ? j + 1 : 0) + (size % 2 == 0 && j < n / 2 ? j + 1 : 0));
  }
  parent<<<3, parents / 3>>>(n, data);
  return compare(to_host(data, want.size()), want);
}
