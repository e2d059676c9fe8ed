// A child with nested loops, break, continue, switch, do and a comma.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
// ENV: FL_CHOICE=t4
#include "include/test.h"

__host__ __device__ inline int collatz(int start, int limit) {
  int x = start, score = 0;
  for (int step = 0;; step++) {
    if (x == 1 || step == limit)
      break;
    switch (x % 4) {
    case 0:
      x /= 4;
      continue;
    case 2:
      x /= 2;
      break;
    default:
      x = 3 * x + 1, score++;
    }
    int k = 0;
    do {
      if (++k % 2)
        continue;
      score += k;
    } while (k < x % 5);
  }
  return score;
}

__global__ void child(int begin, int n, int *out) {
  for (int j = begin + threadIdx.x; j < n; j += blockDim.x) {
    if (j % 11 == 0)
      continue;
    if (j > begin + 180)
      break;
    int x = j, score = 0;
    for (int step = 0;; step++) {
      if (x == 1 || step == 60)
        break;
      switch (x % 4) {
      case 0:
        x /= 4;
        continue;
      case 2:
        x /= 2;
        break;
      default:
        x = 3 * x + 1, score++;
      }
      int k = 0;
      do {
        if (++k % 2)
          continue;
        score += k;
      } while (k < x % 5);
    }
    out[j] = score;
  }
}

__global__ void parent(int n, int *out) {
  int begin = 1 + (blockIdx.x * blockDim.x + threadIdx.x) * 200;
  child<<<1, 48>>>(begin, min(begin + 200, n), out);
}

int main() {
  const int parents = 32, n = parents * 200 + 1;
  int *out = device_zeros<int>(n);
  std::vector<int> want(n);
  for (int j = 1; j < n; j++) {
    int begin = 1 + (j - 1) / 200 * 200;
    want[j] = j % 11 == 0 || j > begin + 180 ? 0 : collatz(j, 60);
  }
  parent<<<2, parents / 2>>>(n, out);
  return compare(to_host(out, n), want);
}
