// Children whose threads leave behind a ballot: the others name those that stay wherever they exchange values.
// REMARK-t1: launch of 'sums': t1
// REMARK-t1: launch of 'steps': t1
// REMARK-t2: launch of 'sums': t2
// REMARK-t3: launch of 'sums': t3
// REMARK-block: launch of 'sums': block
// REMARK-grid: launch of 'sums': grid
#include "include/test.h"

__device__ int sum(unsigned mask, int v) {
  for (int o = 16; o; o /= 2) {
    int w = __shfl_down_sync(mask, v, o);
    if (threadIdx.x % 32 + o < 32 && mask >> (threadIdx.x % 32 + o) & 1)
      v += w;
  }
  return v;
}
__global__ void sums(const int *value, int n, unsigned long long *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mask = __ballot_sync(~0u, i < n);
  if (i >= n)
    return;
  int all = sum(mask, value[i]);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, (unsigned long long)all);
}
__global__ void steps(int n, unsigned long long *out) {
  bool in = threadIdx.x % 3 != 1 && threadIdx.x < n;
  const unsigned mask = __ballot_sync(~0u, in);
  if (!in) {
    return;
  }
  for (int k = 0; k < 3; k++)
    if (__any_sync(mask, threadIdx.x % 32 == 3 * k))
      atomicAdd(out, 1ull);
}
__global__ void parents(const int *row, const int *value, int rows, unsigned long long *out) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int n = row[r + 1] - row[r];
  if (n > 0)
    sums<<<(n + 95) / 96, 96>>>(value + row[r], n, &out[2 * r]);
  steps<<<1, 64>>>(n, &out[2 * r + 1]);
}

int main() {
  const int rows = 700;
  std::vector<int> row(1), value;
  for (int r = 0; r < rows; r++) {
    for (int k = 0, n = r * 37 % 331; k < n; k++)
      value.push_back((r * 7 + k * 13) % 101);
    row.push_back((int)value.size());
  }
  auto *out = device_zeros<unsigned long long>(2 * rows);
  parents<<<(rows + 127) / 128, 128>>>(to_device(row), to_device(value), rows, out);
  auto got = to_host(out, 2 * rows);
  bool ok = true;
  for (int r = 0; r < rows; r++) {
    unsigned long long all = 0, count = 0;
    for (int e = row[r]; e < row[r + 1]; e++)
      all += value[e];
    for (int w = 0; w < 64; w += 32)
      for (int k = 0; k < 3; k++) {
        int t = w + 3 * k, lanes = 0, n = row[r + 1] - row[r];
        for (int i = w; i < w + 32; i++)
          lanes += i % 3 != 1 && i < n;
        count += t % 3 != 1 && t < n ? lanes : 0;
      }
    ok &= got[2 * r] == all && got[2 * r + 1] == count;
  }
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
