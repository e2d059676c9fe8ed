// Shuffles where the last warp is partial and where only some lanes take part.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(int n, const int *in, int *out) {
  int t = threadIdx.x;
  unsigned here = __ballot_sync(__activemask(), true);
  if (t < n) {
    unsigned in_warp = min(n - t / 32 * 32, 32), mask = in_warp == 32 ? ~0u : (1u << in_warp) - 1;
    int v = __shfl_sync(mask, in[t], (t + 1) % 32 % in_warp);
    if (t % 32 < 4 && in_warp >= 4)
      v += 1000 * __shfl_xor_sync(0xf, v, 3);
    out[t] = v + (here != 0 ? 0 : 1);
  }
}

__global__ void parent(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 1 + i * 5>>>(1 + i * 4, in, out + i * 256);
}

int main() {
  const int parents = 48;
  std::vector<int> in(256), want(parents * 256);
  for (int k = 0; k < 256; k++)
    in[k] = k * k % 251;
  for (int i = 0; i < parents; i++)
    for (int t = 0, n = 1 + i * 4; t < n; t++) {
      int w = t / 32 * 32, size = n - w < 32 ? n - w : 32;
      auto first = [&](int lane) { return in[w + (lane + 1) % 32 % size]; };
      want[i * 256 + t] = first(t % 32) + (t % 32 < 4 && size >= 4 ? 1000 * first(t % 32 ^ 3) : 0);
    }
  int *out = device_zeros<int>(want.size());
  parent<<<4, parents / 4>>>(to_device(in), out);
  return compare(to_host(out, want.size()), want);
}
