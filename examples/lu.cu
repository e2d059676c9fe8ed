// LU decomposition with partial pivoting, row by row: a driver thread for each matrix launches the
// steps' kernels in order. It waits where it has to know what they found: the pivot, which decides
// whether rows change places, and whether the matrix is singular. In the plain version the host
// launches the same kernels, and copies each pivot back.
//
//   lu [rows of a matrix] [--join] [--plain] [--repeat N]
// STRATEGIES: keep t1 t3 auto
// TARGET-keep: cpu
#include "example.h"
#include <cmath>

constexpr int matrices = 4, pivot_threads = 256, tile = 16;
constexpr double smallest_pivot = 1e-12;

// A block looks for the largest number of column k, from the diagonal downwards.
__global__ void find_pivot(int n, int k, const double *a, int *pivot) {
  __shared__ double most[pivot_threads];
  __shared__ int at[pivot_threads];
  const int t = threadIdx.x;
  most[t] = -1;
  at[t] = k;
  for (int i = k + t; i < n; i += pivot_threads)
    if (fabs(a[i * n + k]) > most[t]) {
      most[t] = fabs(a[i * n + k]);
      at[t] = i;
    }
  __syncthreads();
  for (int half = pivot_threads / 2; half > 0; half /= 2) {
    if (t < half &&
        (most[t + half] > most[t] || (most[t + half] == most[t] && at[t + half] < at[t]))) {
      most[t] = most[t + half];
      at[t] = at[t + half];
    }
    __syncthreads();
  }
  if (t == 0)
    pivot[k] = at[0];
}

__global__ void swap_rows(int n, int i, int k, double *a) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) {
    double x = a[i * n + j];
    a[i * n + j] = a[k * n + j];
    a[k * n + j] = x;
  }
}

__global__ void scale(int n, int k, double *a) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i * n + k] /= a[k * n + k];
}

__global__ void update(int n, int k, double *a) {
  int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

__host__ __device__ inline int ceil_div(int n, int by) { return (n + by - 1) / by; }

// singular[m] becomes 1 + the step that found no pivot in matrix m, or 0.
__global__ void decompose(int n, double *all, int *pivots, int *singular) {
  double *a = all + (long)blockIdx.x * n * n;
  int *pivot = pivots + blockIdx.x * n;
  singular[blockIdx.x] = 0;
  for (int k = 0; k < n; k++) {
    find_pivot<<<1, pivot_threads>>>(n, k, a, pivot);
    cudaDeviceSynchronize();
    const int p = pivot[k];
    if (fabs(a[p * n + k]) < smallest_pivot) {
      singular[blockIdx.x] = k + 1;
      return;
    }
    if (p != k)
      swap_rows<<<ceil_div(n, 128), 128>>>(n, p, k, a);
    const int left = n - k - 1;
    if (left > 0) {
      scale<<<ceil_div(left, 128), 128>>>(n, k, a);
      update<<<dim3(ceil_div(left, tile), ceil_div(left, tile)), dim3(tile, tile)>>>(n, k, a);
    }
  }
}

// What the kernels do, serially.
static int decompose_serially(int n, double *a, int *pivot) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      p = fabs(a[i * n + k]) > fabs(a[p * n + k]) ? i : p;
    pivot[k] = p;
    if (fabs(a[p * n + k]) < smallest_pivot)
      return k + 1;
    for (int j = 0; j < n && p != k; j++)
      std::swap(a[p * n + j], a[k * n + j]);
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  return 0;
}

struct Problem {
  int n;
  std::vector<double> given, want;
  std::vector<int> pivots_want, singular_want;
  double *a;
  int *pivots, *singular;

  explicit Problem(int rows) : n(rows), singular_want(matrices) {
    const size_t size = (size_t)n * n;
    for (size_t i = 0; i < matrices * size; i++)
      given.push_back((double)scramble((unsigned)i) / 4294967296.0 - 0.5);
    // A column of zeros makes the last matrix singular.
    for (int i = 0; i < n; i++)
      given[(matrices - 1) * size + (size_t)i * n + n / 2] = 0;
    want = given;
    pivots_want.assign(matrices * n, -1);
    for (int m = 0; m < matrices; m++)
      singular_want[m] = decompose_serially(n, &want[m * size], &pivots_want[m * n]);
    a = to_device(given);
    pivots = to_device(pivots_want);
    singular = to_device(singular_want);
  }
  void reset() {
    refill(a, given);
    refill(pivots, std::vector<int>(matrices * n, -1));
    refill(singular, std::vector<int>(matrices, -1));
  }
  bool right() const {
    // The device may fuse a multiplication and a subtraction.
    std::vector<double> got = to_host(a, want.size());
    for (size_t i = 0; i < want.size(); i++)
      if (!(fabs(got[i] - want[i]) <= 1e-7 * (1 + fabs(want[i]))))
        return false;
    return to_host(pivots, pivots_want.size()) == pivots_want &&
           to_host(singular, matrices) == singular_want;
  }
};

static void with_join(Problem &p) { decompose<<<matrices, 1>>>(p.n, p.a, p.pivots, p.singular); }

static int decompose_from_host(int n, double *a, int *pivot) {
  for (int k = 0; k < n; k++) {
    int p;
    double value;
    find_pivot<<<1, pivot_threads>>>(n, k, a, pivot);
    CHECK(cudaMemcpy(&p, &pivot[k], sizeof p, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&value, &a[p * n + k], sizeof value, cudaMemcpyDeviceToHost));
    if (fabs(value) < smallest_pivot)
      return k + 1;
    if (p != k)
      swap_rows<<<ceil_div(n, 128), 128>>>(n, p, k, a);
    const int left = n - k - 1;
    if (left > 0) {
      scale<<<ceil_div(left, 128), 128>>>(n, k, a);
      update<<<dim3(ceil_div(left, tile), ceil_div(left, tile)), dim3(tile, tile)>>>(n, k, a);
    }
  }
  return 0;
}
static void plain(Problem &p) {
  std::vector<int> singular;
  for (int m = 0; m < matrices; m++)
    singular.push_back(decompose_from_host(p.n, p.a + (long)m * p.n * p.n, p.pivots + m * p.n));
  refill(p.singular, singular);
}

int main(int argc, char **argv) {
  Versions versions(argc, argv, 96, 2048, {"join", "plain"});
  Problem problem(versions.size());
  versions.run("join", problem, with_join);
  versions.run("plain", problem, plain);
  return versions.finish();
}
