// Threads leave before the barrier that the others of their block and of their warp wait at.
// REMARK-t4: launch of 'child': t4
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
#include "include/test.h"

__global__ void child(int n, const int *in, int *out) {
  __shared__ int buffer[256];
  int t = threadIdx.x;
  if (t >= n)
    return;
  buffer[t] = in[t];
  __syncthreads();
  int v = buffer[n - 1 - t];
  if (t % 2) {
    out[t] = -v;
    return;
  }
  __syncthreads();
  buffer[t] = v;
  __syncthreads();
  out[t] = buffer[(t + 2) < n ? t + 2 : 0];
}

__global__ void parent(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 32 + i * 4>>>(1 + i * 4, in, out + i * 256);
}

int main() {
  allow_deep_frames();
  const int parents = 56;
  std::vector<int> in(256), want(parents * 256);
  for (int k = 0; k < 256; k++)
    in[k] = k * k + 1;
  for (int i = 0; i < parents; i++)
    for (int t = 0, n = 1 + i * 4; t < n; t++)
      want[i * 256 + t] = t % 2 ? -in[n - 1 - t] : in[n - 1 - (t + 2 < n ? t + 2 : 0)];
  int *out = device_zeros<int>(want.size());
  parent<<<4, parents / 4>>>(to_device(in), out);
  return compare(to_host(out, want.size()), want);
}
