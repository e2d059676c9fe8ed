// Shuffles, ballots and votes by whole warps.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(const int *in, int *sums, int *out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, v = in[j], sum = v;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0)
    sums[j / 32] = sum;
  int scan = v;
  for (int d = 1; d < 32; d *= 2) {
    int up = __shfl_up_sync(~0u, scan, d);
    if (lane >= d)
      scan += up;
  }
  unsigned odd = __ballot_sync(~0u, v & 1);
  out[j] = scan * 100 + __popc(odd) + (__any_sync(~0u, v > 90) ? 50 : 0) +
           __shfl_xor_sync(~0u, v, 5) * 7 + (__all_sync(~0u, v >= 0) ? 0 : 100000) +
           __shfl_sync(~0u, lane, 3);
}

__global__ void parent(const int *in, int *sums, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<2, 96>>>(in + i * 192, sums + i * 6, out + i * 192);
}

int main() {
  const int parents = 30, n = parents * 192;
  std::vector<int> in(n), want;
  for (int k = 0; k < n; k++)
    in[k] = k * 31 % 97;
  for (int w = 0; w < n / 32; w++) {
    int sum = 0;
    for (int l = 0; l < 32; l++)
      sum += in[w * 32 + l];
    want.push_back(sum);
  }
  for (int k = 0; k < n; k++) {
    int w = k / 32 * 32, scan = 0, odd = 0, big = 0;
    for (int l = 0; l < 32; l++) {
      scan += w + l <= k ? in[w + l] : 0;
      odd += in[w + l] & 1;
      big |= in[w + l] > 90;
    }
    want.push_back(scan * 100 + odd + (big ? 50 : 0) + in[w + (k % 32 ^ 5)] * 7 + 3);
  }
  int *out = device_zeros<int>(n / 32 + n);
  parent<<<2, parents / 2>>>(to_device(in), out, out + n / 32);
  return compare(to_host(out, want.size()), want);
}
