// What a join costs: every parent thread launches a child of two blocks and waits for it, three times over, and reads what it wrote.
//
//   joins [threads] [blocks of 32 in a child]
#include "../examples/example.h"
#include <algorithm>

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

int main(int argc, char **argv) {
  const int sizes[] = {100, 4000, 100000};
  const int only = argc > 1 ? atoi(argv[1]) : 0, n = argc > 2 ? 32 * atoi(argv[2]) : 50;
  bool right = true;
  allow_launches(200000);
  for (int rows : sizes) {
    if (only && rows != only)
      continue;
    std::vector<float> times;
    for (int run = 0; run < 5; run++) {
      int *data = to_device(std::vector<int>((size_t)rows * n)),
          *sums = to_device(std::vector<int>((size_t)rows * 3));
      Timer timer;
      parent<<<(rows + 127) / 128, 128>>>(rows, n, data, sums);
      times.push_back(timer.stop());
      const std::vector<int> found = to_host(sums, (size_t)rows * 3);
      for (int r = 0; r < rows; r++)
        right &= found[r * 3] == n && found[r * 3 + 1] == 3 * n && found[r * 3 + 2] == 6 * n;
      CHECK(cudaFree(data));
      CHECK(cudaFree(sums));
    }
    std::sort(times.begin(), times.end());
    printf("joins: %d threads %.4f ms %.4f us a join %s\n", rows, times[2],
           times[2] * 1e3 / (3.0 * rows), right ? "OK" : "WRONG");
  }
  return !right;
}
