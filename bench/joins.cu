// What a join costs: every parent thread launches a child of two blocks and waits for it, three times
// over, and reads what it wrote. A join costs a third of the time, divided by the number of threads.
// In the plain version the thread does the child's work.
//
//   joins [parent threads] [--join] [--plain] [--repeat N] [--width NUMBERS]
// STRATEGIES: keep t1 t3 t4 auto
// TARGET-keep: cpu
#include "../examples/example.h"

__global__ void child(int n, int k, int *row) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    row[i] += k;
}

__global__ void parent(int rows, int n, int *data, int *sums) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  for (int k = 1; k <= 3; k++) {
    child<<<(n + 31) / 32, 32>>>(n, k, data + (long)r * n);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < n; i++)
      sum += data[(long)r * n + i];
    sums[r * 3 + k - 1] = sum;
  }
}

__global__ void parent_plain(int rows, int n, int *data, int *sums) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  for (int k = 1; k <= 3; k++) {
    int sum = 0;
    for (int i = 0; i < n; i++)
      sum += data[(long)r * n + i] += k;
    sums[r * 3 + k - 1] = sum;
  }
}

struct Rows {
  int rows, n;
  int *data, *sums;

  Rows(int rows, int n) : rows(rows), n(n) {
    data = to_device(std::vector<int>((size_t)rows * n));
    sums = to_device(std::vector<int>((size_t)rows * 3));
  }
  void reset() {
    CHECK(cudaMemset(data, 0, sizeof(int) * (size_t)rows * n));
    CHECK(cudaMemset(sums, 0, sizeof(int) * (size_t)rows * 3));
  }
  bool right() const {
    const std::vector<int> found = to_host(sums, (size_t)rows * 3);
    for (int r = 0; r < rows; r++)
      if (found[r * 3] != n || found[r * 3 + 1] != 3 * n || found[r * 3 + 2] != 6 * n)
        return false;
    return true;
  }
};

static void with_join(Rows &r) {
  parent<<<(r.rows + 127) / 128, 128>>>(r.rows, r.n, r.data, r.sums);
}
static void plain(Rows &r) {
  parent_plain<<<(r.rows + 127) / 128, 128>>>(r.rows, r.n, r.data, r.sums);
}

int main(int argc, char **argv) {
  int width = 50;
  Versions versions(
      argc, argv, 4000, 1 << 20, {"join", "plain"},
      [&](int argc, char **argv, int &i) {
        if (std::string(argv[i]) != "--width" || i + 1 == argc)
          return false;
        width = atoi(argv[++i]);
        return width > 0 && width <= 4096;
      },
      "[--width NUMBERS]");
  allow_launches(200000);
  Rows rows(versions.size(), width);
  versions.note("width", width);
  versions.run("join", rows, with_join);
  versions.run("plain", rows, plain);
  return versions.finish();
}
